import { ToolError } from '../../wording/errors.ts';
import { decodeBinaryLine } from './base85.ts';
import type { PatchLines } from './patchLines.ts';
import type { BinaryPart } from './types.ts';

/** No file that a patch carries is larger, so that a header that lies cannot ask for memory without end. */
export const maxBinarySize = 64 * 1024 * 1024;

/** The forward part of a binary patch, and where the next part of the text begins. */
export interface BinaryBody {
  readonly part: BinaryPart;
  readonly next: number;
}

/**
 * Reads what follows `GIT binary patch`: the forward part, and the reverse part, which is checked for form and dropped.
 *
 * @throws ToolError PATCH_INVALID for a part that is damaged, cut off, or says it is too large.
 */
export function readBinaryBody(lines: PatchLines, at: number): BinaryBody {
  const forward = readPart(lines, at);
  if (forward === undefined) throw damaged(Math.min(at + 1, lines.length));
  const reverse = readPart(lines, skipBlank(lines, forward.next));
  return { part: forward.part, next: reverse?.next ?? forward.next };
}

function skipBlank(lines: PatchLines, at: number): number {
  let next = at;
  while (lines.at(next) === '') next++;
  return next;
}

function readPart(lines: PatchLines, at: number): BinaryBody | undefined {
  const head = /^(literal|delta) (\d+)$/.exec(lines.at(at)?.slice(0, 60).trimEnd() ?? '');
  if (head === null) return undefined;
  const size = Number(head[2]);
  if (size > maxBinarySize) throw damaged(at + 1);
  const pieces: Uint8Array[] = [];
  let next = at + 1;
  for (; ; next++) {
    const line = lines.at(next);
    if (line === undefined || line.trim() === '') break;
    const piece = line.length > 66 ? undefined : decodeBinaryLine(line);
    if (piece === undefined) throw damaged(next + 1);
    pieces.push(piece);
  }
  return { part: { method: head[1] === 'literal' ? 'literal' : 'delta', size, data: joinBytes(pieces) }, next };
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    data.set(piece, at);
    at += piece.length;
  }
  return data;
}

function damaged(line: number): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `The binary data at line ${line} of the patch is damaged or truncated. Send it as git diff --binary wrote it.`,
  );
}
