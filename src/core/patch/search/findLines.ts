// Finds lines of a hunk in a file, with an index for each tier.
import { runSync, type Yielding } from '../../async/yielding.ts';
import { countWithId, findSequence, indexLines, type LineIndex, type LineQuery } from './lineIndex.ts';
import type { SearchedFile } from './searchedFile.ts';
import { lineKey, looseTiers, type LineTier } from './tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** Searching for one line of a hunk takes about this number of units of `countTowardsYield`. */
export const searchCost = 4;

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

/** Builds the indexes that `findHunk` will use for these lines: up to the tier at which they are found. */
export function* prepareIndexes(searchedFile: SearchedFile, lines: readonly HunkLine[]): Yielding<void> {
  for (const tier of ['exact', 'trailingWhitespace', ...looseTiers] as const) {
    // The loosest tier is built last, so all exist.
    if (searchedFile.indexes.has('lookAlikes')) return;
    yield* buildIndex(searchedFile, tier);
    const reading = { allowsLostSpace: tier === 'trailingWhitespace' };
    if (findLinesAt(searchedFile, lines, tier, reading).length > 0) return;
  }
}

/** How context lines are read. */
interface ContextReading {
  /** Whether the space that was parsed as the marker of a context line may be the first one of its text instead. */
  readonly allowsLostSpace: boolean;
}

/** Finds consecutive lines at a tier; returns the 0-based file lines at which they begin, ascending. */
export function findLinesAt(
  searchedFile: SearchedFile,
  lines: readonly HunkLine[],
  tier: LineTier,
  { allowsLostSpace }: ContextReading = { allowsLostSpace: false },
): readonly number[] {
  const index = indexFor(searchedFile, tier);
  const queries: LineQuery[] = [];
  for (const line of lines) {
    const ids = matchingIds(index, line, tier, allowsLostSpace);
    if (ids.length === 0) return [];
    queries.push(ids);
  }
  return findSequence(index, queries, searchedFile.budget);
}

/** The number of occurrences of a line in the file, ignoring trailing white space. */
export function frequencyOf(searchedFile: SearchedFile, line: HunkLine, { allowsLostSpace }: ContextReading): number {
  const index = indexFor(searchedFile, 'trailingWhitespace');
  return matchingIds(index, line, 'trailingWhitespace', allowsLostSpace).reduce(
    (total, id) => total + countWithId(index, id),
    0,
  );
}

/** The ids of the file's lines that match a line of a hunk: as parsed, and with its marker as part of its text. */
function matchingIds(
  { idByKey }: LineIndex,
  { kind, text, ending, lacksMarker }: HunkLine,
  tier: LineTier,
  allowsLostSpace: boolean,
): LineQuery {
  const id = idByKey.get(lineKey(tier, text, ending));
  const markerMayBeText = allowsLostSpace && kind === 'context' && !lacksMarker;
  const idWithSpace = markerMayBeText ? idByKey.get(lineKey(tier, ` ${text}`, ending)) : undefined;
  if (idWithSpace === undefined || idWithSpace === id) return id === undefined ? [] : [id];
  return id === undefined ? [idWithSpace] : [id, idWithSpace];
}
