import { blobsOf, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import { blobsFolder } from './blobs.ts';
import { claimsFolder } from './claims.ts';
import { idOf, journalFolder } from './entryFiles.ts';

/** So long ago, in milliseconds, that whoever wrote it cannot be about to need it. */
const old = 3_600_000;

/**
 * Removes what writes that were cut off left behind, and the contents that earlier versions kept for entries which are
 * gone: what no entry needs, *and* is old, since the bytes of an entry are written before it is.
 *
 * @param entries all that this window could read
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
  const claims = await storage.list(claimsFolder);
  const blobs = await storage.list(blobsFolder);
  // Listed later than the bytes: an entry that came in between is seen, and so are its bytes.
  const names = await storage.list(journalFolder);
  const needing = new Set(names.map(idOf));
  // Whoever ends a step takes its claims away; one who dies then does not.
  const ended = new Set(entries.filter(({ state }) => state === 'applied').map(({ id }) => id));
  await removeOld(
    storage,
    claimsFolder,
    claims.filter((name) => !needing.has(idOf(name)) || ended.has(idOf(name))),
  );
  const unneeded = blobs.filter((name) => !isShared(name) && !needing.has(idOf(name)));
  await removeOld(storage, blobsFolder, [...unneeded, ...unneededShared(blobs, names, entries)]);
}

/** Contents that earlier versions kept for all entries together: nothing is added to them any more. */
function unneededShared(
  blobs: readonly string[],
  names: readonly string[],
  entries: readonly JournalEntry[],
): string[] {
  const shared = blobs.filter(isShared);
  const read = new Set(entries.map(({ id }) => id));
  // What an entry needs that could not be read is not known.
  if (shared.length === 0 || names.some((name) => !name.endsWith('.draft') && !read.has(idOf(name)))) return [];
  const withOwn = new Set(blobs.map(idOf));
  const needed = new Set(entries.filter(({ id }) => !withOwn.has(id)).flatMap(blobsOf));
  return shared.filter((name) => !needed.has(name));
}

function isShared(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

async function removeOld(storage: StorageFolder, folder: string, names: readonly string[]): Promise<void> {
  const before = Date.now() - old;
  await eachInLanes(names, async (name) => {
    const found = await storage.stat(`${folder}/${name}`);
    if (found !== undefined && found.modified < before) await storage.remove(`${folder}/${name}`);
  });
}
