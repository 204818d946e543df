// Loads stored changes, with the bytes of their contents from the blob store.

import { isFileContent, type Change, type Content, type FileContent, type LargeContent } from '../change/change.ts';
import type { DecodeText } from './journalEntry.ts';
import type { StoredChange, StoredContent, StoredFile, StoredLarge } from './storedChange.ts';

/** Loads a stored content with its bytes. */
type WithBytes<Side extends StoredContent> = Side extends StoredFile
  ? FileContent
  : Side extends StoredLarge
    ? LargeContent
    : Side;

/** Reads a content by its SHA-256; throws if it is missing. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array>;

/** Loads a change of the journal, with the bytes of its contents. */
export async function loadChange(stored: StoredChange, readBlob: ReadBlob, decode: DecodeText): Promise<Change> {
  const load = <Side extends StoredContent>(side: Side): Promise<WithBytes<Side>> =>
    loadContent(side, readBlob, decode);
  switch (stored.kind) {
    case 'create':
      return { ...stored, after: await load(stored.after) };
    case 'update':
      return { ...stored, before: await load(stored.before), after: await load(stored.after) };
    case 'delete':
      return { ...stored, before: await load(stored.before) };
    case 'move':
      return { ...stored, before: await load(stored.before), after: await load(stored.after) };
    case 'copy':
      return { ...stored, after: await load(stored.after) };
    case 'createDirectory':
      return stored;
  }
}

/** Loads a stored content with its bytes. */
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
  const { lossy, ...rest } = side;
  const content = { ...rest, bytes, text: await decode(bytes, side.encoding) };
  return lossy === true ? { ...content, lossy } : content;
}
