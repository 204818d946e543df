// Rewrites the text of a proposal in the diff when the user excludes hunks or includes them again.

import * as vscode from 'vscode';
import { chooseHunks, readHunkSelection } from '../../../core/change/hunks/hunkChoice.ts';
import { splitIntoHunks } from '../../../core/change/hunks/hunks.ts';
import { differingRange } from '../../../core/diff/differingRange.ts';
import { withEol } from '../../../core/text/lineEndings.ts';
import { awaitEvent } from '../../shared/awaitEvent.ts';
import type { HunkExclusion } from '../choices/userChoices.ts';
import type { EditorText } from './amendments.ts';

/**
 * Computes the excluded hunks after a choice, and the text to show, with line endings `\n`; undefined if the change has
 * no hunks.
 */
export function computeHunkExclusion(
  { change, indices, isExcluded }: HunkExclusion,
  editorText: EditorText,
): { readonly excluded: ReadonlySet<number>; readonly text: string } | undefined {
  const split = splitIntoHunks(change);
  if (split === undefined) return undefined;
  const currentHunks = readHunkSelection(split, editorText.excludedHunks, editorText.text);
  const choice = chooseHunks(split, currentHunks, editorText.text, { indices, exclude: isExcluded });
  return { excluded: choice.excluded, text: choice.editorText };
}

/** Maximum time in which an open editor reloads its file after a write, in milliseconds. */
const maxReloadMs = 1000;

/**
 * Shows another text. An open document without unsaved edits reloads it from its file, so that nothing has to be saved;
 * one with unsaved edits is edited.
 *
 * @param text with line endings `\n`
 * @param write writes the text to the document's file
 * @returns false if the text is not shown, since the user typed, or the document reloaded or was closed meanwhile
 */
export async function replaceEditorText(
  document: vscode.TextDocument | undefined,
  text: string,
  write: (text: string) => void,
): Promise<boolean> {
  if (document === undefined) {
    write(text);
    return true;
  }
  const versionBefore = document.version;
  const hasText = (): boolean => withEol(document.getText(), '\n') === text;
  if (!document.isDirty) {
    const reloaded = waitForReload(document, hasText);
    write(withEolOf(document, text));
    await reloaded;
    // A document without the text has not reloaded: either the user typed, or the reload takes too long and the
    // document is edited below.
    if (!hasText() && document.version !== versionBefore) return false;
  }
  return hasText() || (!document.isClosed && (await replaceDifference(document, text)));
}

async function waitForReload({ uri }: vscode.TextDocument, hasText: () => boolean): Promise<void> {
  const isReloaded = ({ document }: vscode.TextDocumentChangeEvent): boolean =>
    document.uri.toString() === uri.toString() && hasText();
  if (!hasText()) await awaitEvent(vscode.workspace.onDidChangeTextDocument, isReloaded, maxReloadMs);
}

/** Replaces only the differing range of a document. Returns false if VS Code refuses, e.g. since the user typed. */
async function replaceDifference(document: vscode.TextDocument, text: string): Promise<boolean> {
  const difference = differingRange(document.getText(), withEolOf(document, text));
  if (difference === undefined) return true;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(difference.start), document.positionAt(difference.end));
  edit.replace(document.uri, range, difference.text);
  return vscode.workspace.applyEdit(edit);
}

function withEolOf(document: vscode.TextDocument, text: string): string {
  return withEol(text, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
}
