// Decides whether a file's changes since it was last read make a planned change stale.
import { unifiedDiff } from '../diff/diff.ts';
import { compareLines } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import type { TextEdit } from '../text/text.ts';

/**
 * Compares a file's changes since it was last read with the planned change. `moved`: only other lines changed; `ranges`
 * lists them in the current text ("3, 7-9", or "before 4" for removed lines). `stale`: lines of the planned change have
 * also changed since the read; `diff` shows all changes since the read.
 */
export type Staleness =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'moved'; readonly ranges: string }
  | { readonly kind: 'stale'; readonly diff: string };

/** Maximum number of ranges listed. */
const maxRanges = 20;
/** Maximum length of the diff, in UTF-16 units. */
const maxDiffChars = 6000;

/**
 * Compares the text last read with the text `now`, which is about to become `after` (by `edits`, if known). Two changes
 * conflict if they share a line, if one inserts within the lines that the other replaces, or if both insert at the same
 * line; changes of adjacent lines do not.
 */
export function staleness(
  read: string,
  now: string,
  after: string,
  edits: readonly TextEdit[] | undefined,
  path: string,
): Staleness {
  if (read === now) return { kind: 'fresh' };
  const since = compareLines(read, now).blocks;
  const planned = compareLines(now, after, edits).blocks;
  if (anyOverlap(since, planned)) {
    return { kind: 'stale', diff: unifiedDiff(path, read, now, undefined, { maxChars: maxDiffChars }) };
  }
  const named = since.slice(0, maxRanges).map(rangeText);
  const rest = since.length > maxRanges ? `, and ${since.length - maxRanges} more places` : '';
  return { kind: 'moved', ranges: named.join(', ') + rest };
}

/** Whether any two blocks share lines. One pass, since both lists are sorted. */
function anyOverlap(since: readonly DiffBlock[], planned: readonly DiffBlock[]): boolean {
  let at = 0;
  for (const plan of planned) {
    while (at < since.length && (since[at]?.afterEnd ?? 0) < plan.beforeStart) at++;
    for (let next = at; next < since.length; next++) {
      const change = since[next];
      if (change === undefined || change.afterStart > plan.beforeEnd) break;
      if (overlaps(change.afterStart, change.afterEnd, plan.beforeStart, plan.beforeEnd)) return true;
    }
  }
  return false;
}

function overlaps(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (start === end && otherStart === otherEnd) return start === otherStart;
  return start < otherEnd && otherStart < end;
}

function rangeText({ afterStart, afterEnd }: DiffBlock): string {
  if (afterStart === afterEnd) return `before ${afterStart + 1}`;
  return afterEnd === afterStart + 1 ? String(afterEnd) : `${afterStart + 1}-${afterEnd}`;
}
