import { ToolError } from '../errors.ts';

/** What searching one file may cost in line comparisons, so that a patch made to be slow is refused instead. */
export interface Budget {
  left: number;
}

/**
 * @throws ToolError PATCH_CONFLICT when the budget is spent.
 */
export function spend(budget: Budget, cost: number): void {
  budget.left -= cost;
  if (budget.left >= 0) return;
  throw new ToolError(
    'PATCH_CONFLICT',
    'The lines of the patch repeat too often in the file to find their place. Send fewer hunks, each with lines that occur once.',
  );
}

/** A line to be found: any of these keys will do. */
export type Wanted = readonly string[];

/** Where lines stand in a file, by key. Built once for each tier; a search costs only as much as its rarest line is frequent. */
export interface LineIndex {
  readonly ids: ReadonlyMap<string, number>;
  /** The id of each line of the file. */
  readonly lines: Int32Array;
  /** The lines with id n are `places[offsets[n] … offsets[n + 1]]`, ascending. */
  readonly offsets: Int32Array;
  readonly places: Int32Array;
}

export function indexLines(keys: readonly string[]): LineIndex {
  const ids = new Map<string, number>();
  const lines = new Int32Array(keys.length);
  for (const [at, key] of keys.entries()) {
    const id = ids.get(key) ?? ids.size;
    if (id === ids.size) ids.set(key, id);
    lines[at] = id;
  }
  const offsets = new Int32Array(ids.size + 2);
  for (const id of lines) offsets[id + 2] = (offsets[id + 2] ?? 0) + 1;
  for (let id = 2; id < offsets.length; id++) offsets[id] = (offsets[id] ?? 0) + (offsets[id - 1] ?? 0);
  const places = new Int32Array(keys.length);
  for (const [at, id] of lines.entries()) {
    const offset = offsets[id + 1] ?? 0;
    places[offset] = at;
    offsets[id + 1] = offset + 1;
  }
  return { ids, lines, offsets, places };
}

/** More places than this are not told apart. */
const mostPlaces = 500;

/**
 * All places (0-based line) where the wanted lines stand one below the other; nothing for an empty list.
 *
 * @throws ToolError PATCH_CONFLICT when the budget is spent.
 */
export function findLines(index: LineIndex, wanted: readonly Wanted[], budget: Budget): readonly number[] {
  const ids: (readonly number[])[] = [];
  let pivot = 0;
  let fewest = Infinity;
  for (const [at, keys] of wanted.entries()) {
    const known = keys.map((key) => index.ids.get(key)).filter((id) => id !== undefined);
    if (known.length === 0) return [];
    const count = known.reduce((total, id) => total + placesOf(index, id).length, 0);
    if (count < fewest) [pivot, fewest] = [at, count];
    ids.push(known);
  }
  const found: number[] = [];
  for (const id of new Set(ids[pivot])) {
    for (const place of placesOf(index, id)) {
      if (standsAt(index, ids, place - pivot, budget)) found.push(place - pivot);
      if (found.length > mostPlaces) return found;
    }
  }
  return found.sort((a, b) => a - b);
}

/** How often a line with one of these keys occurs. */
export function countLines(index: LineIndex, keys: Wanted): number {
  return keys.reduce((total, key) => {
    const id = index.ids.get(key);
    return id === undefined ? total : total + placesOf(index, id).length;
  }, 0);
}

function placesOf(index: LineIndex, id: number): Int32Array {
  return index.places.subarray(index.offsets[id] ?? 0, index.offsets[id + 1] ?? 0);
}

function standsAt(index: LineIndex, ids: readonly (readonly number[])[], start: number, budget: Budget): boolean {
  if (start < 0 || start + ids.length > index.lines.length) return false;
  for (const [at, wanted] of ids.entries()) {
    spend(budget, 1);
    const id = index.lines[start + at];
    if (id === undefined || !wanted.includes(id)) return false;
  }
  return true;
}
