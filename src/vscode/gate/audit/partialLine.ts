// Ends a line of the audit log that a full disk or a crash cut off. Loaded only when there is such a line.
import { lineFeed } from '../../../core/text/text.ts';
import type { StorageFolder } from '../../../tools/ports/diskPorts.ts';

/** Byte value of a space. */
const space = 32;

/**
 * Overwrites a partially written last line with spaces, so that the next line can be parsed. In place, since other
 * windows may append lines meanwhile. If one of them holds the lock, ends the line instead.
 *
 * @param withLock runs work under the log's lock; false if another window holds it
 */
export async function endPartialLine(
  folder: StorageFolder,
  file: string,
  withLock: (work: () => Promise<void>) => Promise<boolean>,
): Promise<void> {
  const isBlanked = await withLock(async () => {
    const { from, bytes } = await lastLineOf(folder, file);
    await folder.overwrite(file, from, new Uint8Array(bytes.length).fill(space));
  });
  // A line with only spaces was blanked by the window that holds the lock.
  if (!isBlanked && (await lastLineOf(folder, file)).bytes.some((byte) => byte !== space))
    await folder.append(file, Uint8Array.of(lineFeed));
}

/** The bytes after the last newline, and their offset. */
async function lastLineOf(folder: StorageFolder, file: string): Promise<{ from: number; bytes: Uint8Array }> {
  const bytes = (await folder.read(file)) ?? new Uint8Array();
  const from = bytes.lastIndexOf(lineFeed) + 1;
  return { from, bytes: bytes.subarray(from) };
}
