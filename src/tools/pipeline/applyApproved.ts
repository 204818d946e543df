// Applies the approved changes of a plan. Defines a call in progress, and the errors of denied and outdated plans.

import type { Change } from '../../core/change/change.ts';
import { titleAfterReview } from '../../core/change/reviewedTitle.ts';
import { displayPathOf, locationsOf } from '../../core/change/summary.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { ToolError, StalePlan } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Failures } from '../ports/failures.ts';
import type { Applied, Approval, Call } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';
import type { ToolAnswer, Plan, ToolContext } from '../shared/tool.ts';
import { answerChange, describeExclusions } from './answer.ts';
import { precomputeComparisons } from './precompute.ts';
import { createNotWrittenError } from './rejection.ts';

/** A plan's verdict, the decision on it, and notes about files that have changed since the model read them. */
export interface ApprovedPlan {
  readonly decision: Approval;
  readonly verdict: Verdict;
  readonly notes: readonly string[];
}

/** A call in progress: its context, and the ports of the pipeline. */
export interface RunningCall {
  readonly call: Call;
  readonly context: ToolContext;
  readonly world: World;
  /** State of the call that is kept when it is planned again; changed by the pipeline. */
  readonly reviewState: {
    /** Whether the user was asked about an earlier plan. */
    isReviewed?: true;
    /** As in `Approval`; set if approved edits of the user were not written. The next review unsets it. */
    offerEdits?: Approval['offerEdits'] | undefined;
  };
}

/** Applies the approved changes, and answers the call. If the user was asked, the rules judge them again first. */
export async function applyApproved(
  plan: Plan,
  { decision, verdict, notes }: ApprovedPlan,
  running: RunningCall,
): Promise<ToolAnswer> {
  const { call, context, world } = running;
  if (decision.changes.length === 0) {
    throw createNotWrittenError([...describeExclusions(decision.excludedPaths), 'That was the whole call.'].join(' '));
  }
  if (verdict.action === 'ask') await requireStillAllowed(verdict, decision.changes, plan, running);
  // Watched from before the write, so that only new problems are reported.
  const watch = world.diagnostics.watch(decision.changes.flatMap(locationsOf), call.caller);
  const isReviewedLater = verdict.action === 'later';
  const applierCall = isReviewedLater ? { ...call, later: true as const } : call;
  const applied = await world.applier.apply(decision.changes, formatTitle(plan, decision, verdict), applierCall);
  await rememberApproval(decision, world.failures);
  return answerOrFallback(plan, applied, world.failures, async () => {
    // Computed again: formatters or the user may have changed the files further, so these are other changes.
    await precomputeComparisons(applied.changes);
    const { rememberApplied } = await import('./lastRead.ts');
    await rememberApplied(applied.changes, plan.changes, context.reads);
    return answerChange(plan, applied, {
      decision,
      isReviewedLater,
      notes,
      problems: await watch.newProblems(applied.changes),
    });
  });
}

/** Remembers an approval if the user chose so. Never rejects, since the changes are written. */
export async function rememberApproval({ remember }: Pick<Approval, 'remember'>, failures: Failures): Promise<void> {
  await remember?.().catch((cause: unknown) => failures.unexpected('remembering an approval', cause));
}

/** Title of the call in the history, for the accepted changes. */
function formatTitle(plan: Plan, decision: Approval, verdict: Verdict): Phrase {
  const title = titleAfterReview(plan.title, { ...decision, planned: plan.changes, accepted: decision.changes });
  return verdict.approvedBefore === true ? phrase('{0} (approved in advance)', title) : title;
}

/** Answers an applied call. If the answer cannot be formatted, the call does not fail: its result is then empty. */
async function answerOrFallback(
  plan: Plan,
  applied: Applied,
  failures: Failures,
  formatAnswer: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  try {
    return await formatAnswer();
  } catch (cause) {
    failures.unexpected('answering', cause);
    const paths = applied.changes.map(displayPathOf).join(', ');
    return {
      result: {},
      text: `"${inEnglish(plan.title)}" was applied: ${paths}. The rest of this answer could not be written; read what is there now before you continue.`,
    };
  }
}

/** Throws a ToolError with the verdict's code and reason if it denies the changes. */
export function throwIfDenied(verdict: Verdict): void {
  if (verdict.action === 'deny')
    throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason), {
      userMessage: verdict.reason,
    });
}

/**
 * Judges the changes again after a review, since rules, trust and folders may have changed meanwhile (TOCTOU).
 *
 * @throws ToolError if they are denied now; StalePlan if they have become protected: not every surface may approve
 *   protected changes, so the call is planned and reviewed again
 */
async function requireStillAllowed(
  reviewedVerdict: Verdict,
  changes: readonly Change[],
  plan: Plan,
  { call, world }: RunningCall,
): Promise<void> {
  const verdict = await world.rules.judge(changes, call, plan.changes);
  throwIfDenied(verdict);
  if (verdict.protected && !reviewedVerdict.protected) throw createOutdatedPlanError(plan);
}

/** The error for a plan that no longer matches the files or rules, after which the call is planned again. */
export function createOutdatedPlanError({ title }: Plan): StalePlan {
  const message = phrase(
    'What "{0}" would change was modified while it was being reviewed. Nothing was written.',
    title,
  );
  return new StalePlan('', message);
}
