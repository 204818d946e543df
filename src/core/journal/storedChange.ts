// Defines changes as stored in the write-ahead journal: their schema, and the conversion of changes. The names are
// stored: to rename one breaks old journals.
import * as z from 'zod/mini';
import type { Change, Content, FileContent, LargeContent, Location } from '../change/change.ts';

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
export type StoredLarge = z.infer<typeof largeSchema>;
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
