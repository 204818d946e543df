// Defines changes as stored in the write-ahead journal: their schema, the conversion to and from it, and what the
// journal asks of their contents. Their field names are stored: renaming one breaks old journals.
import * as z from 'zod/mini';
import {
  isFileContent,
  type Change,
  type Content,
  type FileContent,
  type LargeContent,
  type Location,
} from '../change/change.ts';

const locationSchema = z.object({ uri: z.string(), path: z.string(), real: z.string() });
const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const textSchema = z.object({
  kind: z.literal('text'),
  encoding: z.string(),
  sha256: sha256Schema,
  lossy: z.optional(z.literal(true)),
});
const binarySchema = z.object({ kind: z.literal('binary'), sha256: sha256Schema });
/** A file whose bytes the blob store contains. */
const fileSchema = z.discriminatedUnion('kind', [textSchema, binarySchema]);
const largeSchema = z.object({
  kind: z.literal('large'),
  size: z.number(),
  sha256: sha256Schema,
  tail: z.optional(fileSchema),
});
const anyFileSchema = z.discriminatedUnion('kind', [textSchema, binarySchema, largeSchema]);
const unreadSchema = z.object({ kind: z.literal('unread'), size: z.number(), modified: z.optional(z.number()) });
const linkSchema = z.object({ kind: z.literal('link'), target: z.string() });
const directorySchema = z.object({ kind: z.literal('directory') });
const contentSchema = z.discriminatedUnion('kind', [
  textSchema,
  binarySchema,
  largeSchema,
  unreadSchema,
  linkSchema,
  directorySchema,
]);

const modeSchema = z.optional(z.object({ before: z.optional(z.boolean()), after: z.boolean() }));

/** A change as stored in the journal. It has the SHA-256 of contents; their bytes are in the blob store. */
export const storedChangeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    at: locationSchema,
    after: z.discriminatedUnion('kind', [anyFileSchema, linkSchema]),
    mode: modeSchema,
  }),
  z.object({
    kind: z.literal('update'),
    at: locationSchema,
    before: anyFileSchema,
    after: anyFileSchema,
    mode: modeSchema,
  }),
  z.object({ kind: z.literal('delete'), at: locationSchema, before: contentSchema, mode: modeSchema }),
  z.object({
    kind: z.literal('move'),
    from: locationSchema,
    at: locationSchema,
    before: contentSchema,
    after: contentSchema,
    mode: modeSchema,
  }),
  z.object({
    kind: z.literal('copy'),
    from: locationSchema,
    at: locationSchema,
    after: contentSchema,
    mode: modeSchema,
  }),
  z.object({ kind: z.literal('createDirectory'), at: locationSchema }),
]);

export type StoredChange = z.infer<typeof storedChangeSchema>;
export type StoredContent = z.infer<typeof contentSchema>;
type StoredLarge = z.infer<typeof largeSchema>;
export type StoredFile = z.infer<typeof fileSchema>;

/** The stored form of a content. */
type Stored<Side extends Content> = Side extends FileContent
  ? StoredFile
  : Side extends LargeContent
    ? StoredLarge
    : Side;

/** Converts a change to its stored form. Does not use the schema: for a thousand changes, that would block. */
export function toStored(change: Change): StoredChange {
  const at = storedLocation(change.at);
  if (change.kind === 'createDirectory') return { kind: change.kind, at };
  const { mode } = change;
  switch (change.kind) {
    case 'create':
      return { kind: change.kind, at, after: toStoredContent(change.after), mode };
    case 'update':
      return { kind: change.kind, at, ...storedSides(change), mode };
    case 'delete':
      return { kind: change.kind, at, before: toStoredContent(change.before), mode };
    case 'move':
      return { kind: change.kind, from: storedLocation(change.from), at, ...storedSides(change), mode };
    case 'copy':
      return { kind: change.kind, from: storedLocation(change.from), at, after: toStoredContent(change.after), mode };
  }
}

function storedLocation({ uri, path, real }: Location): Location {
  return { uri, path, real };
}

function storedSides<Side extends Content>({ before, after }: { readonly before: Side; readonly after: Side }) {
  return { before: toStoredContent(before), after: toStoredContent(after) };
}

function toStoredContent<Side extends Content>(side: Side): Stored<Side>;
function toStoredContent(side: Content): StoredContent {
  switch (side.kind) {
    case 'text': {
      const { kind, encoding, sha256, lossy } = side;
      return { kind, encoding, sha256, ...(lossy === true ? { lossy } : {}) };
    }
    case 'binary':
      return { kind: side.kind, sha256: side.sha256 };
    case 'large': {
      const { kind, size, sha256, tail } = side;
      return { kind, size, sha256, ...(tail === undefined ? {} : { tail: toStoredContent(tail) }) };
    }
    case 'unread':
    case 'link':
    case 'directory':
      return side;
  }
}

/** The loaded form of a stored content. */
type WithBytes<Side extends StoredContent> = Side extends StoredFile
  ? FileContent
  : Side extends StoredLarge
    ? LargeContent
    : Side;

/** Reads the bytes of a content from the blob store by their SHA-256. Rejects if they are missing. */
type ReadBlob = (sha256: string) => Promise<Uint8Array>;

/** Decodes bytes, without their byte order mark. */
export type DecodeText = (bytes: Uint8Array, encoding: string) => Promise<string>;

/** Loads a change of the journal, with the bytes of its contents. Rejects if `readBlob` does. */
export async function loadChange(storedChange: StoredChange, readBlob: ReadBlob, decode: DecodeText): Promise<Change> {
  const load = <Side extends StoredContent>(side: Side): Promise<WithBytes<Side>> =>
    loadContent(side, readBlob, decode);
  switch (storedChange.kind) {
    case 'create':
      return { ...storedChange, after: await load(storedChange.after) };
    case 'update':
      return { ...storedChange, before: await load(storedChange.before), after: await load(storedChange.after) };
    case 'delete':
      return { ...storedChange, before: await load(storedChange.before) };
    case 'move':
      return { ...storedChange, before: await load(storedChange.before), after: await load(storedChange.after) };
    case 'copy':
      return { ...storedChange, after: await load(storedChange.after) };
    case 'createDirectory':
      return storedChange;
  }
}

/** Loads a stored content with its bytes; of a large file, only the `tail`. Rejects if `readBlob` does. */
export async function loadContent<Side extends StoredContent>(
  side: Side,
  readBlob: ReadBlob,
  decode: DecodeText,
): Promise<WithBytes<Side>>;
export async function loadContent(side: StoredContent, readBlob: ReadBlob, decode: DecodeText): Promise<Content> {
  if (side.kind === 'large') {
    const { tail, ...rest } = side;
    return tail === undefined ? rest : { ...rest, tail: await loadContent(tail, readBlob, decode) };
  }
  if (!isFileContent(side)) return side;
  const bytes = await readBlob(side.sha256);
  if (side.kind === 'binary') return { ...side, bytes };
  // An optional field of the schema may be undefined; that of `TextContent` may only be absent.
  const { lossy, ...rest } = side;
  const content = { ...rest, bytes, text: await decode(bytes, side.encoding) };
  return lossy === true ? { ...content, lossy } : content;
}

/** Whether a change cannot be undone: it, or the undo of a copy, deletes a file whose bytes were never read. */
export function isIrreversible(change: Change | StoredChange): boolean {
  if (change.kind === 'delete') return change.before.kind === 'unread';
  return change.kind === 'copy' && change.after.kind === 'unread';
}

/** Whether a call cannot be undone, since one of its changes cannot. */
export function isIrreversibleCall({ changes }: { readonly changes: readonly StoredChange[] }): boolean {
  return changes.some(isIrreversible);
}

/** Whether a change has an `unread` file: too large to load, on a file system that cannot read in parts. */
export function hasUnreadSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'unread');
}

/** Whether a change has a `large` file: too large to load, but hashed. */
export function hasLargeSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'large');
}

/** The contents of a change before and after it, in this order, as far as it has them: a creation has only one. */
export function contentsOfSides(change: Change): Content[];
export function contentsOfSides(change: StoredChange): StoredContent[];
export function contentsOfSides(change: Change | StoredChange): (Content | StoredContent)[] {
  return [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
}

/** URI of the file whose content a change starts from; undefined for a new file. */
export function sourceUriOf(change: StoredChange): string | undefined {
  if ('from' in change) return change.from.uri;
  return change.kind === 'create' ? undefined : change.at.uri;
}
