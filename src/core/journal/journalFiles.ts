// Defines how the journal is kept in files: ids name and order them, an entry is a text, the contents of its call are a
// pack, and the oldest are deleted beyond the limits of the journal.
import * as z from 'zod/mini';
import type { FileContent } from '../change/change.ts';
import { parseJson } from '../endpoint/parseJson.ts';
import { folderKey, journalEntrySchema, type JournalEntry } from './journalEntry.ts';
import { storedChangeSchema, type StoredChange } from './storedChange.ts';
import type { Yielding } from '../async/yielding.ts';

/** Sorts entries, oldest first: their ids (`idAfter`) sort as texts. */
export function sortEntries(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Creates the id after `last`; the first one without `last`. An id begins with a serial number, so that ids sort in the
 * order of calls even if the clock is changed. Its random end differs between two windows that use the same number.
 */
export function idAfter(last = '0'): string {
  const number = String(Number.parseInt(last, 10) + 1).padStart(8, '0');
  return `${number}-${crypto.randomUUID().slice(0, 8)}`;
}

/*
 * Format of an entry:
 *     {…,"changes":[
 *     {change},
 *     {change}
 *     ]}
 *
 * Within a line, JSON contains no line break. `readEntry` also reads JSON in one line, as earlier versions wrote it.
 */
const changesStart = '"changes":[\n';
const changesEnd = '\n]}';

/** Number of changes in a part of the serialized text, and between two yields. */
const changesBetweenYields = 100;

/** Permission bit by which the owner of a folder can enter it (`--x`). */
const ownerEnters = 0o100;

/** The schema of an entry without its changes, which are validated one by one. */
const headSchema = z.object({ ...journalEntrySchema.shape, changes: z.array(z.unknown()) });

/** Serializes an entry to the parts of its text, to be joined. Yields before each part of changes. */
export function* serializeEntry(entry: JournalEntry): Yielding<string[]> {
  const { changes, ...fields } = entry;
  // `changes` is the last field, so that this part, without its `]}`, ends with `changesStart`.
  const parts = [`${JSON.stringify({ ...fields, changes: [] }).slice(0, -2)}\n`];
  for (let start = 0; start < changes.length; start += changesBetweenYields) {
    yield;
    const lines = changes.slice(start, start + changesBetweenYields).map((change) => JSON.stringify(change));
    parts.push((start === 0 ? '' : ',\n') + lines.join(',\n'));
  }
  return [...parts, changesEnd];
}

/** Parses an entry; undefined for an invalid text, `otherVersion` for an entry of an unknown version. */
export function* readEntry(text: string): Yielding<JournalEntry | { readonly otherVersion: true } | undefined> {
  const headEnd = text.indexOf('\n') + 1;
  const isInLines = text.endsWith(changesEnd) && text.slice(0, headEnd).endsWith(changesStart);
  const head = parseJson(isInLines ? `${text.slice(0, headEnd)}]}` : text);
  if (typeof head !== 'object' || head === null) return undefined;
  const isOtherVersion = 'version' in head && !journalEntrySchema.shape.version.safeParse(head.version).success;
  if (isOtherVersion) return { otherVersion: true };
  const parsedHead = headSchema.safeParse(head);
  if (!parsedHead.success) return undefined;
  // Without changes, there is one empty line.
  const lines = isInLines ? text.slice(headEnd, -changesEnd.length).split(',\n').filter(Boolean) : undefined;
  const changes = yield* readChanges(lines ?? parsedHead.data.changes);
  return changes && { ...parsedHead.data, changes, ...withFolderKeys(changes, parsedHead.data.permissions) };
}

/** Adds the keys of deleted folders, of which earlier versions stored the permissions by their URI alone. */
function withFolderKeys(
  changes: readonly StoredChange[],
  permissions: JournalEntry['permissions'],
): Pick<JournalEntry, 'permissions'> {
  if (permissions === undefined) return {};
  const added = changes.flatMap((change): [string, number][] => {
    const isFolder = change.kind === 'delete' && change.before.kind === 'directory';
    const bits = (isFolder ? permissions[change.at.uri] : undefined) ?? 0;
    // Without the owner's execute bit, these are the permissions of a file that was deleted at the same path.
    return (bits & ownerEnters) === 0 ? [] : [[folderKey(change.at.uri), bits]];
  });
  return { permissions: { ...Object.fromEntries(added), ...permissions } };
}

/** Validates changes, and parses those that are still JSON texts; undefined if one is invalid. */
function* readChanges(rawChanges: readonly unknown[]): Yielding<StoredChange[] | undefined> {
  const changes: StoredChange[] = [];
  for (const [index, rawChange] of rawChanges.entries()) {
    const change = storedChangeSchema.safeParse(typeof rawChange === 'string' ? parseJson(rawChange) : rawChange);
    if (!change.success) return undefined;
    changes.push(change.data);
    if (index % changesBetweenYields === changesBetweenYields - 1) yield;
  }
  return changes;
}

/*
 * Format of a pack, the file with the contents of a call: a table, followed by the contents:
 *
 *     pack    = "redline pack " length LF entry* content*
 *     entry   = SHA-256 " " size LF
 *     length  = the bytes before the first content, as ten decimal digits
 *
 * The contents are in the order of the table, without duplicates.
 */
const packMagic = 'redline pack ';
/** Length of the first line in bytes: the magic, ten digits and LF. */
export const packHeaderBytes = packMagic.length + 11;

/** Position of a content in a pack, in bytes. */
export interface PackEntry {
  readonly offset: number;
  readonly size: number;
}

/** Creates a pack as parts to write in order. */
export function createPack(contents: readonly FileContent[]): Uint8Array[] {
  const bytesByHash = new Map(contents.map(({ sha256, bytes }) => [sha256, bytes]));
  const table = [...bytesByHash].map(([sha256, { length }]) => `${sha256} ${length}\n`).join('');
  const tableEnd = String(packHeaderBytes + table.length).padStart(10, '0');
  return [new TextEncoder().encode(`${packMagic}${tableEnd}\n${table}`), ...bytesByHash.values()];
}

/** Length of a pack's first line and table, read from its first `packHeaderBytes`; undefined if it is not a pack. */
export function readTableLength(start: Uint8Array): number | undefined {
  const [, length] =
    /^redline pack (\d{10})\n$/.exec(new TextDecoder().decode(start.subarray(0, packHeaderBytes))) ?? [];
  return length === undefined ? undefined : Number(length);
}

/** Parses the table of a pack, all bytes up to `readTableLength`: the position of each content, by its SHA-256. */
export function readPackTable(table: Uint8Array): Map<string, PackEntry> {
  const entryByHash = new Map<string, PackEntry>();
  let offset = table.length;
  for (const line of new TextDecoder().decode(table.subarray(packHeaderBytes)).split('\n')) {
    const [sha256 = '', size] = line.split(' ');
    // The text after the last line ending.
    if (size === undefined) continue;
    entryByHash.set(sha256, { offset, size: Number(size) });
    offset += Number(size);
  }
  return entryByHash;
}

/**
 * Creates a test that tells whether an entry may be deleted: if it is not needed, and no entry in progress is undoing it.
 * One test serves many entries, since thousands may be over the limits and needed.
 */
export function createDeletableTest(
  needed: readonly JournalEntry[],
  entries: readonly JournalEntry[],
): (entry: JournalEntry) => boolean {
  const revertedIds = entries.flatMap(({ state, reverts = [] }) => (state === 'applying' ? reverts : []));
  const neededIds = new Set([...needed.map(({ id }) => id), ...revertedIds]);
  return ({ id }) => !neededIds.has(id);
}

/**
 * Selects the entries to delete from a journal (oldest first): the oldest over the limits, undos and redos of deleted
 * calls, and an undo together with its redo. Never deletes the newest entry, the entries that it reverts, or entries in
 * progress. Deleting the selected ones in order keeps the journal consistent at any time.
 *
 * @param maxBytes limit of all contents without large files, and separately of the large files
 */
export function selectBeyondLimits(
  entries: readonly JournalEntry[],
  maxCalls: number,
  maxBytes: number,
): JournalEntry[] {
  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  const keptIds = idsOfNewest(entries, entryById);
  const idsWithoutEffect = idsWithoutEffectOf(entries, entryById);
  let [callCount, usedBytes, usedLargeBytes] = [0, 0, 0];
  for (const entry of entries.toReversed()) {
    // Deleted in any case, so it does not count towards the limits.
    if (idsWithoutEffect.has(entry.id) && !keptIds.has(entry.id)) continue;
    usedBytes += entry.bytes;
    if (entry.reverts === undefined) callCount++;
    // Large files have their own limit, so that they displace only older large files. One that does not fit displaces
    // none. The other limits cut the journal at one point: all older entries are over them, too.
    const isLargeWithinLimit = entry.large === undefined || usedLargeBytes + entry.large <= maxBytes;
    const isWithinLimits = callCount <= maxCalls && usedBytes <= maxBytes && isLargeWithinLimit;
    if (entry.state === 'applying' || isWithinLimits) keptIds.add(entry.id);
    if (keptIds.has(entry.id)) usedLargeBytes += entry.large ?? 0;
  }
  // An undo without its call is useless. Oldest first, so that a redo goes together with its undo.
  for (const { id, reverts, state } of entries)
    if (reverts !== undefined && state === 'applied' && !keptIds.has(reverts)) keptIds.delete(id);
  return entries.filter(({ id }) => !keptIds.has(id));
}

/** Ids of the newest entry, of the entry that it reverts, of the entry that this one reverts, and so on. */
function idsOfNewest(entries: readonly JournalEntry[], entryById: ReadonlyMap<string, JournalEntry>): Set<string> {
  const ids = new Set<string>();
  for (let entry = entries.at(-1); entry !== undefined; entry = entryById.get(entry.reverts ?? '')) ids.add(entry.id);
  return ids;
}

/** Ids of undos that a redo has undone, and of those redos: together they have no effect. Both must be applied. */
function idsWithoutEffectOf(
  entries: readonly JournalEntry[],
  entryById: ReadonlyMap<string, JournalEntry>,
): Set<string> {
  return new Set(
    entries.flatMap(({ id, reverts = '', state }) => {
      const undo = entryById.get(reverts);
      return state === 'applied' && undo?.reverts !== undefined && undo.state === 'applied' ? [id, undo.id] : [];
    }),
  );
}
