import { diffArrays } from 'diff';
import { atOnce, shouldYield, linesInTurn, type Turn, type Yielding } from '../async/yielding.ts';

/**
 * Lines `[beforeStart, beforeEnd)` of one list that became `[afterStart, afterEnd)` of another (0-based). Between two
 * blocks the lists are equal; at least one side of a block is not empty.
 */
export interface Block {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** How much work Myers' algorithm may still do, in steps; past it the answer gets coarser, never wrong. */
export interface Budget {
  steps: number;
}

/** A budget that is used up in well under half a second. */
export function newBudget(): Budget {
  return { steps: 3_000_000 };
}

const longestEdit = 256;
/** Lengths of the windows of lines that may anchor a diff, in the order tried; 1 is patience diff proper. */
const windows = [1, 8, 4];

/** Lines by their place, as in a list; each may be made for who asks for it. */
export interface Lines {
  readonly length: number;
  at(place: number): string | undefined;
}

interface Work {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly blocks: Block[];
  readonly budget: Budget;
  readonly turn: Turn;
}

/**
 * The difference of two lists of lines. Lines that occur once on both sides anchor it (patience diff), Myers' algorithm
 * fills the gaps within a budget, and what is left then counts as replaced as a whole. No clock: the same lists always
 * give the same blocks.
 */
export function diffLists(before: Lines, after: Lines, budget: Budget = newBudget()): Block[] {
  return atOnce(diffListsInTurns(before, after, budget));
}

/** The difference of lists so short that there is nothing to find out; `undefined` for others. */
export function trivialDiff(before: Lines, after: Lines): readonly Block[] | undefined {
  const olds = before.length;
  const news = after.length;
  if (olds > 0 && news > 0 && (olds > 1 || news > 1)) return undefined;
  if (olds === news && before.at(0) === after.at(0)) return [];
  return olds === 1 && news === 1 ? lineForLine : [{ beforeStart: 0, beforeEnd: olds, afterStart: 0, afterEnd: news }];
}

/** One list for all that differ in a single line. */
const lineForLine: readonly Block[] = [{ beforeStart: 0, beforeEnd: 1, afterStart: 0, afterEnd: 1 }];

/** What `diffLists` gives, in turns. */
export function* diffListsInTurns(before: Lines, after: Lines, budget: Budget): Yielding<Block[]> {
  const ids = new Map<string, number>();
  const work: Work = {
    before: yield* idsOf(before, ids),
    after: yield* idsOf(after, ids),
    blocks: [],
    budget,
    turn: { lines: 0 },
  };
  yield* diffWithin(work, { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }, 0);
  return joinTouching(work.blocks);
}

function* idsOf(lines: Lines, ids: Map<string, number>): Yielding<Int32Array> {
  const found = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at) ?? '';
    const known = ids.get(line);
    if (known === undefined) ids.set(line, ids.size);
    found[at] = known ?? ids.size - 1;
    if ((at + 1) % linesInTurn === 0) yield;
  }
  return found;
}

function* diffWithin(work: Work, whole: Block, windowAt: number): Yielding<void> {
  const range = trimEqual(work, whole);
  const olds = range.beforeEnd - range.beforeStart;
  const news = range.afterEnd - range.afterStart;
  if (olds === 0 && news === 0) return;
  if (olds === 0 || news === 0 || (olds === 1 && news === 1)) {
    work.blocks.push(range);
    return;
  }
  // Windows longer than one line are for what Myers could not do, since they may cut a shorter answer apart.
  const exact = windowAt > 0 ? myers(work, range) : undefined;
  if (shouldYield(work.turn, exact?.length ?? 0)) yield;
  if (exact !== undefined || windowAt === windows.length) {
    work.blocks.push(...(exact ?? [range]));
    return;
  }
  let { beforeStart, afterStart } = range;
  for (const [beforeAt, afterAt] of yield* findAnchors(work, range, windows[windowAt] ?? 1)) {
    if (shouldYield(work.turn, 1)) yield;
    // Between lines that follow each other on both sides there is nothing.
    if (beforeAt > beforeStart || afterAt > afterStart)
      yield* diffWithin(work, { beforeStart, beforeEnd: beforeAt, afterStart, afterEnd: afterAt }, windowAt + 1);
    beforeStart = beforeAt + 1;
    afterStart = afterAt + 1;
  }
  yield* diffWithin(work, { ...range, beforeStart, afterStart }, windowAt + 1);
}

function trimEqual({ before, after }: Work, range: Block): Block {
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

/** Pairs of places where the same window of lines starts, unique on both sides; rising on both sides. */
function* findAnchors(work: Work, range: Block, window: number): Yielding<[number, number][]> {
  const ids = new Map<number, number>();
  const olds = yield* windowIds(work, work.before.subarray(range.beforeStart, range.beforeEnd), window, ids);
  const news = yield* windowIds(work, work.after.subarray(range.afterStart, range.afterEnd), window, ids);
  const beforeAt = uniquePlaces(olds);
  if (shouldYield(work.turn, olds.length)) yield;
  const afterAt = uniquePlaces(news);
  if (shouldYield(work.turn, news.length)) yield;
  const pairs: [number, number][] = [];
  for (let at = 0; at < olds.length; at++) {
    const id = olds[at] ?? 0;
    const other = afterAt[id] ?? -1;
    if (other < 0 || beforeAt[id] !== at) continue;
    const pair: [number, number] = [range.beforeStart + at, range.afterStart + other];
    if (work.before[pair[0]] === work.after[pair[1]]) pairs.push(pair);
  }
  if (shouldYield(work.turn, olds.length)) yield;
  return longestRising(pairs);
}

/** A number for each window of lines, the same for the same lines; made by doubling: two windows make one twice as long. */
function* windowIds(
  { turn }: Work,
  lines: Int32Array,
  window: number,
  known: Map<number, number>,
): Yielding<Int32Array> {
  let ids = lines;
  for (let length = 1; length < window; length *= 2) {
    const longer = new Int32Array(Math.max(0, ids.length - length));
    for (let at = 0; at < longer.length; at++) {
      // Exact in a double below 2^25 different windows; past that two may look the same, so anchors are checked again.
      const key = ((ids[at] ?? 0) * 2 ** 25 + (ids[at + length] ?? 0)) * 8 + Math.log2(length);
      const id = known.get(key) ?? known.size;
      known.set(key, id);
      longer[at] = id;
      if (shouldYield(turn, 1)) yield;
    }
    ids = longer;
  }
  return ids;
}

/** Where each id stands, by the id; -1 for one that occurs more than once, -2 or nothing for one that does not. */
function uniquePlaces(ids: Int32Array): Int32Array {
  let most = -1;
  for (const id of ids) if (id > most) most = id;
  const places = new Int32Array(most + 1).fill(-2);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    places[id] = places[id] === -2 ? at : -1;
  }
  return places;
}

/** The longest run of pairs whose second numbers rise too (patience sorting). */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const previous: number[] = [];
  const placeOf = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    const place = placeOf(index);
    // Most pairs rise above all before them.
    let low = placeOf(tops.at(-1)) < place ? tops.length : 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(tops[middle]) < place) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (tops[low - 1] ?? -1) : -1);
    tops[low] = index;
  }
  const rising: [number, number][] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.toReversed();
}

function myers({ before, after, budget }: Work, range: Block): Block[] | undefined {
  const maxEditLength = Math.min(longestEdit, Math.floor(Math.sqrt(Math.max(0, budget.steps))));
  const olds = Array.from(before.subarray(range.beforeStart, range.beforeEnd));
  const news = Array.from(after.subarray(range.afterStart, range.afterEnd));
  const changes = maxEditLength > 0 ? diffArrays(olds, news, { maxEditLength }) : undefined;
  if (changes === undefined) {
    budget.steps -= maxEditLength ** 2;
    return undefined;
  }
  const blocks: Block[] = [];
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
  budget.steps -= edits ** 2 + olds.length + news.length;
  return blocks;
}

function joinTouching(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && last.beforeEnd === block.beforeStart && last.afterEnd === block.afterStart) {
      joined[joined.length - 1] = { ...last, beforeEnd: block.beforeEnd, afterEnd: block.afterEnd };
    } else joined.push(block);
  }
  return joined;
}
