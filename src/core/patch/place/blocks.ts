import type { HunkLine } from '../parse/types.ts';

/** A run of changed lines with its nearest context: the lines `[from, to)` of its hunk. */
export interface Block {
  readonly lines: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** How many lines of the hunk's old and new side are above it. */
  readonly oldAbove: number;
  readonly newAbove: number;
  /** How many further context lines are above `from`, and from `to` on, up to the next change. */
  readonly contextAbove: number;
  readonly contextBelow: number;
  /** How many context lines the block has above and below: 1, or 0 at the edge of a hunk without context there. */
  readonly above: number;
  readonly below: number;
}

/** The runs of changed lines of a hunk, in order. */
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

const longestRun = 20;

function runOfContext(lines: readonly HunkLine[], start: number, step: 1 | -1): number {
  let length = 0;
  while (length < longestRun && lines[start + step * length]?.kind === 'context') length++;
  return length;
}
