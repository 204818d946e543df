// Splits hunks into blocks: runs of changed lines with the nearest context.
import type { HunkLine } from '../parse/types.ts';

/** A run of changed lines with the context line above and below it: the lines `[from, to)` of its hunk. */
export interface Block {
  readonly lines: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** The number of lines above it on the old and on the new side of the hunk. */
  readonly oldAbove: number;
  readonly newAbove: number;
  /** The number of further context lines directly above `from` and from `to` on, at most `maxContextRun`. */
  readonly contextAbove: number;
  readonly contextBelow: number;
  /** The number of context lines of the block above and below the change: 1, or 0 at the edge of the hunk. */
  readonly above: number;
  readonly below: number;
}

/** The blocks of a hunk, in order. */
export function blocksOf(lines: readonly HunkLine[]): readonly Block[] {
  const blocks: Block[] = [];
  let oldAbove = 0;
  let newAbove = 0;
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.kind === 'context') {
      oldAbove++;
      newAbove++;
      continue;
    }
    let end = at;
    while (end < lines.length && lines[end]?.kind !== 'context') end++;
    const from = Math.max(0, at - 1);
    const to = Math.min(lines.length, end + 1);
    blocks.push({
      lines: lines.slice(from, to),
      from,
      to,
      oldAbove: oldAbove - (at - from),
      newAbove: newAbove - (at - from),
      contextAbove: runOfContext(lines, from - 1, -1),
      contextBelow: runOfContext(lines, to, 1),
      above: at - from,
      below: to - end,
    });
    const added = lines.slice(at, end).filter((line) => line.kind === 'add').length;
    oldAbove += end - at - added;
    newAbove += added;
    at = end - 1;
  }
  return blocks;
}

const maxContextRun = 20;

function runOfContext(lines: readonly HunkLine[], start: number, step: 1 | -1): number {
  let length = 0;
  while (length < maxContextRun && lines[start + step * length]?.kind === 'context') length++;
  return length;
}
