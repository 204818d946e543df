import { atOnce, type Turn, type Yielding } from '../../async/yielding.ts';
import { splitFile, type Before, type FileText } from './fileText.ts';
import { countOf, findLines, indexLines, type Budget, type LineIndex, type Wanted } from './lineIndex.ts';
import { keyOf, looseTiers, type KeyTier } from './tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** A file made ready for many searches: its lines, and an index for each tier that was asked for. */
export interface Searched {
  readonly file: FileText;
  readonly indexes: Map<KeyTier, LineIndex>;
  readonly budget: Budget;
  readonly turn: Turn;
}

/** `patchLines` is how many lines the patch has for this file; the cost of all searches stays linear in it and the file. */
export function searchable(before: Before, patchLines: number): Searched {
  const file = splitFile(before);
  const budget = { left: 1_000_000 + 40 * (file.starts.length + patchLines) };
  return { file, indexes: new Map(), budget, turn: { lines: 0 } };
}

export function indexOf(searched: Searched, tier: KeyTier): LineIndex {
  return searched.indexes.get(tier) ?? atOnce(makeIndex(searched, tier));
}

/** Makes the index for a tier, unless it is there. */
export function* makeIndex(searched: Searched, tier: KeyTier): Yielding<LineIndex> {
  const known = searched.indexes.get(tier);
  if (known !== undefined) return known;
  const { texts, ends } = searched.file;
  const index = yield* indexLines(texts.length, (at) => keyOf(tier, texts[at] ?? '', ends[at] ?? ''));
  searched.indexes.set(tier, index);
  return index;
}

/** Makes the indexes that the search for these lines will ask for. */
export function* indexFor(searched: Searched, lines: readonly HunkLine[]): Yielding<void> {
  for (const tier of ['exact', 'trailingWhitespace', ...looseTiers] as const) {
    if (searched.indexes.has('lookAlikes')) return;
    yield* makeIndex(searched, tier);
    if (findAt(searched, lines, tier, tier === 'trailingWhitespace').length > 0) return;
  }
}

/**
 * Where these lines stand in the file at this tier. With `lostSpace`, a context line may also be meant with the space
 * that was read as its marker.
 */
export function findAt(
  searched: Searched,
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

/** How often a line stands in the file, white space at its end and a space that may be its marker aside. */
export function frequencyOf(searched: Searched, line: HunkLine, lostSpace: boolean): number {
  const index = indexOf(searched, 'trailingWhitespace');
  return idsOf(index, line, 'trailingWhitespace', lostSpace).reduce((total, id) => total + countOf(index, id), 0);
}

function idsOf({ ids }: LineIndex, { kind, text, end, unmarked }: HunkLine, tier: KeyTier, lostSpace: boolean): Wanted {
  const id = ids.get(keyOf(tier, text, end));
  const other = lostSpace && kind === 'context' && !unmarked ? ids.get(keyOf(tier, ` ${text}`, end)) : undefined;
  if (other === undefined || other === id) return id === undefined ? [] : [id];
  return id === undefined ? [other] : [id, other];
}
