import type { HunkLine } from './types.ts';

/** A run of changed lines with its nearest context; `from` and `to` are where it stands among the lines of its hunk. */
export interface Block {
  readonly lines: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** How many context lines stand above and below: 1, or 0 at the edge of a hunk without context there. */
  readonly above: number;
  readonly below: number;
}

/** The runs of changed lines of a hunk, in order. */
export function blocksOf(lines: readonly HunkLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.kind === 'context') continue;
    let end = at;
    while (end < lines.length && lines[end]?.kind !== 'context') end++;
    const from = Math.max(0, at - 1);
    const to = Math.min(lines.length, end + 1);
    blocks.push({ lines: lines.slice(from, to), from, to, above: at - from, below: to - end });
    at = end;
  }
  return blocks;
}
