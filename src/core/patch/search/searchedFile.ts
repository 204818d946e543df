// Searches a file for lines of a hunk, with an index for each tier.
import { runSync, type YieldCounter, type Yielding } from '../../async/yielding.ts';
import { splitFile, type SourceText, type FileText } from './fileText.ts';
import {
  countWithId,
  findLines,
  indexLines,
  type ComparisonBudget,
  type LineIndex,
  type SoughtLine,
} from './lineIndex.ts';
import { lineKey, looseTiers, type LineTier } from './tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** Comparison of the file with the blob ids of git's `index` line. */
export interface IndexLineFacts {
  /** `intact`: the patch was made from the file's present content; `drifted`: from another content. */
  readonly base: 'intact' | 'drifted' | 'unknown';
  /** Whether the result will be compared with a blob name, so that a missing line is noticed. */
  readonly resultIsVerified: boolean;
}

const noIndexLine: IndexLineFacts = { base: 'unknown', resultIsVerified: false };

/** A file prepared for searches: its lines, and an index for each tier used so far. */
export interface SearchedFile extends IndexLineFacts {
  /** As spelled in the patch, for messages. */
  readonly path: string;
  readonly file: FileText;
  readonly indexes: Map<LineTier, LineIndex>;
  readonly budget: ComparisonBudget;
  readonly sinceYield: YieldCounter;
}

/** Prepares a file. The budget of its searches is linear in its lines and the `patchLines` for it. */
export function prepareFile(
  before: SourceText,
  path: string,
  patchLines: number,
  indexLineFacts = noIndexLine,
): SearchedFile {
  const file = splitFile(before);
  const budget = { remaining: minBudget + budgetPerLine * (file.starts.length + patchLines) };
  return { ...indexLineFacts, path, file, indexes: new Map(), budget, sinceYield: { lines: 0 } };
}

/** Minimum number of line comparisons for the searches of one file. */
const minBudget = 1_000_000;
const budgetPerLine = 40;

/** The index for a tier. */
export function indexFor(searchedFile: SearchedFile, tier: LineTier): LineIndex {
  return searchedFile.indexes.get(tier) ?? runSync(buildIndex(searchedFile, tier));
}

/** Builds the index for a tier, unless it exists. */
export function* buildIndex(searchedFile: SearchedFile, tier: LineTier): Yielding<LineIndex> {
  const cached = searchedFile.indexes.get(tier);
  if (cached !== undefined) return cached;
  const { texts, endings } = searchedFile.file;
  const index = yield* indexLines(texts.length, (at) => lineKey(tier, texts[at] ?? '', endings[at] ?? ''));
  searchedFile.indexes.set(tier, index);
  return index;
}

/** Builds the indexes that `findHunk` will use for these lines. */
export function* prepareIndexes(searchedFile: SearchedFile, lines: readonly HunkLine[]): Yielding<void> {
  for (const tier of ['exact', 'trailingWhitespace', ...looseTiers] as const) {
    if (searchedFile.indexes.has('lookAlikes')) return;
    yield* buildIndex(searchedFile, tier);
    if (findLinesAt(searchedFile, lines, tier, tier === 'trailingWhitespace').length > 0) return;
  }
}

/** Finds lines at a tier. With `lostSpace`, the marker of a context line may be part of its text. */
export function findLinesAt(
  searchedFile: SearchedFile,
  lines: readonly HunkLine[],
  tier: LineTier,
  lostSpace = false,
): readonly number[] {
  const index = indexFor(searchedFile, tier);
  const soughtLines: SoughtLine[] = [];
  for (const line of lines) {
    const ids = matchingIds(index, line, tier, lostSpace);
    if (ids.length === 0) return [];
    soughtLines.push(ids);
  }
  return findLines(index, soughtLines, searchedFile.budget);
}

/** The number of occurrences of a line in the file, ignoring trailing white space; `lostSpace` as for `findLinesAt`. */
export function frequencyOf(searchedFile: SearchedFile, line: HunkLine, lostSpace: boolean): number {
  const index = indexFor(searchedFile, 'trailingWhitespace');
  return matchingIds(index, line, 'trailingWhitespace', lostSpace).reduce(
    (total, id) => total + countWithId(index, id),
    0,
  );
}

function matchingIds(
  { idByKey }: LineIndex,
  { kind, text, ending: end, lacksMarker }: HunkLine,
  tier: LineTier,
  lostSpace: boolean,
): SoughtLine {
  const id = idByKey.get(lineKey(tier, text, end));
  const idWithSpace =
    lostSpace && kind === 'context' && !lacksMarker ? idByKey.get(lineKey(tier, ` ${text}`, end)) : undefined;
  if (idWithSpace === undefined || idWithSpace === id) return id === undefined ? [] : [id];
  return id === undefined ? [idWithSpace] : [id, idWithSpace];
}
