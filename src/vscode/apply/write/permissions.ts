// Reads the permissions that a rollback or an undo of a call restores.

import type { Change } from '../../../core/change/change.ts';
import type { Modes } from '../../../tools/ports/diskPorts.ts';

/** Mode bits by which the owner of a folder can create and delete files in it (`-wx`). */
const ownerWrites = 0o300;

/**
 * Reads the permission bits to set, by URI: of deleted files and folders, for a rollback, and of folders that replace
 * others. The latter stay writable, so that the call can write files in them and an undo can delete these.
 */
export async function permissionsOf(
  changes: readonly Change[],
  modes: Modes | undefined,
): Promise<Record<string, number>> {
  const bitsByUri: Record<string, number> = {};
  /** Where the files that the call moves are now, by their new URIs. */
  const currentUris = new Map<string, string>();
  for (const change of changes) {
    const { uri } = change.at;
    if (change.kind === 'move') currentUris.set(uri, currentUris.get(change.from.uri) ?? change.from.uri);
    if (change.kind === 'createDirectory' && change.original !== undefined) {
      const bits = await permissionsAt(change.original.uri, modes);
      if (bits !== undefined && uri.startsWith('file:')) bitsByUri[uri] = bits | ownerWrites;
    } else if (change.kind === 'delete' && change.before.kind !== 'link') {
      const bits = await permissionsAt(currentUris.get(uri) ?? uri, modes);
      if (bits !== undefined) bitsByUri[uri] = bits;
    }
  }
  return bitsByUri;
}

/** Reads all permission bits of files whose executable bit changes, by URI, so that an undo restores all of them. */
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
