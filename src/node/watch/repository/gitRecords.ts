// Splits git's output into records that end with a zero byte, and joins such input, in time slices.

import type { Yielding } from '../../../core/async/yielding.ts';
import { decodeUtf8, encodeUtf8 } from '../../../core/text/encoding.ts';
import { runYielding } from '../../../async/eventLoop.ts';

/** Records between two yields: about a millisecond of work. */
export const recordsPerYield = 1024;
const bytesPerYield = 64 * 1024;

/**
 * Splits output of git whose records end with a zero byte, such as paths after `-z`. Bytes that are not UTF-8 become
 * lone surrogates (`decodeUtf8`), which `joinRecords` turns back.
 */
export function splitRecords(out: Uint8Array): Promise<string[]> {
  return runYielding(split(out));
}

function* split(out: Uint8Array): Yielding<string[]> {
  const records: string[] = [];
  for (let start = 0; start < out.length;) {
    // A chunk ends with a record, so that none is cut.
    const end = out.indexOf(0, start + bytesPerYield);
    const chunk = out.subarray(start, end < 0 ? out.length : end + 1);
    for (const record of decodeUtf8(chunk).text.split('\0').slice(0, -1)) records.push(record);
    start += chunk.length;
    yield;
  }
  return records;
}

/** Joins records, such as paths, to input of git, with a zero byte after each: the counterpart of `splitRecords`. */
export function joinRecords(records: readonly string[]): Promise<readonly Uint8Array[]> {
  return runYielding(join(records));
}

function* join(records: readonly string[]): Yielding<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < records.length; start += recordsPerYield) {
    chunks.push(encodeUtf8(records.slice(start, start + recordsPerYield).join('\0') + '\0'));
    yield;
  }
  return chunks;
}
