// Defines changes as stored in the write-ahead journal: their schema, and the conversion of changes.
import * as z from 'zod/mini';
import type { Change, Content, FileContent, LargeContent, Location } from '../change/change.ts';

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
const file = z.discriminatedUnion('kind', [text, binary, large]);
const unread = z.object({ kind: z.literal('unread'), size: z.number(), modified: z.optional(z.number()) });
const link = z.object({ kind: z.literal('link'), target: z.string() });
const directory = z.object({ kind: z.literal('directory') });
const mode = z.optional(z.object({ before: z.optional(z.boolean()), after: z.boolean() }));
const content = z.discriminatedUnion('kind', [text, binary, large, unread, link, directory]);

/** A change as stored in the journal: contents by their SHA-256, with their bytes in the blob store. */
export const storedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), at: location, after: z.discriminatedUnion('kind', [file, link]), mode }),
  z.object({ kind: z.literal('update'), at: location, before: file, after: file, mode }),
  z.object({ kind: z.literal('delete'), at: location, before: content, mode }),
  z.object({ kind: z.literal('move'), from: location, at: location, before: content, after: content, mode }),
  z.object({ kind: z.literal('copy'), from: location, at: location, after: content, mode }),
  z.object({ kind: z.literal('createDirectory'), at: location }),
]);

export type StoredChange = z.infer<typeof storedChange>;
export type StoredContent = z.infer<typeof content>;
export type StoredLarge = z.infer<typeof large>;
export type StoredFile = z.infer<typeof text> | z.infer<typeof binary>;

/** A content as stored. */
type Stored<Side extends Content> = Side extends FileContent
  ? StoredFile
  : Side extends LargeContent
    ? StoredLarge
    : Side;
/** Converts a change to its stored form. Does not use the schema, which would block the event loop for a thousand changes. */
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
