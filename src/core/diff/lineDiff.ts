// Compares two lists of lines by patience diff and Myers' algorithm.
import { diffArrays } from 'diff';
import { firstIndex } from '../text/text.ts';
import { runSync, countTowardsYield, unitsBetweenYields, type YieldCounter, type Yielding } from '../async/yielding.ts';

/**
 * A difference of two lists of lines: `[beforeStart, beforeEnd)` of one became `[afterStart, afterEnd)` of the other
 * (0-based). The lines between two blocks are equal. Also used for a range that is still to be compared.
 */
export interface DiffBlock {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** The remaining number of steps of Myers' algorithm. Without any, diffs get coarser, but stay correct. */
export interface Budget {
  steps: number;
}

/** The budget of one comparison, in steps: they take well under half a second. */
export const maxSteps = 3_000_000;

/** Maximum edit distance for Myers' algorithm in one range. */
const maxEditDistance = 256;
/** Lengths of the windows of lines that are anchors, in the order tried: powers of two. 1 is plain patience diff. */
const windowLengths = [1, 8, 4];

/** A list of lines, which may be sliced on access. */
export interface Lines {
  readonly length: number;
  at(index: number): string | undefined;
}

/** The state of a diff: lines as ids (equal for equal lines), and the blocks found so far, in order. */
interface DiffState {
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
export function diffLists(before: Lines, after: Lines): DiffBlock[] {
  return runSync(diffListsYielding(before, after, { steps: maxSteps }));
}

/** `diffLists` as a time-sliced generator. Several diffs may share one budget. */
export function* diffListsYielding(before: Lines, after: Lines, budget: Budget): Yielding<DiffBlock[]> {
  const trivial = trivialDiff(before, after);
  if (trivial !== undefined) return trivial;
  const ids = new Map<string, number>();
  const state: DiffState = {
    before: yield* assignIds(before, ids),
    after: yield* assignIds(after, ids),
    blocks: [],
    budget,
    sinceYield: { units: 0 },
  };
  yield* diffWithin(state, { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }, 0);
  return joinTouching(state.blocks);
}

/** The difference of an empty list, or of two single lines, which needs no algorithm; undefined for others. */
function trivialDiff(before: Lines, after: Lines): DiffBlock[] | undefined {
  const [beforeEnd, afterEnd] = [before.length, after.length];
  const isTrivial = beforeEnd === 0 || afterEnd === 0 || (beforeEnd === 1 && afterEnd === 1);
  if (!isTrivial) return undefined;
  if (beforeEnd === afterEnd && before.at(0) === after.at(0)) return [];
  return [{ beforeStart: 0, beforeEnd, afterStart: 0, afterEnd }];
}

/** Gives each line an id, the same for equal lines. */
function* assignIds(lines: Lines, ids: Map<string, number>): Yielding<Int32Array> {
  const lineIds = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at) ?? '';
    const id = ids.get(line);
    if (id === undefined) ids.set(line, ids.size);
    lineIds[at] = id ?? ids.size - 1;
    if ((at + 1) % unitsBetweenYields === 0) yield;
  }
  return lineIds;
}

/**
 * Adds the blocks of a range to `state.blocks`, in order. Splits it at anchors, windows of `windowLengths[windowIndex]`
 * lines, and each part by the next length.
 */
function* diffWithin(state: DiffState, outerRange: DiffBlock, windowIndex: number): Yielding<void> {
  const range = trimEqual(state, outerRange);
  const removed = range.beforeEnd - range.beforeStart;
  const added = range.afterEnd - range.afterStart;
  if (removed === 0 && added === 0) return;
  if (removed === 0 || added === 0 || (removed === 1 && added === 1)) {
    state.blocks.push(range);
    return;
  }
  // Below the first split, Myers' algorithm comes first: the anchors of longer windows may miss the shortest diff.
  const shortestBlocks = windowIndex > 0 ? diffByMyers(state, range) : undefined;
  if (countTowardsYield(state.sinceYield, shortestBlocks?.length ?? 0)) yield;
  if (shortestBlocks !== undefined || windowIndex === windowLengths.length) {
    state.blocks.push(...(shortestBlocks ?? [range]));
    return;
  }
  let { beforeStart, afterStart } = range;
  for (const [beforeAt, afterAt] of yield* findAnchors(state, range, windowLengths[windowIndex] ?? 1)) {
    if (countTowardsYield(state.sinceYield, 1)) yield;
    // Nothing is between adjacent anchors.
    if (beforeAt > beforeStart || afterAt > afterStart)
      yield* diffWithin(state, { beforeStart, beforeEnd: beforeAt, afterStart, afterEnd: afterAt }, windowIndex + 1);
    beforeStart = beforeAt + 1;
    afterStart = afterAt + 1;
  }
  yield* diffWithin(state, { ...range, beforeStart, afterStart }, windowIndex + 1);
}

/** Narrows a range by its equal first and last lines. */
function trimEqual({ before, after }: DiffState, range: DiffBlock): DiffBlock {
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
function* findAnchors(state: DiffState, range: DiffBlock, window: number): Yielding<[number, number][]> {
  const ids = new Map<number, number>();
  const beforeIds = yield* windowIds(state, state.before.subarray(range.beforeStart, range.beforeEnd), window, ids);
  const afterIds = yield* windowIds(state, state.after.subarray(range.afterStart, range.afterEnd), window, ids);
  const [beforeIndexes, afterIndexes] = [uniqueIndexes(beforeIds), uniqueIndexes(afterIds)];
  if (countTowardsYield(state.sinceYield, beforeIds.length + afterIds.length)) yield;
  const pairs: [number, number][] = [];
  for (let at = 0; at < beforeIds.length; at++) {
    const id = beforeIds[at] ?? 0;
    const afterIndex = afterIndexes[id] ?? -1;
    if (afterIndex < 0 || beforeIndexes[id] !== at) continue;
    const pair: [number, number] = [range.beforeStart + at, range.afterStart + afterIndex];
    if (state.before[pair[0]] === state.after[pair[1]]) pairs.push(pair);
  }
  if (countTowardsYield(state.sinceYield, beforeIds.length)) yield;
  return longestAscending(pairs);
}

/** An id for each window of lines, the same for equal windows. Each doubling joins two windows of half the length. */
function* windowIds(
  { sinceYield }: DiffState,
  lines: Int32Array,
  window: number,
  idByHalves: Map<number, number>,
): Yielding<Int32Array> {
  let ids = lines;
  for (let length = 1; length < window; length *= 2) {
    const doubledIds = new Int32Array(Math.max(0, ids.length - length));
    for (let at = 0; at < doubledIds.length; at++) {
      // Exact in a double up to 2^25 windows; with more, keys may collide, so `findAnchors` compares the lines again.
      const key = ((ids[at] ?? 0) * 2 ** 25 + (ids[at + length] ?? 0)) * 8 + Math.log2(length);
      const id = idByHalves.get(key) ?? idByHalves.size;
      idByHalves.set(key, id);
      doubledIds[at] = id;
      if (countTowardsYield(sinceYield, 1)) yield;
    }
    ids = doubledIds;
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

/** Longest subsequence of pairs, sorted by their first numbers, in which the second ones ascend (patience sorting). */
function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const pileTops: number[] = [];
  const previous: number[] = [];
  const afterIndexOf = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    const afterIndex = afterIndexOf(index);
    // Fast path: most pairs extend the longest subsequence.
    const extendsLongest = afterIndexOf(pileTops.at(-1)) < afterIndex;
    const pile = extendsLongest ? pileTops.length : firstIndex(pileTops, (top) => afterIndexOf(top) >= afterIndex);
    previous.push(pileTops[pile - 1] ?? -1);
    pileTops[pile] = index;
  }
  const ascending: [number, number][] = [];
  for (let index = pileTops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) ascending.push(pair);
  }
  return ascending.toReversed();
}

/** Compares a range by Myers' algorithm; undefined if that takes more than the budget. */
function diffByMyers({ before, after, budget }: DiffState, range: DiffBlock): DiffBlock[] | undefined {
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
  let editDistance = 0;
  for (const { added, removed, count } of changes) {
    const beforeEnd = added ? beforeAt : beforeAt + count;
    const afterEnd = removed ? afterAt : afterAt + count;
    if (added || removed) {
      blocks.push({ beforeStart: beforeAt, beforeEnd, afterStart: afterAt, afterEnd });
      editDistance += count;
    }
    beforeAt = beforeEnd;
    afterAt = afterEnd;
  }
  budget.steps -= editDistance ** 2 + beforeIds.length + afterIds.length;
  return blocks;
}

/** Joins blocks with no line between them. */
function joinTouching(blocks: readonly DiffBlock[]): DiffBlock[] {
  const joinedBlocks: DiffBlock[] = [];
  for (const block of blocks) {
    const last = joinedBlocks.at(-1);
    if (last !== undefined && last.beforeEnd === block.beforeStart && last.afterEnd === block.afterStart) {
      joinedBlocks[joinedBlocks.length - 1] = { ...last, beforeEnd: block.beforeEnd, afterEnd: block.afterEnd };
    } else joinedBlocks.push(block);
  }
  return joinedBlocks;
}
