// Checks the files of a call before anything is written, and adds missing folders.

import type { Change, Location } from '../../core/change/change.ts';
import { failure, toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { Modes } from '../../tools/ports/diskPorts.ts';
import type { Journal } from '../journal/journal.ts';
import { firstTouches } from '../../core/change/touchedPaths.ts';
import { forEachUntilFailure } from '../../async/forEachUntilFailure.ts';
import { parentUri, isBefore, type Disk } from '../ports/localDisk.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { Editor } from '../ports/editor.ts';

/**
 * Checks all locations of a call before anything is written.
 *
 * @param verifiedChanges changes whose files were just compared with `before`, so that they are not read again
 * @returns the changes, with those that create missing folders for them.
 * @throws StalePlan if a location is not as the plan found it; ToolError PERMISSION_DENIED, VALIDATION_ERROR, or of the
 * system.
 */
export async function requireUnchanged(
  changes: readonly Change[],
  disk: Disk,
  verifiedChanges: ReadonlySet<Change> = new Set(),
): Promise<readonly Change[]> {
  const firstChanges = firstTouches(changes);
  await forEachUntilFailure(changes, async (change) => {
    try {
      await requireWritable(change, disk);
      if (firstChanges.has(change) && !verifiedChanges.has(change) && !(await isBefore(change, disk)))
        throw new StalePlan(displayPathOf(change));
    } catch (cause) {
      throw toToolError(cause, phrase('Looking at {0}', displayPathOf(change)));
    }
  });
  return addMissingFolders(changes, disk.editor).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Looking at the folders of the change'));
  });
}

const ownerWrites = 0o300;

/**
 * Permission bits to set, by URI: those of deleted files and folders, for a rollback, and those of folders that replace
 * others. The latter stay writable, so that files can be written in them, and deleted by an undo.
 */
export async function permissionsOf(
  changes: readonly Change[],
  modes: Modes | undefined,
): Promise<Record<string, number>> {
  const bitsByUri: Record<string, number> = {};
  for (const change of changes) {
    const { uri } = change.at;
    if (change.kind === 'createDirectory' && change.original !== undefined) {
      const bits = await permissionsAt(change.original.uri, modes);
      if (bits !== undefined && uri.startsWith('file:')) bitsByUri[uri] = bits | ownerWrites;
    } else if (change.kind === 'delete' && change.before.kind !== 'link') {
      const bits = await permissionsAt(uri, modes);
      if (bits !== undefined) bitsByUri[uri] = bits;
    }
  }
  return bitsByUri;
}

/** Permission bits of the files whose mode changes replace, by URI, so that an undo restores them all, not only one. */
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

/** Undefined if a file system has no modes, or nothing is there: an earlier change of the call may create it. */
function permissionsAt(uri: string, modes: Modes | undefined): Promise<number | undefined> {
  if (modes === undefined || !uri.startsWith('file:')) return Promise.resolve(undefined);
  return modes.permissions(uri).catch(() => undefined);
}

/**
 * Rejects changing a file that is read-only by the editor (which would accept the edit and do nothing) or its
 * permissions, deleting or moving one with unsaved edits, and creating one in place of a deleted file with such edits.
 */
async function requireWritable(change: Change, { files, editor }: Disk): Promise<void> {
  const { at } = change;
  const from = change.kind === 'move' ? change.from : undefined;
  for (const { uri } of from === undefined ? [at] : [from, at]) {
    const reason = await editor.readonlyReason(uri);
    if (reason !== undefined) throwReadonly(at.path, reason);
  }
  // A new file would replace the unsaved edits that the editor still has of a deleted one.
  editor.requireNoUnsavedWork(at.uri, at.path, change.kind !== 'update');
  if (from !== undefined) editor.requireNoUnsavedWork(from.uri, from.path, true);
  if (files === undefined) return;
  for (const uri of writtenUris(change)) {
    if (uri.startsWith('file:') && (await files.isReadOnly(uri)))
      throwReadonly(uri === from?.uri ? from.path : at.path, phrase('its permissions make it read-only'));
  }
}

/**
 * The files and folders whose permissions must allow writing. To delete or move a file, the system requires only its
 * folder to be writable; Redline also requires the file, since a read-only file is meant to stay.
 */
function writtenUris(change: Change): string[] {
  const { uri } = change.at;
  switch (change.kind) {
    case 'update':
      return [uri];
    case 'delete':
      return [parentUri(uri), uri];
    case 'move':
      return [parentUri(uri), parentUri(change.from.uri), change.from.uri];
    case 'create':
    case 'copy':
    case 'createDirectory':
      return [parentUri(uri)];
  }
}

function throwReadonly(path: string, reason: Phrase): never {
  throw failure(
    'PERMISSION_DENIED',
    phrase('{0} cannot be changed: {1}. Nothing was changed.', path, reason),
    'Do not try again; tell the user.',
  );
}

/**
 * Inserts changes that create the missing parent folders of a call's files. The system would create these folders anyway;
 * as changes they are in the journal, so that a rollback or undo removes them.
 */
async function addMissingFolders(changes: readonly Change[], editor: Editor): Promise<Change[]> {
  /** Whether a folder exists once the changes so far are written, by URI. */
  const existenceByUri = new Map<string, boolean>();
  const pathExists = async (uri: string): Promise<boolean> => {
    const exists = existenceByUri.get(uri) ?? (await editor.stat(uri)) !== undefined;
    existenceByUri.set(uri, exists);
    return exists;
  };
  const parentUris = new Set(
    changes.flatMap((change) => (createsPath(change) ? (parentLocation(change.at)?.uri ?? []) : [])),
  );
  await forEachConcurrently(parentUris, async (uri) => void (await pathExists(uri)));
  const withFolders: Change[] = [];
  const movedFolders: string[] = [];
  for (const change of changes) {
    if (createsPath(change)) {
      const missingFolders: Location[] = [];
      let at = parentLocation(change.at);
      while (at !== undefined && !isInFolders(at.uri, movedFolders) && !(await pathExists(at.uri))) {
        missingFolders.unshift(at);
        existenceByUri.set(at.uri, true);
        at = parentLocation(at);
      }
      withFolders.push(...missingFolders.map((folder): Change => ({ kind: 'createDirectory', at: folder })));
      existenceByUri.set(change.at.uri, true);
      // A moved or copied folder includes its subfolders.
      if ('from' in change) movedFolders.push(change.at.uri);
    }
    const removedUri = change.kind === 'delete' ? change.at.uri : change.kind === 'move' ? change.from.uri : undefined;
    if (removedUri !== undefined) existenceByUri.set(removedUri, false);
    // Nothing can be found behind a deleted link.
    if (change.kind === 'delete' && change.before.kind === 'link')
      for (const uri of existenceByUri.keys()) if (uri.startsWith(`${change.at.uri}/`)) existenceByUri.set(uri, false);
    withFolders.push(change);
  }
  return withFolders;
}

/** The written changes without the folders that `requireUnchanged` added; save participants may have replaced some. */
export function withoutAddedFolders(
  written: readonly Change[],
  changes: readonly Change[],
  requested: readonly Change[],
): readonly Change[] {
  const addedFolders = new Set(changes);
  for (const change of requested) addedFolders.delete(change);
  return written.filter((change) => !addedFolders.has(change));
}

/** Whether a change creates a file or folder at an empty path. */
export function createsPath({ kind }: Change): boolean {
  return kind !== 'update' && kind !== 'delete';
}

function isInFolders(uri: string, folders: readonly string[]): boolean {
  return folders.some((folder) => uri === folder || uri.startsWith(`${folder}/`));
}

/** The parent folder of a location; undefined for a workspace folder. */
export function parentLocation({ uri, path, real }: Location): Location | undefined {
  const withoutLastName = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/')
    ? { uri: withoutLastName(uri), path: withoutLastName(path), real: withoutLastName(real) }
    : undefined;
}

/**
 * The journal entry of a call, without permissions: its turn, and whether it was made without approval, to be reviewed
 * afterwards.
 */
export function newEntryOf(title: Phrase, { tool, caller, later }: Call): NewEntry {
  const { session, inTurn: turn } = caller;
  return {
    title: inEnglish(title),
    phrase: title,
    tool,
    session,
    caller,
    ...(later === true ? { later } : {}),
    ...(turn === undefined ? {} : { turn }),
  };
}

/** Writes the entry of a call ahead. Throws system errors as ToolError. */
export async function beginEntry(
  journal: Journal,
  changes: readonly Change[],
  attributes: NewEntry,
): Promise<JournalEntry> {
  return journal.begin(changes, attributes).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Recording the change in the history'));
  });
}
