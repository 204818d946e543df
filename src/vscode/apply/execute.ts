import { isFileContent, type Change, type Content, type Location } from '../../core/change/change.ts';
import { failure, ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { makeLarge } from './large.ts';
import type { Disk } from '../ports/localDisk.ts';
import { editBuffer, overwrite } from '../documents/overwrite.ts';

/** How one change is made. */
export interface Manner {
  readonly disk: Disk;
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

/** Whether making a change compares the file with its `before` in the very turn that it writes in, as `WholeFiles` does. */
export function isComparedByWrite(change: Change, { editor, files }: Disk): boolean {
  if (change.kind !== 'update' || files === undefined || !change.at.uri.startsWith('file:')) return false;
  const { before, after } = change;
  if (before.kind === 'large' || after.kind === 'large' || before.sha256 === after.sha256) return false;
  return editor.dirty(change.at.uri) === undefined;
}

async function makeChange(change: Change, manner: Manner): Promise<boolean> {
  const { disk, undoable } = manner;
  const { editor } = disk;
  const { at } = change;
  switch (change.kind) {
    case 'create':
      if (change.after.kind === 'large') await makeLarge(change, disk);
      else await create(at, change.after, manner, manner.permissions?.[at.uri]);
      return false;
    case 'update': {
      const dirty = editor.dirty(at.uri);
      const { before, after } = change;
      if (dirty !== undefined) await editBuffer(dirty, after, editor);
      else if (before.sha256 !== after.sha256) {
        if (before.kind === 'large' || after.kind === 'large') await makeLarge(change, disk);
        else await overwrite(at, { before: before.bytes, after }, disk, undoable);
      }
      return dirty !== undefined;
    }
    case 'delete':
      await remove(change, disk);
      return false;
    case 'move': {
      if (!(await editor.rename(change.from.uri, at.uri))) throw new NotMoved(change.from.path);
      const { before, after } = change;
      if (isFileContent(after) && isFileContent(before) && after.sha256 !== before.sha256) {
        await overwrite(at, { before: before.bytes, after }, disk, false);
      }
      return false;
    }
    case 'copy':
      await copy(change, manner);
      return false;
    case 'createDirectory':
      await editor.createDirectory(at.uri);
      return false;
  }
}

/** Somebody else was faster with a file that was to be moved. */
export class NotMoved extends StalePlan {}

async function copy(change: Change & { kind: 'copy' }, manner: Manner): Promise<void> {
  const { editor, modes } = manner.disk;
  if (change.after.kind === 'unread' && (await editor.stat(change.from.uri))?.size !== change.after.size)
    throw new StalePlan(change.from.path);
  if (change.after.kind === 'directory' || change.after.kind === 'unread')
    return editor.copy(change.from.uri, change.at.uri);
  if (change.after.kind === 'large') await makeLarge(change, manner.disk);
  else await create(change.at, change.after, manner);
  const ends = [change.from.uri, change.at.uri];
  if (change.after.kind === 'link' || modes === undefined || !ends.every((end) => end.startsWith('file:'))) return;
  await modes.setPermissions(change.at.uri, await modes.permissions(change.from.uri));
}

async function remove(change: Change & { kind: 'delete' }, disk: Disk): Promise<void> {
  const { before, at } = change;
  if (before.kind === 'large') return makeLarge(change, disk);
  if (!isFileContent(before) || disk.files === undefined || !at.uri.startsWith('file:')) {
    return disk.editor.delete(at.uri);
  }
  const isRemoved = await disk.files.remove(at.uri, before.bytes).catch(async (cause: unknown) => {
    // Whoever removed it did so for reasons of their own: it is not this call's to bring back.
    if ((await disk.editor.stat(at.uri)) === undefined) return false;
    throw cause;
  });
  if (!isRemoved) throw new StalePlan(at.path);
}

async function create(at: Location, after: Content, { disk, undoable }: Manner, permissions?: number): Promise<void> {
  if (after.kind === 'link') {
    if (disk.links === undefined)
      throw failure(
        'IO_ERROR',
        phrase('This file system does not support symbolic links. Nothing was changed.'),
        'Do not try again; tell the user.',
      );
    return disk.links.make(at.uri, after.target);
  }
  if (!isFileContent(after))
    throw new ToolError(
      'IO_ERROR',
      'Only files and links can be created with content. Nothing was changed. Tell the user.',
    );
  if ((!undoable || permissions !== undefined) && disk.files !== undefined && at.uri.startsWith('file:')) {
    return unlessThere(at, disk, disk.files.create(at.uri, after.bytes, permissions));
  }
  // A file made by an edit is taken back by the editor's own undo; the bytes are written as they are.
  if (await disk.editor.createFile(at.uri, after.bytes)) return;
  const refusal = phrase('The editor did not create {0}. Nothing was changed.', at.path);
  return unlessThere(at, disk, Promise.reject(failure('IO_ERROR', refusal, 'Check the path with redline_path_info.')));
}

/** A creation that failed since somebody else was faster makes the plan void. */
async function unlessThere({ uri, path }: Location, { editor }: Disk, creating: Promise<void>): Promise<void> {
  try {
    await creating;
  } catch (cause) {
    const isThere = (await editor.stat(uri).catch(() => undefined)) !== undefined;
    throw isThere ? new StalePlan(path) : cause;
  }
}
