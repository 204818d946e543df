// Compares the two sides of a change line by line, once for each change.
import type { Change, Content } from './change.ts';
import { compareLinesYielding, type Comparison } from '../diff/lineBlocks.ts';
import { cachedLineStarts } from '../text/text.ts';
import { runSync, type Yielding } from '../async/yielding.ts';

/** Cached comparisons by change. Changes are immutable, so each is compared once. */
const comparisonByChange = new WeakMap<Change, Comparison>();

/** Compares the lines of a change's two sides; a missing file has no lines. Undefined if a side is not text. */
export function compareChangeSync(change: Change): Comparison | undefined {
  return runSync(compareChange(change));
}

/** `compareChangeSync` as a time-sliced generator. */
export function* compareChange(change: Change): Yielding<Comparison | undefined> {
  const cached = comparisonByChange.get(change);
  if (cached !== undefined) return cached;
  const { before, after } = comparableTexts(change);
  if (before === undefined || after === undefined) return undefined;
  const edits = change.kind === 'update' ? change.edits : undefined;
  const beforeLineStarts =
    change.kind === 'update' && change.before.kind === 'text' ? cachedLineStarts(change.before) : undefined;
  const comparison = yield* compareLinesYielding(before, after, edits, beforeLineStarts);
  comparisonByChange.set(change, comparison);
  return comparison;
}

/** Texts of both sides: `''` for a missing file and for bytes replaced by a text, undefined for other contents. */
export function comparableTexts(change: Change): {
  readonly before: string | undefined;
  readonly after: string | undefined;
} {
  const after = 'after' in change ? comparableText(change.after) : '';
  if (!('before' in change) || replacesBytes(change)) return { before: '', after };
  return { before: comparableText(change.before), after };
}

/** Whether a change writes text over binary content, or appends to a large file whose content is not loaded. */
export function replacesBytes(change: Change): boolean {
  if (change.kind !== 'update' && change.kind !== 'move') return false;
  const { before, after } = change;
  return (before.kind === 'binary' || before.kind === 'large') && comparableText(after) !== undefined;
}

/** Text of a content, or the appended text of a large file; undefined for other contents. */
export function comparableText(content: Content): string | undefined {
  if (content.kind === 'large') return content.tail?.kind === 'text' ? content.tail.text : undefined;
  return content.kind === 'text' ? content.text : undefined;
}
