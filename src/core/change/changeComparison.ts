// Compares the two sides of a change line by line, once for each change: for its diff, its counts and its warnings.
import type { Change, Content } from './change.ts';
import { compareLinesYielding, type Comparison } from '../diff/lineBlocks.ts';
import { cachedLineStarts } from '../text/text.ts';
import { runSync, type Yielding } from '../async/yielding.ts';

/** Cached comparisons by change. Changes are immutable, so each is compared once. */
const comparisonByChange = new WeakMap<Change, Comparison>();

/** Compares the lines of a change's two `comparableTexts`; undefined if a side has none. */
export function compareChangeSync(change: Change): Comparison | undefined {
  return runSync(compareChange(change));
}

/** `compareChangeSync` as a time-sliced generator. */
export function* compareChange(change: Change): Yielding<Comparison | undefined> {
  const cached = comparisonByChange.get(change);
  if (cached !== undefined) return cached;
  const { before, after } = comparableTexts(change);
  if (before === undefined || after === undefined) return undefined;
  const update = change.kind === 'update' ? change : undefined;
  // Tools that plan an update have often looked up lines of the same content.
  const beforeLineStarts = update?.before.kind === 'text' ? cachedLineStarts(update.before) : undefined;
  const comparison = yield* compareLinesYielding(before, after, update?.edits, beforeLineStarts);
  comparisonByChange.set(change, comparison);
  return comparison;
}

/**
 * The text of each side to compare; undefined for a content that is not text.
 * It is `''` for a missing file, for the old side of a copy, and for the old side if `hasTextOnlyAfter`.
 */
export function comparableTexts(change: Change): {
  readonly before: string | undefined;
  readonly after: string | undefined;
} {
  const after = 'after' in change ? comparableText(change.after) : '';
  if (!('before' in change) || hasTextOnlyAfter(change)) return { before: '', after };
  return { before: comparableText(change.before), after };
}

/** Whether a change writes text over binary content, or appends text to a large file whose content is not loaded. */
export function hasTextOnlyAfter(change: Change): boolean {
  if (change.kind !== 'update' && change.kind !== 'move') return false;
  const { before, after } = change;
  return (before.kind === 'binary' || before.kind === 'large') && comparableText(after) !== undefined;
}

/** Text of a content, or the appended text of a large file; undefined for other contents. */
export function comparableText(content: Content): string | undefined {
  if (content.kind === 'large') return content.tail?.kind === 'text' ? content.tail.text : undefined;
  return content.kind === 'text' ? content.text : undefined;
}
