// Excludes and includes the changes and hunks behind rows of the pending view.

import type { Change } from '../../../core/change/change.ts';
import { splitIntoHunks } from '../../../core/change/hunks/hunks.ts';
import { awaitEvent } from '../../shared/awaitEvent.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { ExclusionDetails, HunkExclusion } from '../choices/userChoices.ts';
import { isExcludable, type CallRow } from './pendingRow.ts';
import { missingPartWarnings } from '../warnings/reviewWarnings.ts';
import { notify } from '../../messages/notify.ts';

/** Maximum number of warnings in one message. */
const maxListedWarnings = 3;
/** Maximum time to wait until the call includes the choice; there is no update if the choice changes nothing. */
const maxUpdateMs = 5000;
/** Texts of the warnings found last time, by review. */
const lastWarnings = new WeakMap<PendingReview, ReadonlySet<string>>();

/** A change counts as excluded also if all of its hunks are. */
export function isRowExcluded(row: CallRow): boolean {
  if (!isExcludable(row)) return false;
  const { review, change } = row;
  if (review.excluded().has(change)) return true;
  const hunks = review.current().hunks.get(change) ?? [];
  if (row.kind === 'hunk') return hunks[row.hunk]?.state === 'excluded';
  return hunks.length > 0 && hunks.every(({ state }) => state === 'excluded');
}

/** Excludes the changes and hunks of rows; ignores other rows. @param reason for the agent */
export function excludeRows(rows: readonly CallRow[], reason?: string): void {
  setRowsExcluded(rows, true, reason);
}

/** Includes the changes and hunks of rows again. */
export function includeRows(rows: readonly CallRow[]): void {
  setRowsExcluded(rows, false);
}

function setRowsExcluded(rows: readonly CallRow[], isExcluded: boolean, reason?: string): void {
  for (const [review, rowsOfCall] of Map.groupBy(rows.filter(isExcludable), (row) => row.review)) {
    const inDiff = rowsOfCall.some((row) => row.inDiff === true);
    const details = { inDiff, ...(reason === undefined ? {} : { reason }) };
    const changes = rowsOfCall.flatMap((row) => (row.kind === 'change' ? row.change : []));
    if (changes.length > 0) setChangesExcluded(review, changes, isExcluded, details);
    // A hunk needs no choice of its own if its whole change is in the rows.
    const hunkRows = rowsOfCall.flatMap((row) => (row.kind === 'hunk' && !changes.includes(row.change) ? row : []));
    for (const [change, rowsOfChange] of Map.groupBy(hunkRows, (row) => row.change))
      setHunksExcluded(review, { change, indices: rowsOfChange.map(({ hunk }) => hunk), isExcluded }, details);
    void warnAboutMissing(review);
  }
}

/** Does not repeat the warnings of last time. */
async function warnAboutMissing(review: PendingReview): Promise<void> {
  await awaitEvent(review.onDidChangeCurrent, () => true, maxUpdateMs);
  if (review.closedSignal.aborted) return;
  const texts = missingPartWarnings(review).map(({ text }) => text);
  const newTexts = texts.filter((text) => lastWarnings.get(review)?.has(text) !== true);
  lastWarnings.set(review, new Set(texts));
  if (newTexts.length > 0) void notify('Warning', `${newTexts.slice(0, maxListedWarnings).join('. ')}.`);
}

/** Excludes changes, or includes them with all of their hunks. */
function setChangesExcluded(
  review: PendingReview,
  changes: readonly Change[],
  isExcluded: boolean,
  details: ExclusionDetails,
): void {
  review.setExcluded(changes, isExcluded, details);
  if (isExcluded) return;
  // A change may still be excluded by all of its hunks.
  for (const change of changes) {
    if (review.excluded().has(change) || !isRowExcluded({ kind: 'change', review, change })) continue;
    review.setHunksExcluded({ change, indices: indicesOf(change), isExcluded: false });
  }
}

/**
 * Sets which hunks are excluded. To include some hunks of an excluded file, includes the file and excludes its other
 * hunks.
 */
function setHunksExcluded(review: PendingReview, choice: HunkExclusion, details: ExclusionDetails): void {
  const { change, indices, isExcluded } = choice;
  if (isExcluded || !review.excluded().has(change)) return review.setHunksExcluded(choice, details);
  // A hunk that was excluded before the file keeps its own reason; the others get the reason of the file.
  const others = indicesOf(change).filter((index) => !indices.includes(index));
  const hunks = review.current().hunks.get(change);
  const reasonOf = (index: number): string | undefined =>
    review.reasonOf(change, hunks?.[index]?.state === 'excluded' ? index : undefined);
  for (const [reason, sameReason] of Map.groupBy(others, reasonOf))
    review.setHunksExcluded({ change, indices: sameReason, isExcluded: true }, reason === undefined ? {} : { reason });
  review.setHunksExcluded(choice, details);
  review.setExcluded([change], false, details);
}

function indicesOf(change: Change): readonly number[] {
  return splitIntoHunks(change)?.hunks.map((_, index) => index) ?? [];
}
