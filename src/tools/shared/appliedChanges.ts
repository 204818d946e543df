// Describes the changes of a call for its result: their hashes and diffs, and which of the planned ones were applied,
// since the user may have excluded or amended some.

import * as z from 'zod/mini';
import { isFileChange, type Change, type Content, type Location } from '../../core/change/change.ts';
import { comparableTexts, compareChangeSync } from '../../core/change/changeComparison.ts';
import { shiftsOf, trimEdits } from '../../core/diff/moveOffsets.ts';
import { createIsWritten } from '../../core/diff/writtenEdits.ts';
import type { TextEdit } from '../../core/text/text.ts';
import { diffOf } from '../../core/change/summary.ts';
import type { Applied } from '../ports/ports.ts';
import { pluralize } from '../../core/wording/phrase.ts';

/**
 * Result fields: the SHA-256 of a file's bytes before and after a change, in lower-case hexadecimal; null if there is no
 * file.
 */
export const hashFields = { sha256Before: z.nullable(z.string()), sha256After: z.nullable(z.string()) };

/**
 * Adds the hashes and the diff of an applied change to a result; null and '' if there is none. The diff is only computed
 * when it is read: an answer as text does not need it.
 */
export function withDiffAndHashes<Result extends object>(result: Result, change: Change | undefined) {
  return {
    ...result,
    get diff(): string {
      return change === undefined ? '' : diffOf(change);
    },
    ...getHashes(change),
  };
}

/** The hashes of both sides of a change, in the form of `hashFields`; null for a side that has none. */
export function getHashes(change: Change | undefined): { sha256Before: string | null; sha256After: string | null } {
  if (change === undefined) return { sha256Before: null, sha256After: null };
  return {
    sha256Before: 'before' in change ? sha256Of(change.before) : null,
    sha256After: 'after' in change ? sha256Of(change.after) : null,
  };
}

/** The SHA-256 of a content; null for a link, a folder, a file that was not read, or without a content. */
export function sha256Of(content: Content | undefined): string | null {
  return content !== undefined && 'sha256' in content ? content.sha256 : null;
}

/** Indexes of applied changes by URI, for each list. Cached, since a call may look up thousands of changes one by one. */
const changesByUri = new WeakMap<readonly Change[], ReadonlyMap<string, Change>>();

/** The change applied at a location (the first), perhaps edited by the user; undefined if the user excluded it. */
export function findAppliedChange({ changes }: Applied, at: Location): Change | undefined {
  // Reversed, since the last entry of a key wins.
  const byUri = changesByUri.get(changes) ?? new Map(changes.toReversed().map((change) => [change.at.uri, change]));
  changesByUri.set(changes, byUri);
  return byUri.get(at.uri);
}

/**
 * The edits of a planned update that were written:
 *
 * - all if the user changed nothing, or the texts cannot be compared
 * - none if the user excluded the file
 * - else those in whose lines the file was changed
 */
export function findWrittenEdits(planned: Change, applied: Applied): readonly TextEdit[] {
  const edits = (planned.kind === 'update' && planned.edits) || [];
  const change = findAppliedChange(applied, planned.at);
  if (change === undefined) return [];
  const isAsPlanned = getHashes(change).sha256After === getHashes(planned).sha256After;
  if (isAsPlanned) return edits;
  const { before, after } = comparableTexts(planned);
  const { after: written } = comparableTexts(change);
  const comparison = compareChangeSync(planned);
  if (before === undefined || after === undefined || written === undefined || comparison === undefined) return edits;
  const isWritten = createIsWritten({ before, after, comparison }, written);
  const shifts = shiftsOf(edits);
  const areWritten = trimEdits(before, edits).map(({ start, text }, index) => {
    // The offset in the planned text: earlier edits have moved it.
    const startAfter = start + (shifts[index - 1] ?? 0);
    return isWritten({ start: startAfter, end: startAfter + text.length });
  });
  return edits.filter((_edit, index) => areWritten[index] === true);
}

/** Numbers of files of a call, if the user excluded some. */
interface ExclusionCounts {
  readonly plannedCount: number;
  readonly appliedCount: number;
  /** The number of the others: "2 were excluded by the user". */
  readonly text: string;
}

/** Counts planned and applied files, without folders; undefined if the user excluded none. */
export function countApplied(planned: readonly Change[], applied: Applied): ExclusionCounts | undefined {
  const files = planned.filter(isFileChange);
  const appliedCount = files.filter(({ at }) => findAppliedChange(applied, at) !== undefined).length;
  const excluded = files.length - appliedCount;
  if (excluded === 0) return undefined;
  return {
    plannedCount: files.length,
    appliedCount,
    text: `${excluded} ${excluded === 1 ? 'was' : 'were'} excluded by the user`,
  };
}

/**
 * Formats the number of applied files: "3 files", or "2 of 3 files; 1 was excluded by the user".
 * @param planned changes of files only, none of folders
 */
export function formatApplied(planned: readonly Change[], applied: Applied): string {
  const counts = countApplied(planned, applied);
  if (counts === undefined) return pluralize(planned.length, 'file');
  return `${counts.appliedCount} of ${counts.plannedCount} files; ${counts.text}`;
}
