// Orders paths as ripgrep's `--sort path` does, sorts them, and selects the first ones.
import { runSync, type Yielding } from '../async/yielding.ts';
import { firstSorted, isFewOf } from '../text/firstSorted.ts';

const slash = 0x2f;
const keysBetweenYields = 1000;

/** Orders paths as ripgrep's `--sort path` does: folder by folder, names by their code points. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankUnit(left) - rankUnit(right);
  }
  return a.length - b.length;
}

/** Ranks a separator first, and surrogates, which make the highest code points, last. */
function rankUnit(unit: number): number {
  if (unit === slash) return -1;
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** A sort key of a path without `\0`: `<` orders keys as `comparePaths` orders the paths, only faster. */
export function pathKey(path: string): string {
  const key = path.replaceAll('/', '\0');
  return /[\ud800-\uffff]/.test(key) ? key.replace(/[\ud800-\uffff]/g, moveSurrogatesLast) : key;
}

/** Exchanges the order of the surrogates (`d800` to `dfff`) and the units above them, within 16 bits. */
function moveSurrogatesLast(unit: string): string {
  const code = unit.charCodeAt(0);
  return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
}

/** The first `count` items in the order of their paths. */
export function firstByPath<Item>(items: readonly Item[], count: number, pathOf: (item: Item) => string): Item[] {
  return runSync(firstByPathYielding(items, count, pathOf));
}

/** `firstByPath` as a time-sliced generator. */
export function* firstByPathYielding<Item>(
  items: readonly Item[],
  count: number,
  pathOf: (item: Item) => string,
): Yielding<Item[]> {
  // If few of many are taken, most are compared only once, so that computing keys would cost more.
  if (isFewOf(count, items.length)) {
    return yield* firstSorted(items, count, (a, b) => comparePaths(pathOf(a), pathOf(b)));
  }
  const keyedItems: { readonly item: Item; readonly key: string }[] = [];
  for (const item of items) {
    keyedItems.push({ item, key: pathKey(pathOf(item)) });
    if (keyedItems.length % keysBetweenYields === 0) yield;
  }
  const firstItems = yield* firstSorted(keyedItems, count, (a, b) => compareKeys(a.key, b.key));
  return firstItems.map(({ item }) => item);
}

/** Sorts paths by `comparePaths`, as a time-sliced generator. */
export function sortPaths(paths: readonly string[]): Yielding<string[]> {
  return firstByPathYielding(paths, paths.length, (path) => path);
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
