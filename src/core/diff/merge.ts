// Merges two texts derived from the same one, line by line (three-way merge): for undo in a file edited since. Also merges
// bytes, for the baselines of unreviewed files.
import { compareLines } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import { linesWithEndings } from '../text/text.ts';
import { decodeUtf8, encodeUtf8 } from '../text/encoding.ts';

/**
 * Merges two texts derived from `base` (three-way merge by lines, endings included); undefined if they conflict. As in
 * git, changes with no unchanged line between them conflict, unless both sides made the same one.
 */
export function merge3(base: string, ours: string, theirs: string): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const baseLines = linesWithEndings(base);
  const [ourLines, theirLines] = [linesWithEndings(ours), linesWithEndings(theirs)];
  const parts: string[] = [];
  let mergedTo = 0;
  for (const region of findRegions(compareLines(base, ours).blocks, compareLines(base, theirs).blocks)) {
    const ourText = textOfSide(ourLines, region.ours, region);
    const theirText = textOfSide(theirLines, region.theirs, region);
    if (ourText !== undefined && theirText !== undefined && ourText !== theirText) return undefined;
    parts.push(baseLines.slice(mergedTo, region.start).join(''), ourText ?? theirText ?? '');
    mergedTo = region.end;
  }
  return [...parts, ...baseLines.slice(mergedTo)].join('');
}

/** Lines `[start, end)` of the base, and both sides' blocks that change them. */
interface ChangedRegion {
  readonly start: number;
  end: number;
  readonly ours: DiffBlock[];
  readonly theirs: DiffBlock[];
}

/** Joins blocks that overlap, or have no unchanged line between them. */
function findRegions(ours: readonly DiffBlock[], theirs: readonly DiffBlock[]): ChangedRegion[] {
  const sortedBlocks = [
    ...ours.map((block) => ({ block, isOurs: true })),
    ...theirs.map((block) => ({ block, isOurs: false })),
  ];
  sortedBlocks.sort((one, two) => one.block.beforeStart - two.block.beforeStart);
  const regions: ChangedRegion[] = [];
  for (const { block, isOurs } of sortedBlocks) {
    let region = regions.at(-1);
    if (region === undefined || block.beforeStart > region.end) {
      region = { start: block.beforeStart, end: block.beforeEnd, ours: [], theirs: [] };
      regions.push(region);
    }
    region.end = Math.max(region.end, block.beforeEnd);
    (isOurs ? region.ours : region.theirs).push(block);
  }
  return regions;
}

/** The text of a region on one side; undefined if that side did not change it. */
function textOfSide(
  lines: readonly string[],
  blocks: readonly DiffBlock[],
  { start, end }: ChangedRegion,
): string | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Above the first block and below the last, the region has as many lines on this side as in the base: unchanged ones.
  return lines.slice(first.afterStart - (first.beforeStart - start), last.afterEnd + (end - last.beforeEnd)).join('');
}

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
