import * as vscode from 'vscode';
import type { FileContent } from '../../core/change.ts';
import { differingRange } from '../../core/differingRange.ts';
import { failure } from '../../core/errors.ts';
import { phrase } from '../../core/phrase.ts';
import { applyEdits } from '../../core/text.ts';
import { PlanVoid } from '../../tools/run.ts';
import { writeBytes, type LocalDisk } from './localDisk.ts';
import { shownText } from './states.ts';

/** Reloads that are under way, so that the next write of a document becomes an undo step of its own. */
const reloads = new WeakMap<vscode.TextDocument, Promise<void>>();

/** A watcher that stays silent is waited for only so long, in milliseconds. */
const patience = 1500;

/** The bytes of a file now, and those that it is to have. */
export interface Replacement {
  readonly before: Uint8Array;
  readonly after: FileContent;
}

/**
 * Writes the exact bytes of a file. A document that is loaded meanwhile takes the new text over as an undoable edit,
 * without save participants and without a tab. With `load`, one that is not open is loaded for that.
 *
 * @throws PlanVoid, having written nothing, where somebody else wrote to the file.
 */
export async function overwrite(
  uri: vscode.Uri,
  { before, after }: Replacement,
  disk: LocalDisk,
  load: boolean,
): Promise<void> {
  const document = after.kind === 'text' ? await documentOf(uri, load) : undefined;
  if (document !== undefined && after.kind === 'text') {
    await settled(document);
    reloads.set(document, takesOver(document, after.text));
  }
  if (!(await writeBytes(uri, after.bytes, before, disk))) throw new PlanVoid(vscode.workspace.asRelativePath(uri));
}

/** Resolves when a document has taken over what was last written under it. */
export async function settled(document: vscode.TextDocument): Promise<void> {
  await reloads.get(document);
}

/** The file's document; undefined for a file that the editor cannot hold. */
async function documentOf(uri: vscode.Uri, load: boolean): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined || !load) return open;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** Resolves when the editor has reloaded a written file, or shows no sign that it will. */
function takesOver(document: vscode.TextDocument, text: string): Promise<void> {
  const taken = (): boolean => document.isClosed || document.getText() === shownText(text, document.eol);
  if (taken()) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const listener = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document && taken()) done();
    });
    const timer = setTimeout(done, patience);
  });
}

/** Edits a text that has unsaved typing, and leaves it unsaved. */
export async function editBuffer(document: vscode.TextDocument, after: FileContent): Promise<void> {
  if (after.kind !== 'text') {
    throw failure(
      'VALIDATION_ERROR',
      phrase('A text with unsaved changes cannot become a binary file. Nothing was changed.'),
      'Ask the user to save or discard them, then call again.',
    );
  }
  const before = document.getText();
  const text = shownText(after.text, document.eol);
  const change = differingRange(before, text);
  if (change === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
  edit.replace(document.uri, range, change.text);
  const done = await vscode.workspace.applyEdit(edit);
  if (!done || document.getText() !== applyEdits(before, [change])) {
    throw failure(
      'IO_ERROR',
      phrase('The editor did not take the edit of a text with unsaved changes. Nothing was changed.'),
      'Read the file again, then repeat the call.',
    );
  }
}
