// Judges whether a match of a hunk's result proves that the hunk was already applied, and is no coincidence.
import { isBlank } from '../../text/normalizeLine.ts';
import { countLetters, leadingContext, sideOf, trailingContext } from '../parse/hunkLines.ts';
import { lineKey, type LineTier } from '../search/tier.ts';
import type { HunkLine } from '../parse/types.ts';

/** Minimum number of letters and digits of a result whose match is not a coincidence. */
const minResultLetters = 8;

/** Whether a match of the result proves that the hunk was applied: it adds text, and its result is not short. */
export function provesApplied(lines: readonly HunkLine[]): boolean {
  return addsText(lines) && isTelling(lines);
}

/** Whether any line that is added is not blank. */
export function addsText(lines: readonly HunkLine[]): boolean {
  return lines.some((line) => line.kind === 'add' && !isBlank(line.text));
}

/** Whether the result is long enough that a match is no coincidence. */
export function isTelling(lines: readonly HunkLine[]): boolean {
  return countLetters(sideOf(lines, 'new')) >= minResultLetters;
}

/** Whether a hunk only adds lines, and these are long enough that a copy beside them is no coincidence. */
export function addsOnlyText(lines: readonly HunkLine[]): boolean {
  const added = lines.filter(({ kind }) => kind === 'add');
  return lines.every(({ kind }) => kind !== 'remove') && countLetters(added) >= minResultLetters;
}

/**
 * Whether a match of the result proves that the hunk was applied, if it only removes lines. Its result is the context
 * above with the context below right after it; each of the two must have half of the letters of a result.
 */
export function provesRemoval(lines: readonly HunkLine[]): boolean {
  if (lines.some((line) => line.kind === 'add')) return false;
  const contextAbove = lines.slice(0, leadingContext(lines));
  const contextBelow = lines.slice(lines.length - trailingContext(lines));
  return [contextAbove, contextBelow].every((context) => countLetters(context) >= minResultLetters / 2);
}

/**
 * Whether a tier ignores a change of the hunk: a removed and an added line differ, but are equal at this tier. Then a
 * match of the result at this tier proves nothing, since it may be one of the old lines.
 */
export function hidesChange(lines: readonly HunkLine[], tier: LineTier): boolean {
  if (tier === 'exact') return false;
  const removedTextsByKey = new Map<string, Set<string>>();
  for (const { kind, text, ending } of lines) {
    if (kind !== 'remove') continue;
    const key = lineKey(tier, text, ending);
    removedTextsByKey.set(key, (removedTextsByKey.get(key) ?? new Set()).add(text + ending));
  }
  return lines.some(({ kind, text, ending }) => {
    const removedTexts = kind === 'add' ? removedTextsByKey.get(lineKey(tier, text, ending)) : undefined;
    return removedTexts !== undefined && (removedTexts.size > 1 || !removedTexts.has(text + ending));
  });
}
