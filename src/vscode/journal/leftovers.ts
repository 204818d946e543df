// Removes files of the journal that no entry needs.

import { blobsOf, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { blobsFolder } from './blobs.ts';
import { claimsFolder } from './lease.ts';
import { idOf, journalFolder } from './entryFiles.ts';
import { leasesFolder } from './lease.ts';

/** Minimum age, in milliseconds, of a leftover: a newer unneeded file may belong to an entry that is about to be written. */
const minAge = 3_600_000;

/**
 * Removes files of interrupted writes, and contents of earlier versions without an entry. Removes a file only if it is
 * old
 * and no entry needs it, since the lease and the bytes of an entry are written before the entry.
 *
 * @param entries all entries that this window could read
 */
export async function removeLeftovers(
  storage: StorageFolder,
  folders: readonly string[],
  entries: readonly JournalEntry[],
): Promise<void> {
  for (const folder of folders) {
    const drafts = (await storage.list(folder)).filter((name) => name.endsWith('.draft'));
    await removeOld(storage, folder, drafts);
  }
  const leases = await storage.list(leasesFolder);
  const claims = await storage.list(claimsFolder);
  const blobs = await storage.list(blobsFolder);
  // Listed after the bytes, so that an entry written in between protects its bytes.
  const names = await storage.list(journalFolder);
  const ids = new Set(names.map(idOf));
  // A recovery removes its claims, unless its window dies right before.
  const applied = new Set(entries.filter(({ state }) => state === 'applied').map(({ id }) => id));
  const unneededClaims = claims.filter((name) => !ids.has(idOf(name)) || applied.has(idOf(name)));
  await removeOld(storage, claimsFolder, unneededClaims);
  // Leases of windows that died before their entry was written; nothing else checks whether these have ended.
  const owners = new Set(entries.map(({ owner }) => owner));
  await removeOld(
    storage,
    leasesFolder,
    leases.filter((id) => !owners.has(id)),
  );
  const unneeded = blobs.filter((name) => !isShared(name) && !ids.has(idOf(name)));
  await removeOld(storage, blobsFolder, [...unneeded, ...unneededShared(blobs, names, entries)]);
}

/** Shared contents of earlier versions that no entry needs; this version adds none. */
function unneededShared(
  blobs: readonly string[],
  names: readonly string[],
  entries: readonly JournalEntry[],
): string[] {
  const shared = blobs.filter(isShared);
  const read = new Set(entries.map(({ id }) => id));
  // An entry that could not be read may need any of them.
  const hasUnread = names.some((name) => !name.endsWith('.draft') && !read.has(idOf(name)));
  if (shared.length === 0 || hasUnread) return [];
  const withPack = new Set(blobs.map(idOf));
  const needed = new Set(entries.filter(({ id }) => !withPack.has(id)).flatMap(blobsOf));
  return shared.filter((name) => !needed.has(name));
}

function isShared(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

async function removeOld(storage: StorageFolder, folder: string, names: readonly string[]): Promise<void> {
  const newest = Date.now() - minAge;
  await forEachConcurrently(names, async (name) => {
    const stats = await storage.stat(`${folder}/${name}`);
    if (stats !== undefined && stats.modified < newest) await storage.remove(`${folder}/${name}`);
  });
}
