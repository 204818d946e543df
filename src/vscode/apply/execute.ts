import * as vscode from 'vscode';
import type { Change, Content, FileContent } from '../../core/change.ts';
import { differingRange } from '../../core/differingRange.ts';
import { ToolError } from '../../core/errors.ts';
import { applyEdits } from '../../core/text.ts';
import type { Links, Modes } from '../../tools/ports.ts';
import { dirtyDocument } from '../disk.ts';
import { shownText } from './states.ts';

/** What only a local disk has. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
}

/**
 * Makes one change, as exact bytes. A document that is loaded while its file is written takes the new text over as an
 * undoable edit, without save participants and without a tab; a document with unsaved typing is edited and left unsaved.
 *
 * @returns whether the change stands in an unsaved buffer only.
 */
export async function execute(change: Change, disk: LocalDisk): Promise<boolean> {
  const left = await makeChange(change, disk.links);
  if ('mode' in change && change.mode !== undefined && change.kind !== 'delete') {
    await disk.modes?.setExecutable(change.at.uri, change.mode.after);
  }
  return left;
}

async function makeChange(change: Change, links: Links | undefined): Promise<boolean> {
  const uri = vscode.Uri.parse(change.at.uri, true);
  switch (change.kind) {
    case 'create':
      await create(uri, change.after, links);
      return false;
    case 'update': {
      const dirty = dirtyDocument(uri);
      if (dirty !== undefined) await editBuffer(dirty, change.after);
      else if (change.before.sha256 !== change.after.sha256) await overwrite(uri, change.after);
      return dirty !== undefined;
    }
    case 'delete':
      await vscode.workspace.fs.delete(uri, { recursive: false, useTrash: false });
      return false;
    case 'move': {
      await vscode.workspace.fs.rename(vscode.Uri.parse(change.from.uri, true), uri, { overwrite: false });
      if (isFile(change.after) && isFile(change.before) && change.after.sha256 !== change.before.sha256) {
        await overwrite(uri, change.after);
      }
      return false;
    }
    case 'copy':
      if (isFile(change.after)) await create(uri, change.after, links);
      else await vscode.workspace.fs.copy(vscode.Uri.parse(change.from.uri, true), uri, { overwrite: false });
      return false;
    case 'createDirectory':
      await vscode.workspace.fs.createDirectory(uri);
      return false;
  }
}

function isFile(content: Content): content is FileContent {
  return content.kind === 'text' || content.kind === 'binary';
}

async function create(uri: vscode.Uri, after: Content, links: Links | undefined): Promise<void> {
  if (after.kind === 'link') {
    if (links === undefined) throw new ToolError('IO_ERROR', 'Symbolic links cannot be made on this file system.');
    await links.make(uri.toString(), after.target);
    return;
  }
  if (!isFile(after)) throw new ToolError('IO_ERROR', 'Only files and links can be created with a content.');
  // A file made by an edit is taken back by the editor's own undo; `contents` are written as they are.
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: after.bytes, overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new ToolError('IO_ERROR', 'The editor did not create the file. Check the path with redline_path_info.');
  }
}

/** Reloads that are under way, so that the next write of a document becomes an undo step of its own. */
const reloads = new WeakMap<vscode.TextDocument, Promise<void>>();

async function overwrite(uri: vscode.Uri, after: FileContent): Promise<void> {
  const document = after.kind === 'text' ? await loaded(uri) : undefined;
  if (document === undefined || after.kind !== 'text') return vscode.workspace.fs.writeFile(uri, after.bytes);
  await reloads.get(document);
  const reload = takesOver(document, after.text);
  reloads.set(document, reload);
  return vscode.workspace.fs.writeFile(uri, after.bytes);
}

/** The file's document, loaded so that the editor can undo the write; undefined for a file that it cannot hold. */
async function loaded(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** Resolves when the editor has reloaded a written file; a watcher that stays silent is waited for only so long. */
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
    const timer = setTimeout(done, 1500);
  });
}

async function editBuffer(document: vscode.TextDocument, after: FileContent): Promise<void> {
  if (after.kind !== 'text') throw new ToolError('IO_ERROR', 'An unsaved text cannot become a binary file.');
  const before = document.getText();
  const text = shownText(after.text, document.eol);
  const change = differingRange(before, text);
  if (change === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
  edit.replace(document.uri, range, change.text);
  const done = await vscode.workspace.applyEdit(edit);
  if (!done || document.getText() !== applyEdits(before, [change])) {
    throw new ToolError('IO_ERROR', 'The editor did not take the edit of its unsaved text. Read the file again.');
  }
}
