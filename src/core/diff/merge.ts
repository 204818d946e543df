import { compareLines } from './lineBlocks.ts';
import type { Block } from './lineDiff.ts';
import type { LineRange } from './diff.ts';
import { splitLines } from '../text/text.ts';

/** Lines that both sides changed, each in its own way (1-based; `end = start - 1` where a side removed them). */
export interface Conflict {
  readonly base: LineRange;
  readonly ours: LineRange;
  readonly theirs: LineRange;
}

export type Merged = { readonly text: string } | { readonly conflicts: readonly Conflict[] };

/**
 * Merges two texts that both come from `base`, line by line; a line's ending is part of it. As in git, changes that
 * touch (no unchanged line between them) conflict, unless both sides made the same one. Nothing is ever guessed: either
 * the whole text, or the conflicts.
 */
export function merge3(base: string, ours: string, theirs: string): Merged {
  if (ours === theirs || theirs === base) return { text: ours };
  if (ours === base) return { text: theirs };
  const baseLines = linesOf(base);
  const sides = [ours, theirs].map((text) => ({ lines: linesOf(text), blocks: compareLines(base, text).blocks }));
  const [our, their] = sides;
  if (our === undefined || their === undefined) return { text: ours };
  const parts: string[] = [];
  const conflicts: Conflict[] = [];
  let done = 0;
  for (const group of groupTouching(our.blocks, their.blocks)) {
    parts.push(...baseLines.slice(done, group.start));
    done = group.end;
    const [ourRange, theirRange] = [rangeIn(group.ours, group), rangeIn(group.theirs, group)];
    const ourText = ourRange && our.lines.slice(ourRange.from, ourRange.to);
    const theirText = theirRange && their.lines.slice(theirRange.from, theirRange.to);
    if (ourRange === undefined || theirRange === undefined || ourText?.join('') === theirText?.join('')) {
      parts.push(...(ourText ?? theirText ?? []));
    } else {
      const toRange = ({ from, to }: { from: number; to: number }): LineRange => ({ start: from + 1, end: to });
      const at = { from: group.start, to: group.end };
      conflicts.push({ base: toRange(at), ours: toRange(ourRange), theirs: toRange(theirRange) });
    }
  }
  parts.push(...baseLines.slice(done));
  return conflicts.length > 0 ? { conflicts } : { text: parts.join('') };
}

function linesOf(text: string): string[] {
  return splitLines(text).map(({ start, next }) => text.slice(start, next));
}

/** Lines `[start, end)` of the base, and the blocks of both sides that change something there. */
interface Group {
  readonly start: number;
  end: number;
  readonly ours: Block[];
  readonly theirs: Block[];
}

function groupTouching(ours: readonly Block[], theirs: readonly Block[]): Group[] {
  const all = [...ours.map((block) => ({ block, own: true })), ...theirs.map((block) => ({ block, own: false }))];
  all.sort((one, two) => one.block.beforeStart - two.block.beforeStart);
  const groups: Group[] = [];
  for (const { block, own } of all) {
    let group = groups.at(-1);
    if (group === undefined || block.beforeStart > group.end) {
      group = { start: block.beforeStart, end: block.beforeEnd, ours: [], theirs: [] };
      groups.push(group);
    }
    group.end = Math.max(group.end, block.beforeEnd);
    (own ? group.ours : group.theirs).push(block);
  }
  return groups;
}

/** Where the lines of a group stand on a side, or undefined where the side left them alone. */
function rangeIn(blocks: readonly Block[], { start, end }: Group): { from: number; to: number } | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: first.afterStart - (first.beforeStart - start), to: last.afterEnd + (end - last.beforeEnd) };
}
