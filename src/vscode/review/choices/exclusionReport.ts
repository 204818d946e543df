// Reports the user's exclusions in an approved call to the model.

import type { Change } from '../../../core/change/change.ts';
import { splitIntoHunks, textsOfHunk } from '../../../core/change/hunks/hunks.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { ExcludedHunk, ExcludedPath } from '../../../tools/ports/ports.ts';
import { carryChoices, offerEdits } from './carriedChoices.ts';
import type { ReviewedChanges } from '../proposal/amendments.ts';
import type { PendingReview } from '../pendingReviews.ts';

export interface Exclusions {
  readonly excludedPaths: readonly ExcludedPath[];
  readonly excludedHunks: readonly ExcludedHunk[];
  /** The planned changes that are not excluded, without the excluded hunks: the base of the user's own edits. */
  readonly amendedFrom: readonly Change[];
  /** As in `Approval`. */
  readonly offerEdits: () => void;
}

/** @param approved the call as it was approved */
export function reportExclusions(review: PendingReview, approved: ReviewedChanges): Exclusions {
  const { excluded, versions } = approved;
  const excludedChanges = new Set(excluded);
  const includedChanges = review.request.changes.filter((change) => !excludedChanges.has(change));
  return {
    excludedPaths: excluded.map((change) => {
      const reason = reasonOfChange(review, change, versions);
      return { path: displayPathOf(change), ...(reason === undefined ? {} : { reason }) };
    }),
    excludedHunks: includedChanges.flatMap((change) => excludedHunksOf(review, change, versions)),
    amendedFrom: includedChanges.map((change) => versions.get(change)?.base ?? change),
    offerEdits: () => void offerEdits(review, carryChoices(review, approved)),
  };
}

/** The reason for excluding a change; if there is none, the reasons for its excluded hunks. */
function reasonOfChange(
  review: PendingReview,
  change: Change,
  versions: ReviewedChanges['versions'],
): string | undefined {
  const fileReason = review.reasonOf(change);
  if (fileReason !== undefined) return fileReason;
  const hunks = excludedHunksOf(review, change, versions);
  const reasons = new Set(hunks.flatMap(({ reason }) => reason ?? []));
  return reasons.size === 0 ? undefined : [...reasons].join('; ');
}

/** The excluded hunks of a change; not those that the user has edited since, which are written as amended. */
function excludedHunksOf(
  review: PendingReview,
  change: Change,
  versions: ReviewedChanges['versions'],
): readonly ExcludedHunk[] {
  const split = splitIntoHunks(change);
  if (split === undefined) return [];
  const hunksInEditor = versions.get(change)?.hunks?.hunks ?? [];
  return split.hunks.flatMap((hunk, index) => {
    if (hunksInEditor[index]?.state !== 'excluded') return [];
    const { before, after } = textsOfHunk(split, hunk);
    const reason = review.reasonOf(change, index);
    return {
      path: displayPathOf(change),
      lines: { start: hunk.afterStart + 1, end: hunk.afterEnd },
      diff: [...markLines('-', before), ...markLines('+', after)].join('\n'),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

function markLines(mark: string, text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map((line) => `${mark}${line}`);
}
