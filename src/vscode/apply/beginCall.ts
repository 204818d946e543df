// Begins a call, before anything is written: requires that all of it can be applied, adds changes that create its
// missing folders, and writes its journal entry ahead, so that a crash can be recovered.

import type { Change, Location } from '../../core/change/change.ts';
import { firstChangesPerPath, displayPathOf, writtenLocations } from '../../core/change/summary.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { isBelowAny } from '../../core/path/pathParts.ts';
import { failure, StalePlan, toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Call } from '../../tools/ports/ports.ts';
import { forEachConcurrently, forEachUntilFailure } from '../../async/eventLoop.ts';
import type { Journal } from '../journal/journal.ts';
import type { Editor } from '../ports/editor.ts';
import { isBefore, parentLocation, parentUri, type Disk } from '../ports/localDisk.ts';

/**
 * Requires that all changes of a call can be applied: that each file is writable, and as the plan found it.
 *
 * @param verifiedChanges changes whose files were just compared with `before`, so that they are not read again
 * @throws StalePlan if a location is not as the plan found it; ToolError PERMISSION_DENIED, VALIDATION_ERROR, or the
 * code of a system error
 */
export async function requireApplicable(
  changes: readonly Change[],
  disk: Disk,
  verifiedChanges: ReadonlySet<Change> = new Set(),
): Promise<void> {
  // A later change of the same path expects what the first one writes, so it cannot be compared yet.
  const firstChanges = firstChangesPerPath(changes);
  await forEachUntilFailure(changes, async (change) => {
    try {
      await requireWritable(change, disk);
      const mustCompare = firstChanges.has(change) && !verifiedChanges.has(change);
      if (mustCompare && !(await isBefore(change, disk))) throw new StalePlan(displayPathOf(change));
    } catch (cause) {
      // Passes errors of Redline on, including StalePlan; describes errors of the system.
      throw toToolError(cause, phrase('Looking at {0}', displayPathOf(change)));
    }
  });
}

/**
 * Rejects a change that
 * - writes a file that is read-only in the editor, which would accept the edit and do nothing,
 * - writes a file or folder that is read-only by its permissions, or
 * - would lose unsaved edits, since it deletes or moves their file, or creates it again.
 */
async function requireWritable(change: Change, { files, editor }: Disk): Promise<void> {
  const locations = writtenLocations(change);
  for (const { uri, path } of locations) {
    const reason = await editor.readonlyReason(uri);
    if (reason !== undefined) throwReadonly(path, reason);
  }
  // Creating a file can lose unsaved edits, too: the editor may still have unsaved edits of a deleted file at that
  // path.
  const discardsUnsavedEdits = change.kind !== 'update';
  for (const { uri, path } of locations) editor.requireNoUnsavedWork(uri, path, discardsUnsavedEdits);
  if (files === undefined) return;
  const isReadOnly = async (uri: string): Promise<boolean> => uri.startsWith('file:') && (await files.isReadOnly(uri));
  for (const { uri, path } of locations) {
    if (change.kind !== 'update' && (await isReadOnly(parentUri(uri))))
      throwReadonly(path, phrase('the permissions of its folder make it read-only'));
  }
  for (const { uri, path } of existingFilesOf(change))
    if (await isReadOnly(uri)) throwReadonly(path, phrase('its permissions make it read-only'));
}

/**
 * The existing files that a change writes or removes. Their permissions must allow writing: to delete or move a file, the
 * system requires only its folder to be writable, but a read-only file is meant to stay.
 */
function existingFilesOf(change: Change): Location[] {
  switch (change.kind) {
    case 'update':
    case 'delete':
      return [change.at];
    case 'move':
      return [change.from];
    case 'create':
    case 'copy':
    case 'createDirectory':
      return [];
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
 * Inserts changes that create the missing parent folders of a call's files. The system would create these folders
 * anyway; as changes they are in the journal, so that a rollback or undo removes them. Throws ToolError.
 */
export async function withMissingFolders(changes: readonly Change[], editor: Editor): Promise<readonly Change[]> {
  const tree = new PlannedTree(editor);
  try {
    await tree.prefetch(changes.filter(createsPath).flatMap(({ at }) => parentLocation(at) ?? []));
    const withFolders: Change[] = [];
    for (const change of changes) {
      const missingFolders = createsPath(change) ? await tree.findMissingFoldersAbove(change.at) : [];
      const folderChanges = missingFolders.map((at): Change => ({ kind: 'createDirectory', at }));
      for (const planned of [...folderChanges, change]) {
        withFolders.push(planned);
        tree.record(planned);
      }
    }
    return withFolders;
  } catch (cause) {
    throw toToolError(cause, phrase('Looking at the folders of the change'));
  }
}

/** The paths that will exist once the changes recorded so far are written. */
class PlannedTree {
  readonly #editor: Editor;
  /** Whether something is at a URI; other paths are as on disk. */
  readonly #existsByUri = new Map<string, boolean>();
  /** New URIs of moved and copied files and folders; everything below them counts as existing. */
  readonly #transferredUris = new Set<string>();
  /** URIs below which nothing on disk counts: of moved folders, and of moved or deleted links. */
  readonly #emptiedUris = new Set<string>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Looks folders up concurrently, which is faster than one after the other. */
  async prefetch(folders: readonly Location[]): Promise<void> {
    const uris = new Set(folders.map(({ uri }) => uri));
    await forEachConcurrently(uris, async (uri) => void (await this.#exists(uri)));
  }

  /** The missing folders above a location, outermost first. */
  async findMissingFoldersAbove(location: Location): Promise<readonly Location[]> {
    const missing: Location[] = [];
    let folder = parentLocation(location);
    while (folder !== undefined && !(await this.#exists(folder.uri))) {
      missing.unshift(folder);
      folder = parentLocation(folder);
    }
    return missing;
  }

  /** Records a change as if it were written. */
  record(change: Change): void {
    const { uri } = change.at;
    if (change.kind === 'delete' || change.kind === 'move') {
      const removedUri = change.kind === 'move' ? change.from.uri : uri;
      this.#existsByUri.set(removedUri, false);
      // A deleted folder is empty by then, but a moved folder takes its contents along, and so does a link.
      const { kind } = change.before;
      if (kind === 'link' || (kind === 'directory' && change.kind === 'move')) this.#recordAllGoneBelow(removedUri);
    }
    if (createsPath(change)) this.#existsByUri.set(uri, true);
    if (change.kind === 'move' || change.kind === 'copy') this.#transferredUris.add(uri);
  }

  #recordAllGoneBelow(uri: string): void {
    this.#emptiedUris.add(uri);
    this.#transferredUris.delete(uri);
    for (const known of this.#existsByUri.keys()) if (known.startsWith(`${uri}/`)) this.#existsByUri.delete(known);
    for (const known of this.#transferredUris) if (known.startsWith(`${uri}/`)) this.#transferredUris.delete(known);
  }

  async #exists(uri: string): Promise<boolean> {
    if (this.#transferredUris.has(uri) || isBelowAny(uri, this.#transferredUris)) return true;
    const known = this.#existsByUri.get(uri);
    if (known !== undefined) return known;
    const exists = !isBelowAny(uri, this.#emptiedUris) && (await this.#editor.stat(uri)) !== undefined;
    this.#existsByUri.set(uri, exists);
    return exists;
  }
}

/** The written changes without the folders that `withMissingFolders` added to the requested ones. */
export function withoutAddedFolders(
  written: readonly Change[],
  withFolders: readonly Change[],
  requested: readonly Change[],
): readonly Change[] {
  const addedFolders = new Set(withFolders);
  for (const change of requested) addedFolders.delete(change);
  return written.filter((change) => !addedFolders.has(change));
}

/** Whether a change creates a file or folder at an empty path. */
export function createsPath({ kind }: Pick<Change, 'kind'>): boolean {
  return kind !== 'update' && kind !== 'delete';
}

/** The attributes of a call's journal entry, to which the caller adds the permissions. */
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

/** Writes the entry of a call before its first change is written. Throws system errors as ToolError. */
export async function beginEntry(
  journal: Journal,
  changes: readonly Change[],
  attributes: NewEntry,
): Promise<JournalEntry> {
  return journal.begin(changes, attributes).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Recording the change in the history'));
  });
}
