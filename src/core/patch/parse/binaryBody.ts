// Reads binary patches (`git diff --binary`, git's base85.c).
import { concatBytes } from '../../text/bytes.ts';
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import type { PatchLines } from './patchLines.ts';
import type { BinaryPart } from './types.ts';

/** Maximum size of a file in a binary patch, in bytes, since its header determines how much memory is allocated. */
export const maxBinaryBytes = 64 * 1024 * 1024;

/** A part of a binary patch, with the line (0-based) at which to read on. */
export interface BinaryBody {
  readonly part: BinaryPart;
  readonly next: number;
}

/**
 * Reads the forward part of a binary patch, below `GIT binary patch`. Then skips the reverse part, of which it checks
 * only the syntax: patches are applied forwards.
 *
 * @throws ToolError PATCH_INVALID for a part that is damaged, truncated, or larger than `maxBinaryBytes`
 */
export function readBinaryBody(lines: PatchLines, at: number): BinaryBody {
  const forward = readPart(lines, at);
  if (forward === undefined) throw damagedError(Math.min(at + 1, lines.length));
  const reverse = readPart(lines, skipBlankLines(lines, forward.next));
  return { part: forward.part, next: reverse?.next ?? forward.next };
}

function skipBlankLines(lines: PatchLines, at: number): number {
  let next = at;
  while (lines.at(next) === '') next++;
  return next;
}

/** Maximum length of the line above the data (`literal 123`), in UTF-16 units. */
const maxPartHeaderChars = 60;

/** Reads one part, up to the blank line below it; undefined if none begins at a line. */
function readPart(lines: PatchLines, at: number): BinaryBody | undefined {
  const head = /^(literal|delta) (\d+)$/.exec(lines.at(at)?.slice(0, maxPartHeaderChars).trimEnd() ?? '');
  if (head === null) return undefined;
  const size = Number(head[2]);
  if (size > maxBinaryBytes) throw damagedError(at + 1);
  const pieces: Uint8Array[] = [];
  let next = at + 1;
  for (; ; next++) {
    const line = lines.at(next);
    if (line === undefined || line.trim() === '') break;
    const piece = line.length > maxLineChars ? undefined : decodeBinaryLine(line);
    if (piece === undefined) throw damagedError(next + 1);
    pieces.push(piece);
  }
  return { part: { method: head[1] === 'literal' ? 'literal' : 'delta', size, data: concatBytes(pieces) }, next };
}

/** @param line 1-based line of the patch */
function damagedError(line: number): ToolError {
  return invalidPatchError(
    `The binary data at line ${line} of the patch is damaged or truncated. Send it as git diff --binary wrote it.`,
  );
}

/** Maximum length of a data line: a character for its length, and 13 groups of five digits, which encode 52 bytes. */
const maxLineChars = 66;

/** Git's base 85 digits: five digits encode four bytes, most significant first. */
const base85Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/**
 * Decodes a line of a binary patch: its first character is its number of bytes (`A`–`Z` 1–26, `a`–`z` 27–52), the rest
 * is base 85, padded to a multiple of five. Undefined for any other line.
 */
export function decodeBinaryLine(line: string): Uint8Array | undefined {
  const length = decodeLength(line.charCodeAt(0));
  if (length === 0 || line.length !== 1 + 5 * Math.ceil(length / 4)) return undefined;
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4);
  for (let at = 1, byteIndex = 0; at < line.length; at += 5, byteIndex += 4) {
    let value = 0;
    for (let digit = at; digit < at + 5; digit++) {
      const index = base85Digits.indexOf(line.charAt(digit));
      if (index < 0) return undefined;
      value = value * 85 + index;
    }
    if (value > 0xffffffff) return undefined;
    bytes[byteIndex] = value >>> 24;
    bytes[byteIndex + 1] = value >>> 16;
    bytes[byteIndex + 2] = value >>> 8;
    bytes[byteIndex + 3] = value;
  }
  return bytes.slice(0, length);
}

const capitalA = 65;
const capitalZ = 90;
const smallA = 97;
const smallZ = 122;

/** The number of bytes that the first character of a line states; 0 for a character that states none. */
function decodeLength(unit: number): number {
  if (unit >= capitalA && unit <= capitalZ) return unit - capitalA + 1;
  return unit >= smallA && unit <= smallZ ? unit - smallA + 27 : 0;
}
