// Removes files of the journal that no entry needs.

import { blobHashesOf, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { entryIdOf } from './entryFiles.ts';
import { blobsFolder, claimsFolder, journalFolder, leasesFolder, storageFolders } from './storageFolders.ts';

/** Minimum age of a leftover (one hour): a newer file may belong to an entry that is about to be written. */
const minAgeMs = 3_600_000;

/**
 * Removes files of interrupted writes, and contents of earlier versions without an entry. Removes a file only if it is
 * old and no entry needs it, since the lease and the bytes of an entry are written before the entry.
 *
 * @param entries all entries that this window could read
 */
export async function removeLeftovers(storage: StorageFolder, entries: readonly JournalEntry[]): Promise<void> {
  // Any of them may contain drafts.
  for (const folder of storageFolders) {
    const drafts = (await storage.list(folder)).filter((name) => name.endsWith('.draft'));
    await removeIfOld(storage, folder, drafts);
  }
  const leases = await storage.list(leasesFolder);
  const claims = await storage.list(claimsFolder);
  const blobs = await storage.list(blobsFolder);
  // Listed after the bytes, so that an entry written in between protects its bytes.
  const entryFileNames = await storage.list(journalFolder);
  const entryIds = new Set(entryFileNames.map(entryIdOf));
  const isOfMissingEntry = (name: string): boolean => !entryIds.has(entryIdOf(name));
  // A recovery removes its claims, unless its window dies right before.
  const appliedIds = new Set(entries.filter(({ state }) => state === 'applied').map(({ id }) => id));
  const unneededClaims = claims.filter((name) => isOfMissingEntry(name) || appliedIds.has(entryIdOf(name)));
  await removeIfOld(storage, claimsFolder, unneededClaims);
  // Leases of windows that died before their entry was written, or before they removed the lease of an applied entry.
  // Nothing else checks whether such a lease has ended.
  const neededLeases = new Set(entries.filter(({ state }) => state === 'applying').map(({ owner }) => owner));
  const unneededLeases = leases.filter((id) => !neededLeases.has(id));
  await removeIfOld(storage, leasesFolder, unneededLeases);
  // Packs, and copies of large files.
  const unneededFiles = blobs.filter((name) => !isSharedBlob(name) && isOfMissingEntry(name));
  await removeIfOld(storage, blobsFolder, [...unneededFiles, ...unneededSharedBlobs(blobs, entryFileNames, entries)]);
}

/** Shared contents of earlier versions that no entry needs; this version adds none. */
function unneededSharedBlobs(
  blobs: readonly string[],
  entryFileNames: readonly string[],
  entries: readonly JournalEntry[],
): string[] {
  const sharedBlobs = blobs.filter(isSharedBlob);
  const readIds = new Set(entries.map(({ id }) => id));
  // An entry that could not be read may need any of them.
  const hasUnread = entryFileNames.some((name) => !name.endsWith('.draft') && !readIds.has(entryIdOf(name)));
  if (sharedBlobs.length === 0 || hasUnread) return [];
  const idsWithPack = new Set(blobs.map(entryIdOf));
  const neededBlobs = new Set(entries.filter(({ id }) => !idsWithPack.has(id)).flatMap(blobHashesOf));
  return sharedBlobs.filter((name) => !neededBlobs.has(name));
}

function isSharedBlob(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

async function removeIfOld(storage: StorageFolder, folder: string, names: readonly string[]): Promise<void> {
  const maxModifiedMs = Date.now() - minAgeMs;
  await forEachConcurrently(names, async (name) => {
    const stats = await storage.stat(`${folder}/${name}`);
    if (stats !== undefined && stats.modified < maxModifiedMs) await storage.remove(`${folder}/${name}`);
  });
}
