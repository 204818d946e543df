// Serializes and parses journal entries as JSON, one change a line, so that long entries can be handled in slices.
import * as z from 'zod/mini';
import { parseJson } from '../endpoint/parseJson.ts';
import { folderKey, journalEntrySchema, type JournalEntry } from './journalEntry.ts';
import { storedChangeSchema, type StoredChange } from './storedChange.ts';
import type { Yielding } from '../async/yielding.ts';

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
    // Bits by which a folder cannot be entered are those of a file at its path.
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
