import { unifiedDiff } from '../diff/diff.ts';
import { compareLines } from '../diff/lineBlocks.ts';
import type { Block } from '../diff/lineDiff.ts';
import type { TextEdit } from '../text/text.ts';

/**
 * How a text stands to what was last read of it. `moved`: only other lines changed than those about to change; `ranges`
 * names them in the text now ("3, 7-9"; "before 4" where lines went). `stale`: the same lines did; `diff` is everything
 * that changed since the read.
 */
export type Staleness =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'moved'; readonly ranges: string }
  | { readonly kind: 'stale'; readonly diff: string };

const maxRanges = 20;
const maxDiffChars = 6000;

/**
 * Compares the text last read with the text now, given that the text now is about to become `after` (by `edits`, where
 * they are known). Lines count as the same where the two changes share a line, where one lies within the other, or
 * where lines went and others would come; lines that only adjoin are others.
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
  if (anyShared(since, planned)) {
    return { kind: 'stale', diff: unifiedDiff(path, read, now, undefined, { maxChars: maxDiffChars }) };
  }
  const named = since.slice(0, maxRanges).map(nameOf);
  const rest = since.length > maxRanges ? `, and ${since.length - maxRanges} more places` : '';
  return { kind: 'moved', ranges: named.join(', ') + rest };
}

/** Both lists rise, so one pass over them suffices. */
function anyShared(since: readonly Block[], planned: readonly Block[]): boolean {
  let at = 0;
  for (const plan of planned) {
    while (at < since.length && (since[at]?.afterEnd ?? 0) < plan.beforeStart) at++;
    for (let next = at; next < since.length; next++) {
      const change = since[next];
      if (change === undefined || change.afterStart > plan.beforeEnd) break;
      if (sharesLines(change.afterStart, change.afterEnd, plan.beforeStart, plan.beforeEnd)) return true;
    }
  }
  return false;
}

function sharesLines(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (start === end && otherStart === otherEnd) return start === otherStart;
  return start < otherEnd && otherStart < end;
}

function nameOf({ afterStart, afterEnd }: Block): string {
  if (afterStart === afterEnd) return `before ${afterStart + 1}`;
  return afterEnd === afterStart + 1 ? String(afterEnd) : `${afterStart + 1}-${afterEnd}`;
}
