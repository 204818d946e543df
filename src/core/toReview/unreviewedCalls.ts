// Computes the unreviewed changes of one file for To Review, by replaying its calls from the history.

import { rebaseFile, type MergeFiles } from '../watch/fold.ts';
import { isSameFile, type StoredFile } from '../watch/reviewItem.ts';

type Side = StoredFile | undefined;

/** One call's change of the file. */
export interface FileCall<Call> {
  readonly call: Call;
  /** Whether the call is still to be reviewed. */
  readonly isUnreviewed: boolean;
  readonly before: Side;
  readonly after: Side;
  /** The version that the user accepted after this call, the new baseline; absent if the user accepted none. */
  readonly accepted?: { readonly side: Side };
}

/** The unreviewed change of a file, and the calls that made it, oldest first. */
export interface UnreviewedCalls<Call> {
  readonly baseline: Side;
  readonly current: Side;
  readonly calls: readonly FileCall<Call>[];
  /** As in `ReviewItem`. */
  readonly mixed?: boolean;
}

/**
 * Replays the calls of one file, oldest first; undefined if nothing is left to review. A reviewed call, or a change
 * between calls, becomes part of both sides, so that only unreviewed changes remain. If it cannot be merged, the file
 * is `mixed`; if it deletes the file, nothing remains.
 */
export async function replayCalls<Call>(
  calls: readonly FileCall<Call>[],
  merge: MergeFiles,
): Promise<UnreviewedCalls<Call> | undefined> {
  let unreviewed: UnreviewedCalls<Call> | undefined;
  for (const fileCall of calls) {
    const { before, after, isUnreviewed, accepted } = fileCall;
    // A change between the last call and this one was made by no call, so it needs no review.
    unreviewed = await addReviewedChange(unreviewed, before, merge);
    if (isUnreviewed) {
      const earlier: UnreviewedCalls<Call> = unreviewed ?? { baseline: before, current: before, calls: [] };
      unreviewed = { ...earlier, current: after, calls: [...earlier.calls, fileCall] };
    } else unreviewed = await addReviewedChange(unreviewed, after, merge);
    if (unreviewed !== undefined && accepted !== undefined) unreviewed = { ...unreviewed, baseline: accepted.side };
    if (unreviewed !== undefined && isSameFile(unreviewed.baseline, unreviewed.current)) unreviewed = undefined;
  }
  return unreviewed;
}

/** Adds a reviewed change, from the current file to `to`, to both sides; undefined if nothing remains to review. */
async function addReviewedChange<Call>(
  unreviewed: UnreviewedCalls<Call> | undefined,
  to: Side,
  merge: MergeFiles,
): Promise<UnreviewedCalls<Call> | undefined> {
  if (unreviewed === undefined || isSameFile(unreviewed.current, to)) return unreviewed;
  const { baseline, current } = unreviewed;
  // Back at the baseline, or deleted: nothing of the unreviewed calls is left in the file.
  if (isSameFile(baseline, to) || to === undefined) return undefined;
  const rebasedBaseline = await rebaseFile(baseline, current, to, merge);
  if (rebasedBaseline === 'unmergeable') return { ...unreviewed, current: to, mixed: true };
  return { ...unreviewed, baseline: rebasedBaseline, current: to };
}
