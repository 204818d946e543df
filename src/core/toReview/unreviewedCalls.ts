// Computes the unreviewed changes of one file by replaying the calls in the history.

import { isSameFile, type StoredFile } from '../watch/reviewItem.ts';

type Side = StoredFile | undefined;

/** One call's change of the file. */
export interface FileCall<Call> {
  readonly call: Call;
  /** Whether the call is still to be reviewed. */
  readonly isUnreviewed: boolean;
  readonly before: Side;
  readonly after: Side;
  /** The version the user accepted after this call; the new baseline. */
  readonly accepted?: { readonly side: Side };
}

/** Unreviewed calls, oldest first, that led from the baseline to the current file. */
export interface UnreviewedCalls<Call> {
  readonly baseline: Side;
  readonly current: Side;
  readonly calls: readonly FileCall<Call>[];
}

/** Applies a change of the file to another version of it; undefined on a merge conflict. */
export type Rebase = (
  version: StoredFile,
  change: { readonly from: StoredFile; readonly to: StoredFile },
) => Promise<StoredFile | undefined>;

/**
 * Replays calls, oldest first. A reviewed call, or a change between calls, becomes part of both sides, so that only
 * unreviewed changes remain. If it conflicts with the older changes, or comes after a deletion, they count as reviewed.
 */
export async function replayCalls<Call>(
  calls: readonly FileCall<Call>[],
  rebase: Rebase,
): Promise<UnreviewedCalls<Call> | undefined> {
  let unreviewed: UnreviewedCalls<Call> | undefined;
  for (const fileCall of calls) {
    const { before, after, isUnreviewed, accepted } = fileCall;
    unreviewed = await addReviewedChange(unreviewed, before, rebase);
    if (isUnreviewed) {
      const { baseline, calls: earlier } = unreviewed ?? { baseline: before, calls: [] };
      unreviewed = { baseline, current: after, calls: [...earlier, fileCall] };
    } else unreviewed = await addReviewedChange(unreviewed, after, rebase);
    if (unreviewed !== undefined && accepted !== undefined) unreviewed = { ...unreviewed, baseline: accepted.side };
    if (unreviewed !== undefined && isSameFile(unreviewed.baseline, unreviewed.current)) unreviewed = undefined;
  }
  return unreviewed;
}

/** Adds the reviewed change from the current file to `to` to both sides; undefined if nothing remains to review. */
async function addReviewedChange<Call>(
  unreviewed: UnreviewedCalls<Call> | undefined,
  to: Side,
  rebase: Rebase,
): Promise<UnreviewedCalls<Call> | undefined> {
  if (unreviewed === undefined || isSameFile(unreviewed.current, to)) return unreviewed;
  const { baseline, current } = unreviewed;
  if (isSameFile(baseline, to)) return undefined;
  if (to === undefined) return undefined;
  // A new file remains to be reviewed as a whole, with the reviewed change in it.
  if (baseline === undefined) return { ...unreviewed, current: to };
  if (current === undefined) return undefined;
  const rebasedBaseline = await rebase(baseline, { from: current, to });
  return rebasedBaseline === undefined ? undefined : { ...unreviewed, baseline: rebasedBaseline, current: to };
}
