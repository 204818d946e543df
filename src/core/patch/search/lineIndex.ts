// Indexes the lines of a file by key, and finds sequences of lines in it.
import { ToolError } from '../../wording/errors.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';

/**
 * The remaining number of line comparisons for one file, so that a patch crafted to be slow is refused. Only
 * `chargeBudget` changes it.
 */
export interface ComparisonBudget {
  remaining: number;
}

/**
 * Charges comparisons to the budget.
 *
 * @throws ToolError PATCH_CONFLICT once the budget is exhausted
 */
export function chargeBudget(budget: ComparisonBudget, cost: number): void {
  budget.remaining -= cost;
  if (budget.remaining >= 0) return;
  throw new ToolError(
    'PATCH_CONFLICT',
    'The lines of the patch occur too often in the file to tell where they belong. Send fewer hunks, each with lines that occur once.',
  );
}

/**
 * The lines of a file by key: lines with equal keys (`lineKey`) share an id, a number from 0. A search takes time
 * proportional to the occurrences of its rarest line.
 */
export interface LineIndex {
  /** The id of each distinct key. */
  readonly idByKey: ReadonlyMap<string, number>;
  /** The id of each line of the file. */
  readonly idByLine: Int32Array;
  /** The lines with id n are `linesById[idStarts[n]]` up to `linesById[idStarts[n + 1] - 1]`, ascending. */
  readonly idStarts: Int32Array;
  readonly linesById: Int32Array;
}

/** Builds an index of `lineCount` lines: gives each an id, then sorts the lines by id (counting sort). */
export function* indexLines(lineCount: number, keyAt: (line: number) => string): Yielding<LineIndex> {
  const sinceYield = { units: 0 };
  const idByKey = new Map<string, number>();
  const idByLine = new Int32Array(lineCount);
  for (let at = 0; at < lineCount; at++) {
    const key = keyAt(at);
    const id = idByKey.get(key) ?? idByKey.size;
    if (id === idByKey.size) idByKey.set(key, id);
    idByLine[at] = id;
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  // Slot `id + 2` counts the lines of `id`. Once summed, slot `id + 1` is where these begin; the last loop moves it on
  // to where they end, which is where those of `id + 1` begin.
  const idStarts = new Int32Array(idByKey.size + 2);
  for (let at = 0; at < lineCount; at++) {
    const countSlot = (idByLine[at] ?? 0) + 2;
    idStarts[countSlot] = (idStarts[countSlot] ?? 0) + 1;
  }
  for (let id = 2; id < idStarts.length; id++) idStarts[id] = (idStarts[id] ?? 0) + (idStarts[id - 1] ?? 0);
  if (countTowardsYield(sinceYield, lineCount)) yield;
  const linesById = new Int32Array(lineCount);
  for (let at = 0; at < lineCount; at++) {
    const cursorSlot = (idByLine[at] ?? 0) + 1;
    const offset = idStarts[cursorSlot] ?? 0;
    linesById[offset] = at;
    idStarts[cursorSlot] = offset + 1;
  }
  return { idByKey, idByLine, idStarts, linesById };
}

/** The number of lines with an id. */
export function countWithId({ idStarts }: LineIndex, id: number): number {
  return (idStarts[id + 1] ?? 0) - (idStarts[id] ?? 0);
}

/** The lines with an id, ascending. */
export function linesWithId({ linesById, idStarts }: LineIndex, id: number): Int32Array {
  return linesById.subarray(idStarts[id] ?? 0, idStarts[id + 1] ?? 0);
}

/** A line to find, as the ids that match it; it is none of the file's lines if it has none. */
export type LineQuery = readonly number[];

/**
 * Finds all occurrences of a sequence of lines, as 0-based line numbers; none for an empty sequence. Compares only
 * where the rarest of the lines occurs.
 *
 * @throws ToolError as `chargeBudget` does
 */
export function findSequence(
  index: LineIndex,
  queries: readonly LineQuery[],
  budget: ComparisonBudget,
): readonly number[] {
  let rarestIndex = 0;
  let minCount = Infinity;
  for (const [at, ids] of queries.entries()) {
    const count = ids.reduce((total, id) => total + countWithId(index, id), 0);
    if (count < minCount) [rarestIndex, minCount] = [at, count];
  }
  const starts: number[] = [];
  for (const id of queries[rarestIndex] ?? []) {
    for (const position of linesWithId(index, id)) {
      if (matchesAt(index, queries, position - rarestIndex, budget)) starts.push(position - rarestIndex);
    }
  }
  return starts.sort((a, b) => a - b);
}

function matchesAt(index: LineIndex, queries: readonly LineQuery[], start: number, budget: ComparisonBudget): boolean {
  if (start < 0 || start + queries.length > index.idByLine.length) return false;
  for (const [at, ids] of queries.entries()) {
    chargeBudget(budget, 1);
    const id = index.idByLine[start + at];
    if (id === undefined || !ids.includes(id)) return false;
  }
  return true;
}
