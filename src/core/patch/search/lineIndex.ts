// Indexes the lines of a file by key, and finds sequences of lines in it.
import { ToolError } from '../../wording/errors.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';

/** The remaining number of line comparisons for one file, so that a patch crafted to be slow is refused. */
export interface Budget {
  remaining: number;
}

/**
 * Charges comparisons to the budget.
 *
 * @throws ToolError PATCH_CONFLICT once the budget is exhausted
 */
export function chargeBudget(budget: Budget, cost: number): void {
  budget.remaining -= cost;
  if (budget.remaining >= 0) return;
  throw new ToolError(
    'PATCH_CONFLICT',
    'The lines of the patch occur too often in the file to tell where they belong. Send fewer hunks, each with lines that occur once.',
  );
}

/** The lines of a file by key. A search takes time proportional to the occurrences of its rarest line. */
export interface LineIndex {
  /** The id of each distinct key. */
  readonly ids: ReadonlyMap<string, number>;
  /** The id of each line of the file. */
  readonly lines: Int32Array;
  /** The lines with id n are `linesById[idStarts[n]]` up to `linesById[idStarts[n + 1] - 1]`, ascending. */
  readonly idStarts: Int32Array;
  readonly linesById: Int32Array;
}

/** Builds an index of `count` lines: gives each an id, then sorts the lines by id (counting sort). */
export function* indexLines(count: number, keyAt: (line: number) => string): Yielding<LineIndex> {
  const sinceYield = { lines: 0 };
  const ids = new Map<string, number>();
  const lines = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const key = keyAt(at);
    const id = ids.get(key) ?? ids.size;
    if (id === ids.size) ids.set(key, id);
    lines[at] = id;
    if (shouldYield(sinceYield, 1)) yield;
  }
  const idStarts = new Int32Array(ids.size + 2);
  for (let at = 0; at < count; at++) {
    const nextSlot = (lines[at] ?? 0) + 2;
    idStarts[nextSlot] = (idStarts[nextSlot] ?? 0) + 1;
  }
  for (let id = 2; id < idStarts.length; id++) idStarts[id] = (idStarts[id] ?? 0) + (idStarts[id - 1] ?? 0);
  if (shouldYield(sinceYield, count)) yield;
  const linesById = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const next = (lines[at] ?? 0) + 1;
    const offset = idStarts[next] ?? 0;
    linesById[offset] = at;
    idStarts[next] = offset + 1;
  }
  return { ids, lines, idStarts, linesById };
}

/** The number of lines with an id. */
export function countWithId({ idStarts }: LineIndex, id: number): number {
  return (idStarts[id + 1] ?? 0) - (idStarts[id] ?? 0);
}

/** The lines with an id, ascending. */
export function linesWithId({ linesById, idStarts }: LineIndex, id: number): Int32Array {
  return linesById.subarray(idStarts[id] ?? 0, idStarts[id + 1] ?? 0);
}

/** A line to find, as the ids that match it. */
export type WantedLine = readonly number[];

/** A search stops once it has found more occurrences than this. */
const maxPlaces = 500;

/**
 * Finds all occurrences of a sequence of lines, as 0-based line numbers; none for an empty sequence. Compares only
 * where the rarest of the lines occurs.
 *
 * @throws ToolError as `chargeBudget` does
 */
export function findLines(index: LineIndex, wanted: readonly WantedLine[], budget: Budget): readonly number[] {
  let rarest = 0;
  let minCount = Infinity;
  for (const [at, ids] of wanted.entries()) {
    const count = ids.reduce((total, id) => total + countWithId(index, id), 0);
    if (count < minCount) [rarest, minCount] = [at, count];
  }
  const starts: number[] = [];
  for (const id of wanted[rarest] ?? []) {
    for (const position of linesWithId(index, id)) {
      if (matchesAt(index, wanted, position - rarest, budget)) starts.push(position - rarest);
      if (starts.length > maxPlaces) return starts;
    }
  }
  return starts.sort((a, b) => a - b);
}

function matchesAt(index: LineIndex, wanted: readonly WantedLine[], start: number, budget: Budget): boolean {
  if (start < 0 || start + wanted.length > index.lines.length) return false;
  for (const [at, ids] of wanted.entries()) {
    chargeBudget(budget, 1);
    const id = index.lines[start + at];
    if (id === undefined || !ids.includes(id)) return false;
  }
  return true;
}
