// Searches a file for lines of a hunk, with an index for each tier.
import { runSync, type YieldCounter, type Yielding } from '../../async/yielding.ts';
import { splitFile, type Before, type FileText } from './fileText.ts';
import { countWithId, findLines, indexLines, type Budget, type LineIndex, type WantedLine } from './lineIndex.ts';
import { lineKey, looseTiers, type LineTier } from './tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** A file prepared for searches: its lines, and an index for each tier used so far. */
export interface SearchedFile {
  readonly file: FileText;
  readonly indexes: Map<LineTier, LineIndex>;
  readonly budget: Budget;
  readonly sinceYield: YieldCounter;
}

/** Prepares a file. The budget of its searches is linear in its lines and the `patchLines` for it. */
export function prepareFile(before: Before, patchLines: number): SearchedFile {
  const file = splitFile(before);
  const budget = { remaining: minBudget + budgetPerLine * (file.starts.length + patchLines) };
  return { file, indexes: new Map(), budget, sinceYield: { lines: 0 } };
}

/** Minimum number of line comparisons for the searches of one file. */
const minBudget = 1_000_000;
const budgetPerLine = 40;

/** The index for a tier. */
export function indexFor(searched: SearchedFile, tier: LineTier): LineIndex {
  return searched.indexes.get(tier) ?? runSync(buildIndex(searched, tier));
}

/** Builds the index for a tier, unless it exists. */
export function* buildIndex(searched: SearchedFile, tier: LineTier): Yielding<LineIndex> {
  const cached = searched.indexes.get(tier);
  if (cached !== undefined) return cached;
  const { texts, endings } = searched.file;
  const index = yield* indexLines(texts.length, (at) => lineKey(tier, texts[at] ?? '', endings[at] ?? ''));
  searched.indexes.set(tier, index);
  return index;
}

/** Builds the indexes that `findHunk` will use for these lines. */
export function* prepareIndexes(searched: SearchedFile, lines: readonly HunkLine[]): Yielding<void> {
  for (const tier of ['exact', 'trailingWhitespace', ...looseTiers] as const) {
    if (searched.indexes.has('lookAlikes')) return;
    yield* buildIndex(searched, tier);
    if (findLinesAt(searched, lines, tier, tier === 'trailingWhitespace').length > 0) return;
  }
}

/** Finds lines at a tier. With `lostSpace`, the marker of a context line may be part of its text. */
export function findLinesAt(
  searched: SearchedFile,
  lines: readonly HunkLine[],
  tier: LineTier,
  lostSpace = false,
): readonly number[] {
  const index = indexFor(searched, tier);
  const wanted: WantedLine[] = [];
  for (const line of lines) {
    const ids = idsOf(index, line, tier, lostSpace);
    if (ids.length === 0) return [];
    wanted.push(ids);
  }
  return findLines(index, wanted, searched.budget);
}

/** The number of occurrences of a line in the file, ignoring trailing white space; `lostSpace` as for `findLinesAt`. */
export function frequencyOf(searched: SearchedFile, line: HunkLine, lostSpace: boolean): number {
  const index = indexFor(searched, 'trailingWhitespace');
  return idsOf(index, line, 'trailingWhitespace', lostSpace).reduce((total, id) => total + countWithId(index, id), 0);
}

function idsOf(
  { ids }: LineIndex,
  { kind, text, ending: end, lostMarker }: HunkLine,
  tier: LineTier,
  lostSpace: boolean,
): WantedLine {
  const id = ids.get(lineKey(tier, text, end));
  const other = lostSpace && kind === 'context' && !lostMarker ? ids.get(lineKey(tier, ` ${text}`, end)) : undefined;
  if (other === undefined || other === id) return id === undefined ? [] : [id];
  return id === undefined ? [other] : [id, other];
}
