import { runSync, type SinceYield, type Yielding } from '../../async/yielding.ts';
import { splitFile, type Before, type FileText } from './fileText.ts';
import { countOf, findLines, indexLines, type Budget, type LineIndex, type Wanted } from './lineIndex.ts';
import { keyOf, looseTiers, type KeyTier } from './tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** A file prepared for many searches: its lines, and an index for each tier used so far. */
export interface SearchedFile {
  readonly file: FileText;
  readonly indexes: Map<KeyTier, LineIndex>;
  readonly budget: Budget;
  readonly sinceYield: SinceYield;
}

/** Prepares a file. `patchLines`: how many lines the patch has for it; the budget is linear in these and the file's. */
export function prepareFile(before: Before, patchLines: number): SearchedFile {
  const file = splitFile(before);
  const budget = { remaining: 1_000_000 + 40 * (file.starts.length + patchLines) };
  return { file, indexes: new Map(), budget, sinceYield: { lines: 0 } };
}

export function indexOf(searched: SearchedFile, tier: KeyTier): LineIndex {
  return searched.indexes.get(tier) ?? runSync(makeIndex(searched, tier));
}

/** Makes the index for a tier, unless it is there. */
export function* makeIndex(searched: SearchedFile, tier: KeyTier): Yielding<LineIndex> {
  const known = searched.indexes.get(tier);
  if (known !== undefined) return known;
  const { texts, endings } = searched.file;
  const index = yield* indexLines(texts.length, (at) => keyOf(tier, texts[at] ?? '', endings[at] ?? ''));
  searched.indexes.set(tier, index);
  return index;
}

/** Makes the indexes that the search for these lines will ask for. */
export function* indexFor(searched: SearchedFile, lines: readonly HunkLine[]): Yielding<void> {
  for (const tier of ['exact', 'trailingWhitespace', ...looseTiers] as const) {
    if (searched.indexes.has('lookAlikes')) return;
    yield* makeIndex(searched, tier);
    if (findAt(searched, lines, tier, tier === 'trailingWhitespace').length > 0) return;
  }
}

/** The places of these lines at a tier. With `lostSpace`, the marker of a context line may be part of its text. */
export function findAt(
  searched: SearchedFile,
  lines: readonly HunkLine[],
  tier: KeyTier,
  lostSpace = false,
): readonly number[] {
  const index = indexOf(searched, tier);
  const wanted: Wanted[] = [];
  for (const line of lines) {
    const ids = idsOf(index, line, tier, lostSpace);
    if (ids.length === 0) return [];
    wanted.push(ids);
  }
  return findLines(index, wanted, searched.budget);
}

/** How often a line occurs in the file, whatever white space ends it. `lostSpace` as for `findAt`. */
export function frequencyOf(searched: SearchedFile, line: HunkLine, lostSpace: boolean): number {
  const index = indexOf(searched, 'trailingWhitespace');
  return idsOf(index, line, 'trailingWhitespace', lostSpace).reduce((total, id) => total + countOf(index, id), 0);
}

function idsOf(
  { ids }: LineIndex,
  { kind, text, end, lostMarker }: HunkLine,
  tier: KeyTier,
  lostSpace: boolean,
): Wanted {
  const id = ids.get(keyOf(tier, text, end));
  const other = lostSpace && kind === 'context' && !lostMarker ? ids.get(keyOf(tier, ` ${text}`, end)) : undefined;
  if (other === undefined || other === id) return id === undefined ? [] : [id];
  return id === undefined ? [other] : [id, other];
}
