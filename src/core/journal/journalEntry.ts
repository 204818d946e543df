// Defines the entries of the write-ahead journal: their schema, how they are created and updated, and which contents
// must be stored for them.
import * as z from 'zod/mini';
import { isFileContent, type Change, type FileContent, type LargeContent } from '../change/change.ts';
import type { Phrase } from '../wording/phrase.ts';
import {
  contentsOfSides,
  hasLargeSide,
  hasUnreadSide,
  storedChangeSchema,
  toStored,
  type StoredChange,
} from './storedChange.ts';
import { compareChange } from '../change/changeComparison.ts';
import { sumCounts } from '../change/summary.ts';
import type { Yielding } from '../async/yielding.ts';

/** Maximum total size of contents, in bytes, up to which added and removed lines are counted, since counting blocks. */
const maxCountedBytes = 2 * 1024 * 1024;

const phraseSchema: z.ZodMiniType<Phrase> = z.object({
  text: z.string(),
  args: z.array(z.union([z.string(), z.number(), z.lazy(() => phraseSchema)])),
});

/**
 * An entry of the write-ahead journal: a call, the undo of a call, or the undo of an undo (a redo). The names are
 * stored: to rename one breaks old journals.
 */
export const journalEntrySchema = z.object({
  /**
   * The highest version that applies: 5 if handed over, 4 with unread files, 3 with large files, else 2.
   *
   * Redline skips entries of unknown versions: an older Redline would misread such contents, and complete or roll back
   * what an agent's own tool writes.
   */
  version: z.union([z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  id: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** English text of `phrase`. */
  title: z.string(),
  /** Absent in entries of earlier versions, like `lines`. */
  phrase: z.optional(phraseSchema),
  /** Name of the called tool, or `revertTool`. */
  tool: z.string(),
  /** Id of the agent's conversation. */
  session: z.optional(z.string()),
  /** From the port `Caller`: the agent, the channel of the call, and the call's id. */
  caller: z.optional(z.object({ agent: z.string(), via: z.string(), toolUse: z.optional(z.string()) })),
  /** The agent's turn in which it made the call: the turn's id, and the session id of the agent's hooks. */
  turn: z.optional(z.object({ session: z.string(), turn: z.string() })),
  /** The id of the entry that this one undoes. */
  reverts: z.optional(z.string()),
  /** Ids of the entries that a revert of a turn undoes. It may also revert changes that no entry contains. */
  takesBack: z.optional(z.array(z.string())),
  /** `applying` is written before the first file. If it is found at the next start, the call was interrupted. */
  state: z.enum(['applying', 'applied']),
  /** Whether the agent's own tool writes the files, so that recovery only compares them. */
  handedOver: z.optional(z.literal(true)),
  /** Whether it was applied without approval, for the user to review afterwards. */
  later: z.optional(z.literal(true)),
  /** Id of the window that applies it. */
  owner: z.optional(z.string()),
  /** Permissions of the deleted files and folders, by URI; of a folder by `folderKey`. */
  permissions: z.optional(z.record(z.string(), z.number())),
  /** Permissions before the call of the files whose mode it changes, by URI. Absent in entries of earlier versions. */
  modesBefore: z.optional(z.record(z.string(), z.number())),
  /** Total size of all contents in bytes, without large files. */
  bytes: z.number(),
  /** Total size of the copies of large files in bytes. Absent if no content is large or unread. */
  large: z.optional(z.number()),
  /** Absent if they were not counted (`countsLines`). */
  lines: z.optional(z.object({ added: z.number(), removed: z.number() })),
  changes: z.array(storedChangeSchema),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** The key of a folder's permissions, since a file in its place has its own. */
export function folderKey(uri: string): string {
  return `${uri}/`;
}

/** Tool name in the entries of reverts from To Review. */
export const revertTool = 'redline_revert';

/** Whether an entry is a revert, undo or redo by the user, and no agent's call. */
export function isRevertEntry({ tool, reverts }: Pick<JournalEntry, 'tool' | 'reverts'>): boolean {
  return reverts !== undefined || tool === revertTool;
}

/** The fields of a new entry that its creator provides; `createEntry` adds the others. */
export type NewEntry = Omit<
  JournalEntry,
  'version' | 'id' | 'time' | 'state' | 'owner' | 'bytes' | 'large' | 'lines' | 'changes'
>;

/** Creates an entry in the state `applying`, with the current time. */
export function createEntry(
  details: NewEntry & { id: string; owner: string },
  changes: readonly Change[],
): JournalEntry {
  const contentVersion = contentVersionOf(changes);
  return {
    version: details.handedOver === true ? 5 : contentVersion,
    time: new Date().toISOString(),
    ...details,
    state: 'applying',
    ...(contentVersion > 2 ? { large: totalCopyBytes(changes) } : {}),
    ...storedPartsOf(changes, details.reverts),
  };
}

/** The lowest version that can store the contents of these changes. */
function contentVersionOf(changes: readonly Change[]): 2 | 3 | 4 {
  if (changes.some(hasUnreadSide)) return 4;
  return changes.some(hasLargeSide) ? 3 : 2;
}

/**
 * Replaces, in place, the planned changes of an entry by those that were written. Compares them first, in time slices.
 * Keeps the entry's version, and `large`: the copies of large files were made for the planned changes.
 */
export function* replaceChanges(entry: JournalEntry, written: readonly Change[]): Yielding<void> {
  if (countsLines(written, entry.reverts)) for (const change of written) yield* compareChange(change);
  Object.assign(entry, storedPartsOf(written, entry.reverts));
}

/** The changes as stored, their size, and their lines if these are counted. Changes not yet compared block. */
function storedPartsOf(
  changes: readonly Change[],
  reverts: string | undefined,
): Pick<JournalEntry, 'bytes' | 'lines' | 'changes'> {
  const lines = countsLines(changes, reverts) ? sumCounts(changes) : undefined;
  return { bytes: totalBytes(changes), lines, changes: changes.map(toStored) };
}

function countsLines(changes: readonly Change[], reverts: string | undefined): boolean {
  return reverts === undefined && totalBytes(changes) <= maxCountedBytes;
}

/** Whether an entry has exactly these changes, in this order, as stored. */
export function hasSameChanges(entry: JournalEntry, changes: readonly Change[]): boolean {
  return JSON.stringify(entry.changes) === JSON.stringify(changes.map(toStored));
}

/** The contents of a change whose bytes the blob store must contain. */
export function storedContentsOf(change: Change): FileContent[] {
  return contentsOfSides(change).flatMap((side) => {
    if (side.kind === 'large') return side.tail ?? [];
    return isFileContent(side) ? side : [];
  });
}

/** Total size, in bytes, of all contents whose bytes the blob store must contain. */
export function totalBytes(changes: readonly Change[]): number {
  return changes.flatMap(storedContentsOf).reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** SHA-256 of every content that an entry needs from the blob store. */
export function blobHashesOf(entry: JournalEntry): string[] {
  return entry.changes.flatMap((change) =>
    contentsOfSides(change).flatMap((side) => {
      const file = side.kind === 'large' ? side.tail : side;
      return file !== undefined && 'sha256' in file ? [file.sha256] : [];
    }),
  );
}

/** A large file of which the journal needs a copy. */
interface LargeFileCopy {
  readonly content: LargeContent;
  /** URI to copy the file from, before the change is made; undefined if the change restores it from an older copy. */
  readonly uri: string | undefined;
}

/**
 * Lists the large files that an entry must store, which are the files that a change replaces, deletes or restores.
 * Moves and copies need none, since the bytes stay on disk; nor do changes of the end alone, which is stored like other
 * contents.
 */
export function largeFileCopiesOf(change: Change): LargeFileCopy[] {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return [];
  const before = 'before' in change && change.before.kind === 'large' ? change.before : undefined;
  const after = 'after' in change && change.after.kind === 'large' ? change.after : undefined;
  // Only the end of the file differs. The journal stores it as `tail`.
  if (before?.tail !== undefined || after?.tail !== undefined) return [];
  return [
    ...(before === undefined ? [] : [{ content: before, uri: change.at.uri }]),
    ...(after === undefined ? [] : [{ content: after, uri: undefined }]),
  ];
}

/** Total size, in bytes, of the large files that must be stored for changes; equal files count once. */
export function totalCopyBytes(changes: readonly Change[]): number {
  const sizeByHash = new Map(changes.flatMap(largeFileCopiesOf).map(({ content }) => [content.sha256, content.size]));
  return [...sizeByHash.values()].reduce((sum, size) => sum + size, 0);
}

/** The SHA-256 of all large files in stored changes, including those without a copy. */
export function largeFileHashesOf(changes: readonly StoredChange[]): string[] {
  return changes.flatMap((change) =>
    contentsOfSides(change).flatMap((side) => (side.kind === 'large' ? [side.sha256] : [])),
  );
}
