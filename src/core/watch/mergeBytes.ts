// Merges versions of a file that are given as bytes, for the baselines of unreviewed files.

import { merge3 } from '../diff/merge.ts';
import { decodeUtf8, encodeUtf8 } from '../text/encoding.ts';

/** Maximum size of files to merge, in bytes. */
const maxMergedBytes = 4 * 1024 * 1024;

/**
 * Merges by `merge3`. Undefined for a conflict, for content with NULs, and for large files. Merges any encoding whose
 * line endings are the bytes of ASCII, since `decodeUtf8` escapes each invalid byte and `encodeUtf8` restores it.
 */
export function mergeBytes(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined {
  const versions = [base, ours, theirs];
  if (versions.some((bytes) => bytes.length > maxMergedBytes || bytes.includes(0))) return undefined;
  const [baseText, ourText, theirText] = versions.map((bytes) => decodeUtf8(bytes));
  if (baseText === undefined || ourText === undefined || theirText === undefined) return undefined;
  const merged = merge3(baseText.text, ourText.text, theirText.text);
  return merged === undefined ? undefined : encodeUtf8(merged);
}
