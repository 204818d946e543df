// Compares files with the blob names in the `index` lines of a git diff.
import { concatBytes } from '../../text/bytes.ts';
import { carriageReturn, lineFeed } from '../../text/text.ts';

/** Git's object name of a file with these bytes: SHA-1 of `blob <length>\0` and the bytes, as 40 hexadecimal digits. */
export async function blobName(bytes: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const digest = await globalThis.crypto.subtle.digest('SHA-1', concatBytes([head, bytes]));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a name is a full or abbreviated SHA-1 name of a file: not all zeros (no file), and no longer one (SHA-256).
 * Precondition: at least 4 lower-case hexadecimal digits, as the parser of `index` lines ensures.
 */
export function isBlobName(name: string | undefined): name is string {
  return name !== undefined && name.length <= 40 && !/^0+$/.test(name);
}

/** Result of comparing bytes with a blob. `checkedOut`: equal except for CRLF, to which a checkout has converted LF. */
export type BlobComparison = 'same' | 'checkedOut' | 'other';

/**
 * Compares bytes with the blob name of an `index` line, full or abbreviated; undefined without a usable name (none, all
 * zeros, SHA-256).
 */
export async function compareBlob(bytes: Uint8Array, name: string | undefined): Promise<BlobComparison | undefined> {
  if (!isBlobName(name)) return undefined;
  if ((await blobName(bytes)).startsWith(name)) return 'same';
  const lfBytes = withoutCarriageReturns(bytes);
  return lfBytes.length < bytes.length && (await blobName(lfBytes)).startsWith(name) ? 'checkedOut' : 'other';
}

/** Whether bytes are a blob, with any line endings that a checkout produces; undefined as for `compareBlob`. */
export async function isBlob(bytes: Uint8Array, name: string | undefined): Promise<boolean | undefined> {
  const comparison = await compareBlob(bytes, name);
  return comparison === undefined ? undefined : comparison !== 'other';
}

/** The bytes with each CRLF as LF. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== carriageReturn || bytes[at + 1] !== lineFeed);
}
