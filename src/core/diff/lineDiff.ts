// Compares two lists of lines by patience diff and Myers' algorithm.
import { diffArrays } from 'diff';
import { runSync, shouldYield, linesBetweenYields, type YieldCounter, type Yielding } from '../async/yielding.ts';

/**
 * A difference of two lists of lines: `[beforeStart, beforeEnd)` of one became `[afterStart, afterEnd)` of the other
 * (0-based). The lines between two blocks are equal.
 */
export interface DiffBlock {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** The remaining number of steps of Myers' algorithm. Once it is 0, diffs get coarser, but stay correct. */
export interface Budget {
  steps: number;
}

/** Creates a budget for well under half a second. */
export function newBudget(): Budget {
  return { steps: 3_000_000 };
}

/** Maximum edit distance for Myers' algorithm in one range. */
const maxEditDistance = 256;
/** Lengths of the windows of lines that are used as anchors, in the order tried; 1 is plain patience diff. */
const windows = [1, 8, 4];

/** A list of lines, which may be sliced on access. */
export interface Lines {
  readonly length: number;
  at(index: number): string | undefined;
}

/** The state of a diff; equal lines have equal ids. */
interface Work {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly blocks: DiffBlock[];
  readonly budget: Budget;
  readonly sinceYield: YieldCounter;
}

/**
 * Compares two lists of lines: lines that are unique on both sides are anchors (patience diff), and Myers' algorithm
 * compares the gaps. The budget is in steps, not in time, so the same lists always give the same blocks.
 */
export function diffLists(before: Lines, after: Lines, budget: Budget = newBudget()): DiffBlock[] {
  return runSync(diffListsYielding(before, after, budget));
}

/** The difference of an empty list, or of two single lines, which needs no algorithm; undefined for others. */
export function trivialDiff(before: Lines, after: Lines): readonly DiffBlock[] | undefined {
  const [beforeEnd, afterEnd] = [before.length, after.length];
  if (beforeEnd > 0 && afterEnd > 0 && (beforeEnd > 1 || afterEnd > 1)) return undefined;
  if (beforeEnd === afterEnd && before.at(0) === after.at(0)) return [];
  return [{ beforeStart: 0, beforeEnd, afterStart: 0, afterEnd }];
}

/** `diffLists` as work that yields. */
export function* diffListsYielding(before: Lines, after: Lines, budget: Budget): Yielding<DiffBlock[]> {
  const ids = new Map<string, number>();
  const work: Work = {
    before: yield* assignIds(before, ids),
    after: yield* assignIds(after, ids),
    blocks: [],
    budget,
    sinceYield: { lines: 0 },
  };
  yield* diffWithin(work, { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }, 0);
  return joinTouching(work.blocks);
}

/** Gives each line an id, the same for equal lines. */
function* assignIds(lines: Lines, ids: Map<string, number>): Yielding<Int32Array> {
  const lineIds = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at) ?? '';
    const id = ids.get(line);
    if (id === undefined) ids.set(line, ids.size);
    lineIds[at] = id ?? ids.size - 1;
    if ((at + 1) % linesBetweenYields === 0) yield;
  }
  return lineIds;
}

/** Adds the blocks of a range, anchored by the window at `windowAt` of `windows`. */
function* diffWithin(work: Work, whole: DiffBlock, windowAt: number): Yielding<void> {
  const range = trimEqual(work, whole);
  const removed = range.beforeEnd - range.beforeStart;
  const added = range.afterEnd - range.afterStart;
  if (removed === 0 && added === 0) return;
  if (removed === 0 || added === 0 || (removed === 1 && added === 1)) {
    work.blocks.push(range);
    return;
  }
  // Longer windows only after Myers' algorithm failed, since their anchors may miss the shortest diff.
  const exact = windowAt > 0 ? myers(work, range) : undefined;
  if (shouldYield(work.sinceYield, exact?.length ?? 0)) yield;
  if (exact !== undefined || windowAt === windows.length) {
    work.blocks.push(...(exact ?? [range]));
    return;
  }
  let { beforeStart, afterStart } = range;
  for (const [beforeAt, afterAt] of yield* findAnchors(work, range, windows[windowAt] ?? 1)) {
    if (shouldYield(work.sinceYield, 1)) yield;
    // Nothing is between adjacent anchors.
    if (beforeAt > beforeStart || afterAt > afterStart)
      yield* diffWithin(work, { beforeStart, beforeEnd: beforeAt, afterStart, afterEnd: afterAt }, windowAt + 1);
    beforeStart = beforeAt + 1;
    afterStart = afterAt + 1;
  }
  yield* diffWithin(work, { ...range, beforeStart, afterStart }, windowAt + 1);
}

/** Narrows a range by its equal first and last lines. */
function trimEqual({ before, after }: Work, range: DiffBlock): DiffBlock {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = range;
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeStart] === after[afterStart]) {
    beforeStart++;
    afterStart++;
  }
  while (beforeEnd > beforeStart && afterEnd > afterStart && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--;
    afterEnd--;
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

/** Pairs of indexes at which the same window of lines starts, unique and ascending on both sides. */
function* findAnchors(work: Work, range: DiffBlock, window: number): Yielding<[number, number][]> {
  const ids = new Map<number, number>();
  const beforeIds = yield* windowIds(work, work.before.subarray(range.beforeStart, range.beforeEnd), window, ids);
  const afterIds = yield* windowIds(work, work.after.subarray(range.afterStart, range.afterEnd), window, ids);
  const [beforeIndexes, afterIndexes] = [uniqueIndexes(beforeIds), uniqueIndexes(afterIds)];
  if (shouldYield(work.sinceYield, beforeIds.length + afterIds.length)) yield;
  const pairs: [number, number][] = [];
  for (let at = 0; at < beforeIds.length; at++) {
    const id = beforeIds[at] ?? 0;
    const other = afterIndexes[id] ?? -1;
    if (other < 0 || beforeIndexes[id] !== at) continue;
    const pair: [number, number] = [range.beforeStart + at, range.afterStart + other];
    if (work.before[pair[0]] === work.after[pair[1]]) pairs.push(pair);
  }
  if (shouldYield(work.sinceYield, beforeIds.length)) yield;
  return longestAscending(pairs);
}

/** An id for each window of lines, the same for equal windows; computed by doubling, from two windows of half the length. */
function* windowIds(
  { sinceYield }: Work,
  lines: Int32Array,
  window: number,
  known: Map<number, number>,
): Yielding<Int32Array> {
  let ids = lines;
  for (let length = 1; length < window; length *= 2) {
    const longer = new Int32Array(Math.max(0, ids.length - length));
    for (let at = 0; at < longer.length; at++) {
      // Exact in a double up to 2^25 windows; with more, keys may collide, so `findAnchors` compares the lines again.
      const key = ((ids[at] ?? 0) * 2 ** 25 + (ids[at + length] ?? 0)) * 8 + Math.log2(length);
      const id = known.get(key) ?? known.size;
      known.set(key, id);
      longer[at] = id;
      if (shouldYield(sinceYield, 1)) yield;
    }
    ids = longer;
  }
  return ids;
}

/** Index of each id that occurs once, by id; -1 for an id that occurs more often, -2 for one that does not occur. */
function uniqueIndexes(ids: Int32Array): Int32Array {
  let maxId = -1;
  for (const id of ids) if (id > maxId) maxId = id;
  const indexes = new Int32Array(maxId + 1).fill(-2);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    indexes[id] = indexes[id] === -2 ? at : -1;
  }
  return indexes;
}

/** Longest subsequence of pairs whose second numbers also ascend (patience sorting). */
function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const previous: number[] = [];
  const secondOf = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    const second = secondOf(index);
    // Fast path: most pairs extend the longest subsequence.
    let low = secondOf(tops.at(-1)) < second ? tops.length : 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (secondOf(tops[middle]) < second) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (tops[low - 1] ?? -1) : -1);
    tops[low] = index;
  }
  const ascending: [number, number][] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) ascending.push(pair);
  }
  return ascending.toReversed();
}

/** Compares a range by Myers' algorithm; undefined if that takes more than the budget. */
function myers({ before, after, budget }: Work, range: DiffBlock): DiffBlock[] | undefined {
  const maxEditLength = Math.min(maxEditDistance, Math.floor(Math.sqrt(Math.max(0, budget.steps))));
  const beforeIds = Array.from(before.subarray(range.beforeStart, range.beforeEnd));
  const afterIds = Array.from(after.subarray(range.afterStart, range.afterEnd));
  const changes = maxEditLength > 0 ? diffArrays(beforeIds, afterIds, { maxEditLength }) : undefined;
  if (changes === undefined) {
    budget.steps -= maxEditLength ** 2;
    return undefined;
  }
  const blocks: DiffBlock[] = [];
  let beforeAt = range.beforeStart;
  let afterAt = range.afterStart;
  let edits = 0;
  for (const { added, removed, count } of changes) {
    const beforeEnd = added ? beforeAt : beforeAt + count;
    const afterEnd = removed ? afterAt : afterAt + count;
    if (added || removed) {
      blocks.push({ beforeStart: beforeAt, beforeEnd, afterStart: afterAt, afterEnd });
      edits += count;
    }
    beforeAt = beforeEnd;
    afterAt = afterEnd;
  }
  budget.steps -= edits ** 2 + beforeIds.length + afterIds.length;
  return blocks;
}

/** Joins blocks with no line between them. */
function joinTouching(blocks: readonly DiffBlock[]): DiffBlock[] {
  const joined: DiffBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && last.beforeEnd === block.beforeStart && last.afterEnd === block.afterStart) {
      joined[joined.length - 1] = { ...last, beforeEnd: block.beforeEnd, afterEnd: block.afterEnd };
    } else joined.push(block);
  }
  return joined;
}
