// Splits a change into hunks that a user can exclude one by one, and builds the text without the excluded ones.
import type { Change, FaithfulText } from '../change.ts';
import { compareChangeSync } from '../changeComparison.ts';
import { exceedsDiffEditor } from '../diffSize.ts';
import type { Comparison } from '../../diff/lineBlocks.ts';
import type { DiffBlock } from '../../diff/lineDiff.ts';

/** Maximum number of diff blocks, from which hunks are joined. A file with more is accepted or excluded as a whole. */
export const maxHunks = 1000;

/** An update or move that edits a text, split into hunks. */
export interface SplitChange {
  readonly before: FaithfulText;
  readonly after: FaithfulText;
  readonly comparison: Comparison;
  /** At least two hunks, in the order of the file. Each is one or more joined diff blocks. */
  readonly hunks: readonly DiffBlock[];
}

/** Cached results by change. Changes are immutable, so each is split once. */
const cachedSplits = new WeakMap<Change, { readonly split: SplitChange | undefined }>();

/**
 * Splits an edit of a text into hunks. Undefined if there are fewer than two, or if the lines of the two sides cannot
 * be mixed in one file: different encodings, or bytes that are no valid text.
 */
export function splitIntoHunks(change: Change): SplitChange | undefined {
  const cached = cachedSplits.get(change) ?? { split: splitUncached(change) };
  cachedSplits.set(change, cached);
  return cached.split;
}

function splitUncached(change: Change): SplitChange | undefined {
  if (change.kind !== 'update' && change.kind !== 'move') return undefined;
  const { before, after } = change;
  if (before.kind !== 'text' || after.kind !== 'text' || before.lossy === true || after.lossy === true)
    return undefined;
  if (before.encoding !== after.encoding) return undefined;
  const comparison = compareChangeSync(change);
  if (comparison === undefined || comparison.blocks.length > maxHunks || exceedsDiffEditor(change)) return undefined;
  const hunks = joinBlocks(after.text, comparison);
  return hunks.length < 2 ? undefined : { before, after, comparison, hunks };
}

/** Joins diff blocks into hunks if only lines without letters or digits, such as brackets, separate them. */
function joinBlocks(after: string, { blocks, afterStarts }: Comparison): readonly DiffBlock[] {
  const hunks: DiffBlock[] = [];
  for (const block of blocks) {
    const last = hunks.at(-1);
    const startsNewHunk =
      last === undefined ||
      /[\p{L}\p{N}_]/u.test(after.slice(afterStarts[last.afterEnd], afterStarts[block.afterStart]));
    if (startsNewHunk) hunks.push(block);
    else hunks[hunks.length - 1] = { ...last, beforeEnd: block.beforeEnd, afterEnd: block.afterEnd };
  }
  return hunks;
}

/** The lines of a hunk on both sides, with their endings. */
export interface HunkTexts {
  readonly before: string;
  readonly after: string;
}

export function textsOfHunk(
  { before, after, comparison: { beforeStarts, afterStarts } }: SplitChange,
  { beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock,
): HunkTexts {
  return {
    before: before.text.slice(beforeStarts[beforeStart], beforeStarts[beforeEnd]),
    after: after.text.slice(afterStarts[afterStart], afterStarts[afterEnd]),
  };
}

/** The first line of a hunk that is not blank, without its indentation; of the old text if the new one is blank. */
export function firstLineOf({ before, after }: HunkTexts): string {
  const text = after.trim() === '' ? before : after;
  return text.trim().split(/[\r\n]/, 1)[0] ?? '';
}

/** Lines `[start, end)`, 0-based, such as those of a hunk in a composed text. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Builds the new text, with the lines of each hunk in it. Excluded hunks (by index) keep their old bytes. */
export function composeText(
  splitChange: SplitChange,
  excluded: ReadonlySet<number>,
): { readonly text: string; readonly spans: readonly LineSpan[] } {
  const { after, hunks, comparison } = splitChange;
  const parts: string[] = [];
  const spans: LineSpan[] = [];
  let copiedTo = 0;
  let outputLine = 0;
  for (const [index, hunk] of hunks.entries()) {
    parts.push(after.text.slice(comparison.afterStarts[copiedTo], comparison.afterStarts[hunk.afterStart]));
    outputLine += hunk.afterStart - copiedTo;
    copiedTo = hunk.afterEnd;
    const isExcluded = excluded.has(index);
    const texts = textsOfHunk(splitChange, hunk);
    parts.push(isExcluded ? texts.before : texts.after);
    const count = isExcluded ? hunk.beforeEnd - hunk.beforeStart : hunk.afterEnd - hunk.afterStart;
    spans.push({ start: outputLine, end: outputLine + count });
    outputLine += count;
  }
  parts.push(after.text.slice(comparison.afterStarts[copiedTo]));
  return { text: parts.join(''), spans };
}
