// Writes one change to the disk, or to the document of a file with unsaved edits, then sets the file's mode: as the
// change says, or as `permissionsOf` and `modesBeforeOf` read it before the call.

import { isFileContent, type Change, type Content, type Location } from '../../../core/change/change.ts';
import { folderKey } from '../../../core/journal/journalEntry.ts';
import { isPartialWrite } from '../../../core/journal/partialWrite.ts';
import { failure, ToolError, StalePlan } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import type { Modes } from '../../../tools/ports/diskPorts.ts';
import { staleIfExists, writeLarge } from './large.ts';
import { showsText, type Disk } from '../../ports/localDisk.ts';
import { editBuffer, overwrite } from '../../documents/undoableUpdates.ts';

export interface ExecuteOptions {
  readonly disk: Disk;
  /** Whether the editor's own undo also covers files that are not open. Slower, since it loads a document for each. */
  readonly isUndoable: boolean;
  /** Permission bits of files and folders that are created again, by URI, or `folderKey` of it. */
  readonly permissions?: Readonly<Record<string, number>> | undefined;
  /** Permission bits that a changed mode goes back to in a rollback or undo, by URI. */
  readonly restoredModes?: Readonly<Record<string, number>> | undefined;
}

/**
 * Writes one change, byte for byte. Edits a document with unsaved edits, and leaves it unsaved.
 *
 * @returns whether the change is only in an unsaved document
 * @throws StalePlan, having written nothing, if a file or document does not contain `before`
 */
export async function execute(change: Change, options: ExecuteOptions): Promise<boolean> {
  const { editor, modes } = options.disk;
  const unsavedDocument = change.kind === 'update' ? editor.dirtyDocument(change.at.uri) : undefined;
  if (change.kind === 'update' && unsavedDocument !== undefined) {
    // Compares again, synchronously before the edit (TOCTOU): the user may have typed meanwhile.
    if (!showsText(unsavedDocument, change.before)) throw new StalePlan(change.at.path);
    await editBuffer(unsavedDocument, change, editor);
  } else {
    await writeToDisk(change, options);
  }
  const { real } = change.at;
  const { permissions, isExecutable } = await modeAfter(change, modes, options.permissions);
  if (permissions !== undefined) await modes?.setPermissions(real, permissions);
  if (isExecutable !== undefined)
    await modes?.setExecutable(real, isExecutable, options.restoredModes?.[change.at.uri]);
  return unsavedDocument !== undefined;
}

async function writeToDisk(change: Change, options: ExecuteOptions): Promise<void> {
  const { disk, isUndoable, permissions } = options;
  const { editor } = disk;
  const { at } = change;
  switch (change.kind) {
    case 'create': {
      const recorded = permissions?.[at.uri];
      if (change.after.kind === 'large') return writeLarge(change, disk, recorded);
      return createContent(at, change.after, options, recorded);
    }
    case 'update': {
      const { before, after } = change;
      // Only the mode changes, which `execute` sets.
      if (before.sha256 === after.sha256) return undefined;
      if (before.kind === 'large' || after.kind === 'large') return writeLarge(change, disk);
      return overwrite(at, { before: before.bytes, after }, disk, { mayLoad: isUndoable });
    }
    case 'delete':
      return removeContent(change, disk);
    case 'move': {
      const { from, before, after } = change;
      if (!(await editor.rename(from.uri, at.uri))) throw new NotMovedError(from.path);
      if (!isFileContent(after) || !isFileContent(before) || after.sha256 === before.sha256) return undefined;
      return overwrite(at, { before: before.bytes, after }, disk, { mayLoad: false });
    }
    case 'copy':
      return copyContent(change, options);
    case 'createDirectory':
      return editor.createDirectory(at.uri);
  }
}

/** Thrown if the file to move was missing, or its new path taken. Nothing was written, unlike at other failed moves. */
export class NotMovedError extends StalePlan {}

async function copyContent(change: Change & { kind: 'copy' }, options: ExecuteOptions): Promise<void> {
  const { editor, modes } = options.disk;
  const { from, at, after } = change;
  // The size is all that is known of an unread file.
  if (after.kind === 'unread' && (await editor.stat(from.uri))?.size !== after.size) throw new StalePlan(from.path);
  if (after.kind === 'directory' || after.kind === 'unread') return editor.copy(from.uri, at.uri);
  if (after.kind !== 'large') return createContent(at, after, options);
  const { permissions } = await modeAfter(change, modes, undefined);
  await writeLarge(change, options.disk, permissions);
}

async function removeContent(change: Change & { kind: 'delete' }, disk: Disk): Promise<void> {
  const { before, at } = change;
  if (before.kind === 'large') return writeLarge(change, disk);
  if (!isFileContent(before) || disk.files === undefined || !at.uri.startsWith('file:')) {
    return disk.editor.delete(at.uri);
  }
  const isRemoved = await disk.files.remove(at.uri, before.bytes).catch(async (cause: unknown) => {
    // Someone else removed it first: a stale plan, so that a rollback does not restore it.
    if ((await disk.editor.stat(at.uri)) === undefined) return false;
    throw cause;
  });
  if (!isRemoved) throw new StalePlan(at.path);
}

async function createContent(
  at: Location,
  after: Content,
  { disk, isUndoable }: ExecuteOptions,
  permissions?: number,
): Promise<void> {
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
  // Only the disk can set permissions.
  const prefersDisk = !isUndoable || permissions !== undefined;
  if (prefersDisk && disk.files !== undefined && at.uri.startsWith('file:'))
    return staleIfExists(at.path, disk.files.create(at.uri, after.bytes, permissions));
  // Through a workspace edit, which the editor's own undo covers.
  if (await disk.editor.createFile(at.uri, after.bytes)) return;
  throw await notCreatedError(at, after.bytes, disk);
}

/**
 * The error if the editor created no file, which gives no reason: a file of someone else is there, or the disk is full.
 * A partially written file belongs to the call, and is rolled back.
 */
async function notCreatedError({ uri, path }: Location, bytes: Uint8Array, { editor }: Disk): Promise<ToolError> {
  if ((await editor.stat(uri).catch(() => undefined)) === undefined) {
    const message = phrase('The editor did not create {0}. Nothing was changed.', path);
    return failure('IO_ERROR', message, 'Check the path with redline_path_info.');
  }
  const written = await editor.readFile(uri).catch(() => undefined);
  const isPartialOwnWrite =
    written !== undefined && written.length < bytes.length && isPartialWrite(written, new Uint8Array(), bytes);
  if (!isPartialOwnWrite) return new StalePlan(path);
  const message = phrase('The editor could not write all of {0}: the disk may be full. Nothing was changed.', path);
  return failure('IO_ERROR', message, 'Tell the user, and do not try again until they have freed some disk space.');
}

/** Mode bits that a change sets; undefined for those it keeps, and if the file system has no modes. */
export interface ModeBits {
  readonly permissions?: number | undefined;
  readonly isExecutable?: boolean | undefined;
}

/** The mode bits that a change sets: for a file created again its recorded ones (by URI), for a copy its source's. */
export async function modeAfter(
  change: Change,
  modes: Modes | undefined,
  recordedPermissions: ExecuteOptions['permissions'],
): Promise<ModeBits> {
  const { kind, at } = change;
  if (modes === undefined || !at.uri.startsWith('file:') || kind === 'delete') return {};
  if (kind === 'createDirectory') return { permissions: recordedPermissions?.[folderKey(at.uri)] };
  const isNew = kind === 'create' && change.after.kind !== 'link';
  const permissions = isNew ? recordedPermissions?.[at.uri] : undefined;
  // Recorded permissions include the executable bit.
  if (permissions !== undefined) return { permissions };
  const isExecutable = change.mode?.after;
  const isCopied = kind === 'copy' && isWrittenByRedline(change.after) && change.from.uri.startsWith('file:');
  return isCopied ? { permissions: await modes.permissions(change.from.uri), isExecutable } : { isExecutable };
}

/** Whether Redline writes a copied content itself. The file system copies all others, with their mode. */
function isWrittenByRedline(content: Content): boolean {
  return content.kind === 'large' || isFileContent(content);
}

/** Mode bits by which the owner of a folder can create and delete files in it (`-wx`). */
const ownerWrites = 0o300;

/**
 * Reads the permission bits that are set again, by the URI for which they are set (`folderKey` for folders):
 * - of deleted files and folders, for a rollback or an undo,
 * - of folders that new ones replace, for the call. A new folder stays writable, so that the call can write files in it
 *   and an undo can delete them.
 */
export async function permissionsOf(
  changes: readonly Change[],
  modes: Modes | undefined,
): Promise<Record<string, number>> {
  const bitsByUri: Record<string, number> = {};
  /** URIs before the call of the files that it moves, by their new URIs. */
  const currentUris = new Map<string, string>();
  for (const change of changes) {
    const { uri } = change.at;
    if (change.kind === 'move') currentUris.set(uri, currentUris.get(change.from.uri) ?? change.from.uri);
    if (change.kind === 'createDirectory' && change.original !== undefined) {
      const bits = await permissionsAt(change.original.uri, modes);
      if (bits !== undefined && uri.startsWith('file:')) bitsByUri[folderKey(uri)] = bits | ownerWrites;
    } else if (change.kind === 'delete' && change.before.kind !== 'link') {
      const bits = await permissionsAt(currentUris.get(uri) ?? uri, modes);
      if (bits !== undefined) bitsByUri[change.before.kind === 'directory' ? folderKey(uri) : uri] = bits;
    }
  }
  return bitsByUri;
}

/** Reads all permission bits of files whose executable bit changes, by their URI before the call, for an undo. */
export async function modesBeforeOf(
  changes: readonly Change[],
  modes: Modes | undefined,
): Promise<Record<string, number>> {
  const bitsByUri: Record<string, number> = {};
  for (const change of changes) {
    if ((change.kind !== 'update' && change.kind !== 'move') || change.mode === undefined) continue;
    const { uri } = change.kind === 'move' ? change.from : change.at;
    const bits = await permissionsAt(uri, modes);
    if (bits !== undefined) bitsByUri[uri] = bits;
  }
  return bitsByUri;
}

/** Permission bits; undefined if the file system has no modes, or if nothing is there until the call creates it. */
function permissionsAt(uri: string, modes: Modes | undefined): Promise<number | undefined> {
  if (modes === undefined || !uri.startsWith('file:')) return Promise.resolve(undefined);
  return modes.permissions(uri).catch(() => undefined);
}
