import { splitFile, type FileText } from './fileText.ts';
import { findLines, indexLines, type Budget, type LineIndex } from './lineIndex.ts';
import { keyOf, type KeyTier } from './tier.ts';
import type { HunkLine } from './types.ts';

/** A file made ready for many searches: its lines, and an index for each tier that was asked for. */
export interface Searched {
  readonly file: FileText;
  readonly indexes: Map<KeyTier, LineIndex>;
  readonly budget: Budget;
}

/** `patchLines` is how many lines the patch has for this file; the cost of all searches stays linear in it and the file. */
export function searchable(text: string, patchLines: number): Searched {
  const file = splitFile(text);
  return { file, indexes: new Map(), budget: { left: 1_000_000 + 40 * (file.texts.length + patchLines) } };
}

export function indexOf(searched: Searched, tier: KeyTier): LineIndex {
  const known = searched.indexes.get(tier);
  if (known !== undefined) return known;
  const { texts, ends } = searched.file;
  const index = indexLines(texts.map((text, at) => keyOf(tier, text, ends[at] ?? '')));
  searched.indexes.set(tier, index);
  return index;
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
  const wanted = lines.map((line) => {
    const key = keyOf(tier, line.text, line.end);
    const raw = lostSpace && line.kind === 'context' && !line.unmarked;
    return raw ? [key, keyOf(tier, ` ${line.text}`, line.end)] : [key];
  });
  return findLines(indexOf(searched, tier), wanted, searched.budget);
}
