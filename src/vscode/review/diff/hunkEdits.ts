// Rewrites a proposal's text when the user excludes hunks or includes them again.

import * as vscode from 'vscode';
import { chooseHunks, readHunks } from '../../../core/change/hunkChoice.ts';
import { splitIntoHunks } from '../../../core/change/hunks.ts';
import { differingRange } from '../../../core/diff/differingRange.ts';
import { withEol } from '../../../core/text/text.ts';
import type { HunkExclusion } from '../pendingReviews.ts';
import type { ShownText } from './amendments.ts';

/**
 * Computes the excluded hunks after a choice, and the text to show, with line endings `\n`; undefined if the change has
 * no hunks.
 */
export function afterChoice(
  { change, indices, isExcluded }: HunkExclusion,
  shown: ShownText,
): { readonly excluded: ReadonlySet<number>; readonly text: string } | undefined {
  const divided = splitIntoHunks(change);
  if (divided === undefined) return undefined;
  const read = readHunks(divided, shown.excludedHunks, shown.text);
  const chosen = chooseHunks(divided, read, shown.text, { indices, exclude: isExcluded });
  return { excluded: chosen.excluded, text: chosen.shown };
}

/** Milliseconds in which an open editor reloads its file after a write. */
const maxReloading = 1000;

/**
 * Shows another text. An open document without unsaved edits reloads it from its file, so that nothing has to be saved;
 * one with unsaved edits is edited.
 */
export async function replaceShown(
  document: vscode.TextDocument | undefined,
  text: string,
  write: (text: string) => void,
): Promise<void> {
  if (document === undefined) return write(text);
  const isShown = (): boolean => withEol(document.getText(), '\n') === text;
  if (!document.isDirty) {
    const next = withEol(text, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
    const reloaded = untilChanged(document, isShown);
    write(next);
    await reloaded;
  }
  if (!isShown() && !document.isClosed) await rewrite(document, text);
}

async function untilChanged({ uri }: vscode.TextDocument, isShown: () => boolean): Promise<void> {
  if (isShown()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxReloading);
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.toString() === uri.toString() && isShown()) resolve();
  });
  await promise;
  clearTimeout(timer);
  subscription.dispose();
}

/** Replaces only the differing range of a document. Changes nothing if someone typed meanwhile. */
async function rewrite(document: vscode.TextDocument, text: string): Promise<void> {
  const next = withEol(text, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
  const differing = differingRange(document.getText(), next);
  if (differing === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(differing.start), document.positionAt(differing.end));
  edit.replace(document.uri, range, differing.text);
  await vscode.workspace.applyEdit(edit);
}
