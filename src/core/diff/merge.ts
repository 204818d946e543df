// Merges two versions of a text (three-way merge).
import { compareLines } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import type { LineRange } from './diff.ts';
import { linesWithEndings } from '../text/text.ts';

/** Lines that both sides changed differently (1-based; `end = start - 1` if a side removed them). */
export interface Conflict {
  readonly base: LineRange;
  readonly ours: LineRange;
  readonly theirs: LineRange;
}

export type MergeResult = { readonly text: string } | { readonly conflicts: readonly Conflict[] };

/**
 * Merges two texts derived from `base` (three-way merge by lines, endings included); returns the whole text, or all
 * conflicts. As in git, changes with no unchanged line between them conflict, unless both sides made the same one.
 */
export function merge3(base: string, ours: string, theirs: string): MergeResult {
  if (ours === theirs || theirs === base) return { text: ours };
  if (ours === base) return { text: theirs };
  const baseLines = linesWithEndings(base);
  const [ourLines, theirLines] = [linesWithEndings(ours), linesWithEndings(theirs)];
  const parts: string[] = [];
  const conflicts: Conflict[] = [];
  let mergedTo = 0;
  for (const group of groupTouching(compareLines(base, ours).blocks, compareLines(base, theirs).blocks)) {
    parts.push(...baseLines.slice(mergedTo, group.start));
    mergedTo = group.end;
    const [ourRange, theirRange] = [sideRange(group.ours, group), sideRange(group.theirs, group)];
    const ourText = ourRange && joinLines(ourLines, ourRange);
    const theirText = theirRange && joinLines(theirLines, theirRange);
    if (ourRange === undefined || theirRange === undefined || ourText === theirText) {
      parts.push(ourText ?? theirText ?? '');
    } else conflicts.push({ base: { start: group.start + 1, end: group.end }, ours: ourRange, theirs: theirRange });
  }
  parts.push(...baseLines.slice(mergedTo));
  return conflicts.length > 0 ? { conflicts } : { text: parts.join('') };
}

function joinLines(lines: readonly string[], { start, end }: LineRange): string {
  return lines.slice(start - 1, end).join('');
}

/** Lines `[start, end)` of the base, and both sides' blocks that change them. */
interface ChangedRegion {
  readonly start: number;
  end: number;
  readonly ours: DiffBlock[];
  readonly theirs: DiffBlock[];
}

function groupTouching(ours: readonly DiffBlock[], theirs: readonly DiffBlock[]): ChangedRegion[] {
  const sortedBlocks = [
    ...ours.map((block) => ({ block, isOurs: true })),
    ...theirs.map((block) => ({ block, isOurs: false })),
  ];
  sortedBlocks.sort((one, two) => one.block.beforeStart - two.block.beforeStart);
  const groups: ChangedRegion[] = [];
  for (const { block, isOurs } of sortedBlocks) {
    let group = groups.at(-1);
    if (group === undefined || block.beforeStart > group.end) {
      group = { start: block.beforeStart, end: block.beforeEnd, ours: [], theirs: [] };
      groups.push(group);
    }
    group.end = Math.max(group.end, block.beforeEnd);
    (isOurs ? group.ours : group.theirs).push(block);
  }
  return groups;
}

/** The lines of a group on one side; undefined if that side did not change them. */
function sideRange(blocks: readonly DiffBlock[], { start, end }: ChangedRegion): LineRange | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: first.afterStart - (first.beforeStart - start) + 1, end: last.afterEnd + (end - last.beforeEnd) };
}
