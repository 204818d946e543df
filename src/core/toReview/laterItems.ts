// Follows what is left to review of one file through the calls of the history.
import { sameFile, type StoredFile } from '../watch/reviewItem.ts';

type Side = StoredFile | undefined;

/** What a call made of the file. */
export interface FileCall<Call> {
  readonly call: Call;
  /** Whether nobody has reviewed it yet. */
  readonly later: boolean;
  readonly before: Side;
  readonly after: Side;
  /** What the person kept once this call was made: the new baseline. */
  readonly kept?: { readonly side: Side };
}

/** What is left to review: the calls, oldest first, that led from the baseline to the current file. */
export interface LeftToReview<Call> {
  readonly baseline: Side;
  readonly current: Side;
  readonly calls: readonly FileCall<Call>[];
}

/** Makes the change `from` → `to` in another version of the file; undefined if it cannot be merged. */
export type Rebase = (version: StoredFile, from: StoredFile, to: StoredFile) => Promise<StoredFile | undefined>;

/**
 * Replays calls, oldest first. A call that was reviewed, and what was changed between calls, becomes part of both sides, so that what
 * is left is what nobody has reviewed. Where that cannot be merged, the older changes count as reviewed with it.
 */
export async function leftToReview<Call>(
  calls: readonly FileCall<Call>[],
  rebase: Rebase,
): Promise<LeftToReview<Call> | undefined> {
  let left: LeftToReview<Call> | undefined;
  for (const call of calls) {
    left = await changedBetween(left, call.before, rebase);
    if (call.later) {
      const { baseline, calls: earlier } = left ?? { baseline: call.before, calls: [] };
      left = { baseline, current: call.after, calls: [...earlier, call] };
    } else left = await changedBetween(left, call.after, rebase);
    if (left !== undefined && call.kept !== undefined) left = { ...left, baseline: call.kept.side };
    if (left !== undefined && sameFile(left.baseline, left.current)) left = undefined;
  }
  return left;
}

/** Takes a change of the current file that needs no review into both sides. */
async function changedBetween<Call>(
  left: LeftToReview<Call> | undefined,
  to: Side,
  rebase: Rebase,
): Promise<LeftToReview<Call> | undefined> {
  if (left === undefined || sameFile(left.current, to)) return left;
  const { baseline, current } = left;
  if (sameFile(baseline, to)) return undefined;
  if (baseline === undefined || current === undefined || to === undefined) return undefined;
  const rebased = await rebase(baseline, current, to);
  return rebased === undefined ? undefined : { ...left, baseline: rebased, current: to };
}
