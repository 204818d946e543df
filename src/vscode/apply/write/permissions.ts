// Reads, before a call, the permissions that the call, its rollback or its undo sets again.

import type { Change } from '../../../core/change/change.ts';
import { folderKey } from '../../../core/journal/journalEntry.ts';
import type { Modes } from '../../../tools/ports/diskPorts.ts';

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
