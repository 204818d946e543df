import * as vscode from 'vscode';
import type { Change, Content, FileContent } from '../../core/change.ts';
import { failure, ToolError } from '../../core/errors.ts';
import { phrase } from '../../core/phrase.ts';
import { PlanVoid } from '../../tools/run.ts';
import { dirtyDocument, statOf } from '../disk.ts';
import type { LocalDisk } from './localDisk.ts';
import { editBuffer, overwrite } from './overwrite.ts';

/** How one change is made. */
export interface Manner {
  readonly disk: LocalDisk;
  /** Whether the editor's own undo is wanted for files that are not open. It costs a loaded document or a detour each. */
  readonly undoable: boolean;
  /** The permission bits that a file or folder gets when it is made again, by its URI. */
  readonly permissions?: Readonly<Record<string, number>> | undefined;
}

/**
 * Makes one change, as exact bytes. A document with unsaved typing is edited and left unsaved.
 *
 * @returns whether the change stands in an unsaved buffer only.
 */
export async function execute(change: Change, manner: Manner): Promise<boolean> {
  const unsaved = await makeChange(change, manner);
  const { modes } = manner.disk;
  if (modes === undefined || !change.at.uri.startsWith('file:') || change.kind === 'delete') return unsaved;
  const permissions = manner.permissions?.[change.at.uri];
  const isNew = change.kind === 'createDirectory' || (change.kind === 'create' && change.after.kind !== 'link');
  if (isNew && permissions !== undefined) await modes.setPermissions(change.at.uri, permissions);
  else if ('mode' in change && change.mode !== undefined) await modes.setExecutable(change.at.uri, change.mode.after);
  return unsaved;
}

async function makeChange(change: Change, manner: Manner): Promise<boolean> {
  const { disk, undoable } = manner;
  const uri = vscode.Uri.parse(change.at.uri, true);
  switch (change.kind) {
    case 'create':
      await create(uri, change.after, manner, manner.permissions?.[change.at.uri]);
      return false;
    case 'update': {
      const dirty = dirtyDocument(uri);
      if (dirty !== undefined) await editBuffer(dirty, change.after);
      else if (change.before.sha256 !== change.after.sha256) {
        await overwrite(uri, { before: change.before.bytes, after: change.after }, disk, undoable);
      }
      return dirty !== undefined;
    }
    case 'delete':
      await remove(uri, change, disk);
      return false;
    case 'move': {
      await vscode.workspace.fs.rename(vscode.Uri.parse(change.from.uri, true), uri, { overwrite: false });
      const { before, after } = change;
      if (isFile(after) && isFile(before) && after.sha256 !== before.sha256) {
        await overwrite(uri, { before: before.bytes, after }, disk, false);
      }
      return false;
    }
    case 'copy':
      await copy(change, uri, manner);
      return false;
    case 'createDirectory':
      await vscode.workspace.fs.createDirectory(uri);
      return false;
  }
}

async function copy(change: Change & { kind: 'copy' }, uri: vscode.Uri, manner: Manner): Promise<void> {
  const { modes } = manner.disk;
  if (!isFile(change.after) && change.after.kind !== 'link') {
    return vscode.workspace.fs.copy(vscode.Uri.parse(change.from.uri, true), uri, { overwrite: false });
  }
  await create(uri, change.after, manner);
  const ends = [change.from.uri, change.at.uri];
  if (!isFile(change.after) || modes === undefined || !ends.every((end) => end.startsWith('file:'))) return;
  await modes.setPermissions(change.at.uri, await modes.permissions(change.from.uri));
}

async function remove(uri: vscode.Uri, { before, at }: Change & { kind: 'delete' }, disk: LocalDisk): Promise<void> {
  if (!isFile(before) || disk.files === undefined || uri.scheme !== 'file') {
    return vscode.workspace.fs.delete(uri, { recursive: false, useTrash: false });
  }
  if (!(await disk.files.remove(uri.toString(), before.bytes))) throw new PlanVoid(at.path);
}

function isFile(content: Content): content is FileContent {
  return content.kind === 'text' || content.kind === 'binary';
}

async function create(
  uri: vscode.Uri,
  after: Content,
  { disk, undoable }: Manner,
  permissions?: number,
): Promise<void> {
  if (after.kind === 'link') {
    if (disk.links === undefined)
      throw failure(
        'IO_ERROR',
        phrase('Symbolic links cannot be made on this file system. Nothing was changed.'),
        'Do not try again; tell the user.',
      );
    return disk.links.make(uri.toString(), after.target);
  }
  if (!isFile(after))
    throw new ToolError(
      'IO_ERROR',
      'Only files and links can be created with a content. Nothing was changed. Tell the user.',
    );
  if ((!undoable || permissions !== undefined) && disk.files !== undefined && uri.scheme === 'file') {
    return unlessThere(uri, disk.files.create(uri.toString(), after.bytes, permissions));
  }
  // A file made by an edit is taken back by the editor's own undo; `contents` are written as they are.
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: after.bytes, overwrite: false, ignoreIfExists: false });
  if (await vscode.workspace.applyEdit(edit)) return;
  const refusal = phrase('The editor did not create {0}. Nothing was changed.', vscode.workspace.asRelativePath(uri));
  return unlessThere(uri, Promise.reject(failure('IO_ERROR', refusal, 'Check the path with redline_path_info.')));
}

/** A creation that failed since somebody else was faster makes the plan void. */
async function unlessThere(uri: vscode.Uri, creating: Promise<void>): Promise<void> {
  try {
    await creating;
  } catch (cause) {
    const isThere = (await statOf(uri).catch(() => undefined)) !== undefined;
    throw isThere ? new PlanVoid(vscode.workspace.asRelativePath(uri)) : cause;
  }
}
