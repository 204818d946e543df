// Computes the unreviewed changes of one file from the calls in the history.
import { isSameFile, type StoredFile } from '../watch/reviewItem.ts';

type Side = StoredFile | undefined;

/** One call's change of the file. */
export interface FileCall<Call> {
  readonly call: Call;
  /** Whether the call is still unreviewed. */
  readonly later: boolean;
  readonly before: Side;
  readonly after: Side;
  /** The version the user accepted after this call; the new baseline. */
  readonly kept?: { readonly side: Side };
}

/** Unreviewed calls, oldest first, that led from the baseline to the current file. */
export interface UnreviewedCalls<Call> {
  readonly baseline: Side;
  readonly current: Side;
  readonly calls: readonly FileCall<Call>[];
}

/** Applies the change from `from` to `to` to another version of the file; undefined on a merge conflict. */
export type Rebase = (version: StoredFile, from: StoredFile, to: StoredFile) => Promise<StoredFile | undefined>;

/**
 * Replays calls, oldest first. A reviewed call, or a change between calls, becomes part of both sides, so that only
 * unreviewed changes remain. If it conflicts with the older changes, or comes after a deletion, they count as reviewed.
 */
export async function replayCalls<Call>(
  calls: readonly FileCall<Call>[],
  rebase: Rebase,
): Promise<UnreviewedCalls<Call> | undefined> {
  let unreviewed: UnreviewedCalls<Call> | undefined;
  for (const call of calls) {
    unreviewed = await rebaseBothSides(unreviewed, call.before, rebase);
    if (call.later) {
      const { baseline, calls: earlier } = unreviewed ?? { baseline: call.before, calls: [] };
      unreviewed = { baseline, current: call.after, calls: [...earlier, call] };
    } else unreviewed = await rebaseBothSides(unreviewed, call.after, rebase);
    if (unreviewed !== undefined && call.kept !== undefined) unreviewed = { ...unreviewed, baseline: call.kept.side };
    if (unreviewed !== undefined && isSameFile(unreviewed.baseline, unreviewed.current)) unreviewed = undefined;
  }
  return unreviewed;
}

/** Applies the reviewed change from the current file to `to` to both sides; undefined if nothing remains to review. */
async function rebaseBothSides<Call>(
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
  const rebasedBaseline = await rebase(baseline, current, to);
  return rebasedBaseline === undefined ? undefined : { ...unreviewed, baseline: rebasedBaseline, current: to };
}
