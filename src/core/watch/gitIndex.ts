// Reads the user's git index, and writes that of Watch's own repository. Format: https://git-scm.com/docs/index-format
import type { Yielding } from '../async/yielding.ts';

/** An entry of git's index. */
export interface IndexEntry {
  /** Path from the root of the working tree, as bytes. */
  readonly path: Uint8Array;
  /** Git's mode: 0o100644, 0o100755, 0o120000 (link), 0o160000 (a repository). */
  readonly mode: number;
  /** File size on disk, modulo 2^32; 0 if git does not know whether the file is still the one it stored. */
  readonly size: number;
  /** The file's mtime or ctime, whichever is later, in seconds since 1970. */
  readonly modified: number;
  /** Object id of the content, as bytes. */
  readonly id: Uint8Array;
  /** Whether git compares the file with the entry: no conflict, and no flag that the file is not on disk. */
  readonly isPlain: boolean;
  /** The `stat` data by which git detects changes: 40 bytes, as in the index. */
  readonly stat: Uint8Array;
}

const flagMasks = { assumeValid: 0x8000, extended: 0x4000, stage: 0x3000, maxName: 0xfff };
/** The extended flags `skip-worktree` (of a sparse checkout) and `intent-to-add`. */
const notOnDiskFlags = 0x6000;
/** "DIRC". The version and the number of entries follow. */
const signature = 0x44495243;
const headerBytes = 12;
/** Length of `stat`, and the offsets of 32-bit numbers in it. */
const statBytes = 40;
const statOffsets = { ctimeSeconds: 0, mtimeSeconds: 8, mode: 24, size: 36 };
/** Length of an extension's header: its name of 4 letters, and the length of its data. */
const extensionHeaderBytes = 4 + 4;
/** Number of entries after which reading and writing yield. */
const entriesBetweenYields = 1024;

/**
 * Reads the entries of an index of version 2, 3 or 4, in git's order. Does not verify the checksum.
 * @param idLength bytes of an id: 20 with SHA-1, 32 with SHA-256
 * @returns undefined for an index that is split, sparse or damaged
 */
export function* parseIndex(bytes: Uint8Array, idLength: number): Yielding<IndexEntry[] | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // A checksum, as long as an id, is at the end.
  const end = bytes.length - idLength;
  if (end < headerBytes || view.getUint32(0) !== signature) return undefined;
  const [version, count] = [view.getUint32(4), view.getUint32(8)];
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  // An entry has its `stat`, the id, 16 bits of flags, 16 more if the `extended` flag is set, and the name.
  const fixedBytes = statBytes + idLength + 2;
  let entryStart = headerBytes;
  let previousPath = new Uint8Array();
  while (entries.length < count) {
    if (entryStart + fixedBytes > end) return undefined;
    const flags = view.getUint16(entryStart + fixedBytes - 2);
    const isExtended = (flags & flagMasks.extended) !== 0;
    const extendedFlags = isExtended ? view.getUint16(entryStart + fixedBytes) : 0;
    const nameStart = entryStart + fixedBytes + (isExtended ? 2 : 0);
    const name =
      version === 4 ? readCompressedName(bytes, nameStart, previousPath) : readPlainName(bytes, nameStart, entryStart);
    if (name === undefined || name.nextEntry > end) return undefined;
    entries.push({
      path: name.path,
      ...readStat(view, entryStart),
      id: bytes.subarray(entryStart + statBytes, entryStart + statBytes + idLength),
      isPlain: (flags & (flagMasks.assumeValid | flagMasks.stage)) === 0 && (extendedFlags & notOnDiskFlags) === 0,
      stat: bytes.subarray(entryStart, entryStart + statBytes),
    });
    previousPath = name.path;
    entryStart = name.nextEntry;
    if (entries.length % entriesBetweenYields === 0) yield;
  }
  return hasMandatoryExtension(bytes, entryStart, end) ? undefined : entries;
}

function readStat(view: DataView, start: number): Pick<IndexEntry, 'mode' | 'size' | 'modified'> {
  const changedAt = view.getUint32(start + statOffsets.ctimeSeconds);
  const modifiedAt = view.getUint32(start + statOffsets.mtimeSeconds);
  return {
    mode: view.getUint32(start + statOffsets.mode),
    size: view.getUint32(start + statOffsets.size),
    modified: Math.max(changedAt, modifiedAt),
  };
}

interface EntryName {
  readonly path: Uint8Array<ArrayBuffer>;
  /** Offset of the next entry. */
  readonly nextEntry: number;
}

/** Reads a name, which is followed by 1 to 8 zeros, up to a multiple of 8 bytes from the entry's start. */
function readPlainName(bytes: Uint8Array, nameStart: number, entryStart: number): EntryName | undefined {
  const nul = bytes.indexOf(0, nameStart);
  if (nul < 0) return undefined;
  const zeros = 8 - ((nul - entryStart) % 8);
  return { path: bytes.slice(nameStart, nul), nextEntry: nul + zeros };
}

/**
 * Reads a name of version 4: the number of bytes to drop from the end of the previous name, and the bytes to append. The
 * number is encoded in 7 bits of each byte, the highest first. Bit 7 is set in each byte but the last, and one is added
 * before the next 7 bits.
 */
function readCompressedName(bytes: Uint8Array, start: number, previousPath: Uint8Array): EntryName | undefined {
  let next = start;
  let byte = bytes[next++] ?? 0;
  let droppedBytes = byte & 0x7f;
  // A damaged index may contain any number. The loop ends before the shift overflows.
  while ((byte & 0x80) !== 0 && droppedBytes <= previousPath.length) {
    byte = bytes[next++] ?? 0;
    droppedBytes = ((droppedBytes + 1) << 7) | (byte & 0x7f);
  }
  const nul = bytes.indexOf(0, next);
  if (nul < 0 || droppedBytes > previousPath.length) return undefined;
  const keptBytes = previousPath.length - droppedBytes;
  const path = new Uint8Array(keptBytes + nul - next);
  path.set(previousPath.subarray(0, keptBytes));
  path.set(bytes.subarray(next, nul), keptBytes);
  return { path, nextEntry: nul + 1 };
}

/** Whether an extension follows that changes the meaning of the entries: its name does not begin with A to Z. */
function hasMandatoryExtension(bytes: Uint8Array, from: number, end: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = from; at + extensionHeaderBytes <= end; at += extensionHeaderBytes + view.getUint32(at + 4)) {
    const firstLetter = String.fromCharCode(bytes[at] ?? 0);
    if (firstLetter < 'A' || firstLetter > 'Z') return true;
  }
  return false;
}

/** An index entry to write. Without `stat`, git rereads the file to detect changes. */
export interface NewIndexEntry extends Pick<IndexEntry, 'path' | 'mode' | 'id'> {
  readonly stat: Uint8Array | undefined;
}

/**
 * Writes an index of version 2, without the final checksum, which the caller appends.
 * @param entries in git's order: by the bytes of their paths
 */
export function* serializeIndex(entries: readonly NewIndexEntry[], idLength: number): Yielding<Uint8Array> {
  const fixedBytes = statBytes + idLength + 2;
  // Includes the 1 to 8 zeros after the name: see `readPlainName`.
  const entryBytes = ({ path }: NewIndexEntry): number => (fixedBytes + path.length + 8) & ~7;
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + entryBytes(entry), headerBytes));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature);
  view.setUint32(4, 2);
  view.setUint32(8, entries.length);
  let entryStart = headerBytes;
  for (const [index, entry] of entries.entries()) {
    if (entry.stat !== undefined) bytes.set(entry.stat, entryStart);
    view.setUint32(entryStart + statOffsets.mode, entry.mode);
    bytes.set(entry.id, entryStart + statBytes);
    view.setUint16(entryStart + fixedBytes - 2, Math.min(entry.path.length, flagMasks.maxName));
    bytes.set(entry.path, entryStart + fixedBytes);
    entryStart += entryBytes(entry);
    if (index % entriesBetweenYields === 0) yield;
  }
  return bytes;
}
