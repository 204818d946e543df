// Carries out a plan of changes: the rules judge it, the user reviews it if the verdict is to ask, and the approved
// changes are applied and answered.

import { runYielding } from '../../async/eventLoop.ts';
import type { Change } from '../../core/change/change.ts';
import { precomputeComparisons } from '../../core/change/changeComparison.ts';
import { titleAfterReview, cautionsOf } from '../../core/change/reviewTexts.ts';
import { displayPathOf, locationsOf } from '../../core/change/summary.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { StalePlan, ToolError, toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Failures } from '../ports/failures.ts';
import type { Applied, Approval, Call, Decision, ReviewRequest, Rules } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';
import type { Plan, ToolAnswer, ToolContext } from '../shared/tool.ts';
import { answerChange, describeExclusions } from './answer.ts';
import { createNotWrittenError, toRejectionError } from './rejection.ts';

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

/**
 * Carries out a plan, from the rules' verdict to the answer; see `runTool`. The caller has locked the files.
 * @throws StalePlan to be planned again
 */
export async function carryOut(plan: Plan, running: RunningCall): Promise<ToolAnswer> {
  const { call, context, world } = running;
  if (plan.changes.length === 0) {
    await context.workspace.requireDisclosure('tried');
    return answerChange(plan, { changes: [], unsaved: [], notes: [] });
  }
  const notes = await noteStaleness(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  throwIfDenied(verdict);
  await context.workspace.requireDisclosure(plan.changes);
  const decision = await decide(plan, verdict, running);
  if (!decision.approved) throw await toRejectionError(decision);
  const finish = (): Promise<ToolAnswer> =>
    applyApproved(plan, { decision, verdict, notes }, running).catch((cause: unknown) => {
      // After a VALIDATION_ERROR, the agent can send the approved text in another way, so no edit is lost.
      if (toToolError(cause, '').code !== 'VALIDATION_ERROR') running.reviewState.offerEdits = decision.offerEdits;
      throw cause;
    });
  if (decision.comments === undefined) return finish();
  return (await import('./commented.ts')).passOnComments(decision, finish);
}

/** Notes on files that changed since they were read. @throws ToolError STALE if the plan changes the same lines */
export async function noteStaleness({ changes }: Plan, { reads }: ToolContext): Promise<string[]> {
  const { checkStaleness } = await import('./lastRead.ts');
  return checkStaleness(changes, reads);
}

/** The user's decision or, if the verdict requires none, an approval of the whole plan. */
async function decide(plan: Plan, verdict: Verdict, { call, world, reviewState }: RunningCall): Promise<Decision> {
  if (verdict.action !== 'ask') return { approved: true, changes: plan.changes, amended: false, excludedPaths: [] };
  const { precomputeWarnings } = await import('../../core/change/warnings/warnings.ts');
  await runYielding(precomputeWarnings(plan.changes));
  reviewState.offerEdits = undefined;
  reviewState.isReviewed = true;
  const request = { title: plan.title, changes: plan.changes, verdict };
  const decision = await world.review.ask(request, call);
  void notifyReviewed(request, decision, call, world);
  return decision;
}

/** Notifies the feedback of the user's answer to a review. Never rejects. */
async function notifyReviewed(
  request: ReviewRequest,
  decision: Decision,
  call: Call,
  { feedback, failures }: Pick<World, 'feedback' | 'failures'>,
): Promise<void> {
  try {
    (await feedback?.())?.onReviewed(request, decision, call);
  } catch (cause) {
    failures.unexpected('counting approvals', cause);
  }
}

/**
 * Wraps the rules, so that changes always need approval if a caution requires it, or if the user was already asked
 * about an earlier plan of the call. Only the review knows which parts the user excluded and which edits they typed.
 */
export function requireReviews(rules: Rules, reviewState: RunningCall['reviewState']): Rules {
  return {
    admit: (...args) => rules.admit(...args),
    async judge(changes, call, asked) {
      const verdict = await rules.judge(changes, call, asked);
      if (verdict.action === 'deny') return verdict;
      const caution = cautionsOf(changes).find(({ requiresApproval }) => requiresApproval);
      const seenField = caution === undefined ? {} : { mustBeSeen: true };
      if (verdict.action === 'ask') return { ...verdict, ...seenField };
      if (caution === undefined && reviewState.isReviewed !== true) return verdict;
      const reason =
        caution === undefined
          ? phrase('The change was planned again while it was in review, so it is reviewed again.')
          : phrase('Needs approval whatever the rules allow: {0}.', caution.message);
      return { action: 'ask', reason, protected: false, ...seenField, rememberable: false };
    },
  };
}

/** A plan's verdict, the decision on it, and notes about files that have changed since the model read them. */
interface ApprovedPlan {
  readonly decision: Approval;
  readonly verdict: Verdict;
  readonly notes: readonly string[];
}

/** Applies the approved changes, and answers the call. If the user was asked, the rules judge them again first. */
async function applyApproved(
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
    await runYielding(precomputeComparisons(applied.changes));
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

/** Throws a ToolError with the verdict's code and reason if it denies the changes. */
function throwIfDenied(verdict: Verdict): void {
  if (verdict.action === 'deny')
    throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason), {
      userMessage: verdict.reason,
    });
}

/** The error for a plan that no longer matches the files or rules, after which the call is planned again. */
export function createOutdatedPlanError({ title }: Plan): StalePlan {
  const message = phrase(
    'What "{0}" would change was modified while it was being reviewed. Nothing was written.',
    title,
  );
  return new StalePlan('', message);
}

/** Title of the call in the history, for the accepted changes. */
function formatTitle(plan: Plan, decision: Approval, verdict: Verdict): Phrase {
  const title = titleAfterReview(plan.title, { ...decision, planned: plan.changes, accepted: decision.changes });
  return verdict.approvedBefore === true ? phrase('{0} (approved in advance)', title) : title;
}

/** Remembers an approval if the user chose so. Never rejects, since the changes are written. */
export async function rememberApproval({ remember }: Pick<Approval, 'remember'>, failures: Failures): Promise<void> {
  await remember?.().catch((cause: unknown) => failures.unexpected('remembering an approval', cause));
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
