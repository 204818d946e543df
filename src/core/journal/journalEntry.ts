import * as z from 'zod/mini';
import type { Change, Content, FileContent, LargeContent, Location } from '../change/change.ts';
import { isOfLargeFile, isOfUnreadFile, sidesOf, sizeOfKept } from './keptFiles.ts';
import type { Phrase } from '../wording/phrase.ts';
import { totalOf } from '../change/summary.ts';

/** Most bytes of contents whose lines are counted. */
const maxCounted = 2 * 1024 * 1024;

const location = z.object({ uri: z.string(), path: z.string(), real: z.string() });
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const lossy = z.optional(z.literal(true));
const text = z.object({ kind: z.literal('text'), encoding: z.string(), sha256, lossy });
const binary = z.object({ kind: z.literal('binary'), sha256 });
const large = z.object({
  kind: z.literal('large'),
  size: z.number(),
  sha256,
  tail: z.optional(z.discriminatedUnion('kind', [text, binary])),
});
const unread = z.object({ kind: z.literal('unread'), size: z.number(), modified: z.optional(z.number()) });
const link = z.object({ kind: z.literal('link'), target: z.string() });
const directory = z.object({ kind: z.literal('directory') });
const mode = z.optional(z.object({ before: z.optional(z.boolean()), after: z.boolean() }));
const content = z.discriminatedUnion('kind', [text, binary, large, unread, link, directory]);

/** A change as the journal keeps it: contents by their SHA-256, the bytes themselves in the blob store. */
export const storedChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    at: location,
    after: z.discriminatedUnion('kind', [text, binary, large, link]),
    mode,
  }),
  z.object({
    kind: z.literal('update'),
    at: location,
    before: z.discriminatedUnion('kind', [text, binary, large]),
    after: z.discriminatedUnion('kind', [text, binary, large]),
    mode,
  }),
  z.object({ kind: z.literal('delete'), at: location, before: content, mode }),
  z.object({ kind: z.literal('move'), from: location, at: location, before: content, after: content, mode }),
  z.object({ kind: z.literal('copy'), from: location, at: location, after: content, mode }),
  z.object({ kind: z.literal('createDirectory'), at: location }),
]);

const phrase: z.ZodMiniType<Phrase> = z.object({
  text: z.string(),
  args: z.array(z.union([z.string(), z.number(), z.lazy(() => phrase)])),
});

/**
 * One step in the history: a call, or (with `reverts`, the id of another entry) the taking back of one; that may be taken
 * back itself, which does the call again. `applying` is written ahead of the change, so an entry that is still in that
 * state at the next start names a step that was cut off, unless its `owner` is a window that is still at work. Times are
 * ISO 8601 UTC; `title` is the English of `phrase`, which entries of earlier versions lack; `permissions` are those of what the step deletes, by URI; `bytes` is the sum of all contents but the large files, whose sum is `large`; `lines` counts the lines added and removed, which entries of earlier versions lack. Entries with such files are of version 3, and those with unread ones of version 4, which earlier versions of Redline leave alone.
 */
export const journalEntry = z.object({
  version: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  id: z.string(),
  time: z.string(),
  title: z.string(),
  phrase: z.optional(phrase),
  tool: z.string(),
  session: z.optional(z.string()),
  reverts: z.optional(z.string()),
  state: z.enum(['applying', 'applied']),
  owner: z.optional(z.string()),
  permissions: z.optional(z.record(z.string(), z.number())),
  bytes: z.number(),
  large: z.optional(z.number()),
  lines: z.optional(z.object({ added: z.number(), removed: z.number() })),
  changes: z.array(storedChange),
});

export type JournalEntry = z.infer<typeof journalEntry>;
/** What is told of a step when it begins. */
export type NewEntry = Pick<JournalEntry, 'title' | 'phrase' | 'tool' | 'session' | 'reverts' | 'permissions'>;
export type StoredChange = z.infer<typeof storedChange>;
type StoredContent = z.infer<typeof content>;
type StoredLarge = z.infer<typeof large>;
export type StoredFile = z.infer<typeof text> | z.infer<typeof binary>;

/** The bytes of a content, by their SHA-256. Throws where they are gone. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array>;
/** The text of bytes in an encoding, without its byte order mark. */
export type DecodeText = (bytes: Uint8Array, encoding: string) => Promise<string>;

/** The contents with bytes that a change holds: what the blob store must keep for it. */
export function contentsOf(change: Change): FileContent[] {
  return sidesOf(change).flatMap((side) => {
    if (side.kind === 'large') return side.tail ?? [];
    return hasNoBytes(side) ? [] : side;
  });
}

/** The sum of all contents of changes, in bytes. */
export function bytesOf(changes: readonly Change[]): number {
  return changes.flatMap(contentsOf).reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The SHA-256 of every content that an entry needs. */
export function blobsOf(entry: JournalEntry): string[] {
  return entry.changes.flatMap((change) =>
    sidesOf(change).flatMap((side) => {
      if (side.kind === 'large') return side.tail === undefined ? [] : [side.tail.sha256];
      return 'sha256' in side ? [side.sha256] : [];
    }),
  );
}

/** Lines added and removed; of what would take long to compare, they are not counted. */
function linesOf(changes: readonly Change[], bytes: number): Pick<JournalEntry, 'lines'> {
  return bytes > maxCounted ? {} : { lines: totalOf(changes) };
}

/** The entry of a step that begins now. */
export function openEntry(about: NewEntry & { id: string; owner: string }, changes: readonly Change[]): JournalEntry {
  const { id, owner, ...told } = about;
  const time = new Date().toISOString();
  const stored = changes.map(toStored);
  const bytes = bytesOf(changes);
  const entry = {
    version: 2,
    id,
    time,
    ...told,
    state: 'applying',
    owner,
    bytes,
    ...(about.reverts === undefined ? linesOf(changes, bytes) : {}),
    changes: stored,
  } as const;
  const isUnread = changes.some(isOfUnreadFile);
  if (!isUnread && !changes.some(isOfLargeFile)) return entry;
  return { ...entry, version: isUnread ? 4 : 3, large: sizeOfKept(changes) };
}

/** Whether an entry has these changes' contents, and as many changes. */
export function isStoredIn(entry: JournalEntry, changes: readonly Change[]): boolean {
  const known = new Set(blobsOf(entry));
  return (
    changes.length === entry.changes.length && changes.flatMap(contentsOf).every(({ sha256 }) => known.has(sha256))
  );
}

/** Made by hand, since reading a thousand changes by the schema would keep everybody waiting. */
export function toStored(change: Change): StoredChange {
  const at = storedPlace(change.at);
  const mode = 'mode' in change ? change.mode : undefined;
  switch (change.kind) {
    case 'create':
      return {
        kind: change.kind,
        at,
        after: change.after.kind === 'link' ? change.after : storedAny(change.after),
        mode,
      };
    case 'update':
      return { kind: change.kind, at, before: storedAny(change.before), after: storedAny(change.after), mode };
    case 'delete':
      return { kind: change.kind, at, before: storedContent(change.before), mode };
    case 'move': {
      const { before, after } = change;
      return {
        kind: change.kind,
        from: storedPlace(change.from),
        at,
        before: storedContent(before),
        after: storedContent(after),
        mode,
      };
    }
    case 'copy':
      return { kind: change.kind, from: storedPlace(change.from), at, after: storedContent(change.after), mode };
    case 'createDirectory':
      return { kind: change.kind, at };
  }
}

function storedPlace({ uri, path, real }: Location): Location {
  return { uri, path, real };
}

function storedFile(side: FileContent): StoredFile {
  const { sha256 } = side;
  if (side.kind === 'binary') return { kind: side.kind, sha256 };
  const text = { kind: side.kind, encoding: side.encoding, sha256 };
  return side.lossy === true ? { ...text, lossy: true } : text;
}

function storedContent(side: Content): StoredContent {
  return hasNoBytes(side) ? side : storedAny(side);
}

/** What is kept as it is. */
function hasNoBytes<T extends Pick<Content, 'kind'>>(
  side: T,
): side is Extract<T, { readonly kind: 'link' | 'directory' | 'unread' }> {
  return side.kind === 'link' || side.kind === 'directory' || side.kind === 'unread';
}

function storedAny(side: FileContent | LargeContent): StoredFile | StoredLarge {
  if (side.kind !== 'large') return storedFile(side);
  const { kind, size, sha256, tail } = side;
  return tail === undefined ? { kind, size, sha256 } : { kind, size, sha256, tail: storedFile(tail) };
}

/** A content that an entry keeps, with its bytes. */
export async function contentFrom(side: StoredFile, readBlob: ReadBlob, decode: DecodeText): Promise<FileContent> {
  const bytes = await readBlob(side.sha256);
  if (side.kind === 'binary') return { ...side, bytes };
  const { lossy, ...rest } = side;
  const content = { ...rest, bytes, text: await decode(bytes, side.encoding) };
  return lossy === true ? { ...content, lossy } : content;
}

/** The change that an entry keeps, with its bytes. */
export async function fromStored(stored: StoredChange, readBlob: ReadBlob, decode: DecodeText): Promise<Change> {
  const file = async (side: StoredFile | StoredLarge): Promise<FileContent | LargeContent> =>
    side.kind === 'large' ? largeFrom(side, readBlob, decode) : contentFrom(side, readBlob, decode);
  const any = async (side: StoredContent): Promise<Content> => (hasNoBytes(side) ? side : file(side));
  switch (stored.kind) {
    case 'create':
      return { ...stored, after: stored.after.kind === 'link' ? stored.after : await file(stored.after) };
    case 'update':
      return { ...stored, before: await file(stored.before), after: await file(stored.after) };
    case 'delete':
      return { ...stored, before: await any(stored.before) };
    case 'move':
      return { ...stored, before: await any(stored.before), after: await any(stored.after) };
    case 'copy':
      return { ...stored, after: await any(stored.after) };
    case 'createDirectory':
      return stored;
  }
}

async function largeFrom(
  { tail, ...rest }: StoredLarge,
  readBlob: ReadBlob,
  decode: DecodeText,
): Promise<LargeContent> {
  return tail === undefined ? rest : { ...rest, tail: await contentFrom(tail, readBlob, decode) };
}
