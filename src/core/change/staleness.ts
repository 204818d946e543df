// Decides whether a planned change is stale: whether the file has changed since the agent read it, in the same lines.
import { unifiedDiff } from '../diff/diff.ts';
import { compareLines } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { firstIndex, type TextEdit } from '../text/text.ts';

/** The relation of the changes of a file since it was last read to the planned change. */
export type Staleness =
  | { readonly kind: 'fresh' }
  /** Only other lines changed. `ranges` lists them in the current text: "3, 7-9", or "before 4" for removed lines. */
  | { readonly kind: 'moved'; readonly ranges: string }
  /** Lines of the planned change have also changed. `diff` shows all changes since the read. */
  | { readonly kind: 'stale'; readonly diff: string };

/** Maximum number of listed ranges; the rest is counted. */
const maxRanges = 20;
/** Maximum length of the diff, in UTF-16 units. */
const maxDiffChars = 6000;

/**
 * Compares the text last read with the current one, which is about to become `plannedText`. Two changes conflict if
 * they share a line, if one inserts within the lines that the other replaces, or if both insert at the same line;
 * changes of adjacent lines do not.
 *
 * @param plannedText undefined if the text will be deleted or replaced by other content, which conflicts with any
 * change
 * @param edits those that turn `currentText` into `plannedText`, sorted; undefined if unknown
 */
export function judgeStaleness(
  textRead: string,
  currentText: string,
  plannedText: string | undefined,
  edits: readonly TextEdit[] | undefined,
  path: string,
): Staleness {
  if (textRead === currentText) return { kind: 'fresh' };
  const blocksSinceRead = compareLines(textRead, currentText).blocks;
  const isConflict =
    plannedText === undefined || hasConflict(blocksSinceRead, compareLines(currentText, plannedText, edits).blocks);
  if (isConflict) {
    return { kind: 'stale', diff: unifiedDiff(path, textRead, currentText, { maxChars: maxDiffChars }) };
  }
  const listedRanges = blocksSinceRead.slice(0, maxRanges).map(rangeText);
  const unlistedText =
    blocksSinceRead.length > maxRanges ? `, and ${blocksSinceRead.length - maxRanges} more places` : '';
  return { kind: 'moved', ranges: listedRanges.join(', ') + unlistedText };
}

/** Whether any two blocks conflict, as described at `judgeStaleness`; both lists are sorted. */
function hasConflict(blocksSinceRead: readonly DiffBlock[], plannedBlocks: readonly DiffBlock[]): boolean {
  return plannedBlocks.some(({ beforeStart, beforeEnd }) => {
    const from = firstIndex(blocksSinceRead, ({ afterEnd }) => afterEnd >= beforeStart);
    const to = firstIndex(blocksSinceRead, ({ afterStart }) => afterStart > beforeEnd);
    const nearBlocks = blocksSinceRead.slice(from, to);
    return nearBlocks.some(({ afterStart, afterEnd }) => areConflicting(afterStart, afterEnd, beforeStart, beforeEnd));
  });
}

/** Whether two ranges of lines (0-based, end exclusive) conflict; an empty range is an insertion before `start`. */
function areConflicting(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (start === end && otherStart === otherEnd) return start === otherStart;
  return start < otherEnd && otherStart < end;
}

function rangeText({ afterStart, afterEnd }: DiffBlock): string {
  if (afterStart === afterEnd) return `before ${afterStart + 1}`;
  return afterEnd === afterStart + 1 ? String(afterEnd) : `${afterStart + 1}-${afterEnd}`;
}
