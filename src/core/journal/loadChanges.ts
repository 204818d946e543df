// Loads stored changes, with the bytes of their contents from the blob store.

import { isFileContent, type Change, type Content, type FileContent, type LargeContent } from '../change/change.ts';
import type { DecodeText } from './journalEntry.ts';
import type { StoredChange, StoredContent, StoredFile, StoredLarge } from './storedChange.ts';

/** The loaded form of a stored content. */
type WithBytes<Side extends StoredContent> = Side extends StoredFile
  ? FileContent
  : Side extends StoredLarge
    ? LargeContent
    : Side;

/** Reads the bytes of a content from the blob store by their SHA-256. Rejects if they are missing. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array>;

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
