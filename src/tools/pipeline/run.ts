// Runs a tool through the pipeline: read input, plan, judge, review, apply, record, answer. Tools can write files only
// through it.

import type { Change } from '../../core/change/change.ts';
import { toToolError, type ToolError, StalePlan } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { titleWithAgent } from '../../core/change/reviewedTitle.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { answerChange, answerDryRun } from './answer.ts';
import { applyApproved, createOutdatedPlanError, throwIfDenied, type RunningCall } from './applyApproved.ts';
import { notifyReviewed } from './withFeedback.ts';
import { withAudit } from './withAudit.ts';
import { precomputeComparisons, precomputeWarnings } from './precompute.ts';
import { nameOfCaller } from '../ports/caller.ts';
import type { Call, Decision, Rules } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { describeFailure } from './describeFailure.ts';
import { toRejectionError } from './rejection.ts';
import type { ToolAnswer, Image, Plan, PreparedChange, Tool, ToolContext } from '../shared/tool.ts';
import { cautionsOf } from '../../core/change/warnings/cautions.ts';

/** Result of a call. The text of an answer is for the model. */
export type Outcome =
  | ({ readonly ok: true; readonly images: readonly Image[] } & Pick<ToolAnswer, 'text' | 'result' | 'comments'>)
  | { readonly ok: false; readonly error: ToolError };

/** Maximum number of attempts to plan and review a call before it fails as STALE. */
const maxAttempts = 3;

/**
 * Runs a tool; never throws.
 * - A query: read input → run (the workspace judges each read) → answer.
 * - A change: read input → plan → judge → review → apply → record → answer.
 */
export async function runTool(tool: Tool, rawInput: unknown, call: Call, world: World): Promise<Outcome> {
  const markedCall = { ...call, isChange: tool.kind === 'change' };
  const reviewState: RunningCall['reviewState'] = {};
  const cautiousWorld = { ...world, rules: requireReviews(world.rules, reviewState) };
  const outcome = await withAudit(markedCall, cautiousWorld, (auditedWorld) =>
    runInWorld(tool, rawInput, { call: markedCall, world: auditedWorld, reviewState }),
  );
  const failedCall = outcome.ok ? undefined : describeFailure(tool, rawInput, call, outcome.error);
  if (failedCall !== undefined) world.failures.reportFailedCall(failedCall);
  return outcome;
}

async function runInWorld(
  tool: Tool,
  rawInput: unknown,
  { call, world, reviewState }: Omit<RunningCall, 'context'>,
): Promise<Outcome> {
  try {
    await world.rules.admit(call.caller);
    const context: ToolContext = {
      workspace: world.workspaceFor(call),
      queries: world.queriesFor(call),
      reads: world.readsFor(call),
      languages: world.languages,
      signal: call.signal,
    };
    if (tool.kind === 'change')
      return toOutcome(await runChange(tool.prepare(rawInput), { call, context, world, reviewState }));
    const prepared = tool.prepare(rawInput);
    const answer = await prepared.run(context);
    return toOutcome(prepared.format === 'json' ? { ...answer, text: JSON.stringify(answer.result) } : answer);
  } catch (cause) {
    return { ok: false, error: toToolError(cause, tool.name) };
  }
}

function toOutcome(answer: ToolAnswer): Outcome {
  return { ok: true, ...answer, images: answer.images ?? [] };
}

async function runChange(prepared: PreparedChange, running: RunningCall): Promise<ToolAnswer> {
  try {
    return await (prepared.dryRun ? runDry(prepared, running) : runWithRetries(prepared, running));
  } catch (cause) {
    // The error may reveal files outside the workspace, so it needs the user's permission. Without that, this throws
    // the error of a rejected review instead.
    await running.context.workspace.requireDisclosure('failed');
    throw cause;
  }
}

async function runDry(prepared: PreparedChange, running: RunningCall): Promise<ToolAnswer> {
  const { call, context, world } = running;
  const plan = await preparePlan(prepared, running);
  const notes = await noteStaleness(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  await context.workspace.requireDisclosure('tried');
  return answerDryRun(plan, verdict, notes);
}

/** Plans, reviews and applies a call, again if its files changed meanwhile (`StalePlan`). */
async function runWithRetries(prepared: PreparedChange, running: RunningCall): Promise<ToolAnswer> {
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptChange(prepared, running);
      } catch (cause) {
        if (attempt === maxAttempts || !(cause instanceof StalePlan)) throw cause;
      }
    }
  } finally {
    // Set only if edits that the user approved were not written.
    running.reviewState.offerEdits?.();
  }
}

async function preparePlan(prepared: PreparedChange, { context, world }: RunningCall): Promise<Plan> {
  const plan = await prepared.plan(context);
  const { requireWritableSize, withPlanCautions } = await import('./planCautions.ts');
  requireWritableSize(plan.changes, world.maxWrittenBytes());
  const changes = await withPlanCautions(plan.changes);
  // Computes comparisons after the cautions: they are cached by change, and a change with a caution is a new object.
  await precomputeComparisons(changes);
  return { ...plan, changes };
}

/** A plan whose title names the agent, if that is outside the editor; in the editor, the chat shows who calls. */
async function prepareTitledPlan(prepared: PreparedChange, running: RunningCall): Promise<Plan> {
  const plan = await preparePlan(prepared, running);
  const agent = nameOfCaller(running.call.caller);
  return agent === undefined ? plan : { ...plan, title: titleWithAgent(agent, plan.title) };
}

/** Notes on files that changed since they were read. @throws ToolError STALE if the plan changes the same lines */
async function noteStaleness({ changes }: Plan, { reads }: ToolContext): Promise<string[]> {
  const { checkStaleness } = await import('./lastRead.ts');
  return checkStaleness(changes, reads);
}

/** Plans a call, and reviews and applies it while its files are locked. @throws StalePlan to be planned again */
async function attemptChange(prepared: PreparedChange, running: RunningCall): Promise<ToolAnswer> {
  const { call, world } = running;
  const firstPlan = await prepareTitledPlan(prepared, running);
  const realUris = collectLockUris(firstPlan.changes);
  const lock = await world.queue.enter(realUris, call.signal, { title: firstPlan.title, call });
  try {
    // Another call may have changed the files while this one waited, so it is planned again.
    const plan = lock.hasWaited ? await prepareTitledPlan(prepared, running) : firstPlan;
    // The new plan may change files that are not locked: then the call is planned again, with their locks.
    const lockedUris = new Set(realUris);
    const areAllLocked = collectLockUris(plan.changes).every((uri) => lockedUris.has(uri));
    if (!areAllLocked) throw createOutdatedPlanError(plan);
    return await judgeReviewApply(plan, running);
  } finally {
    lock.release();
  }
}

/** The steps from the rules' verdict to the answer; see `runTool`. The caller has locked the files. */
async function judgeReviewApply(plan: Plan, running: RunningCall): Promise<ToolAnswer> {
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

/** The user's decision or, if the verdict requires none, an approval of the whole plan. */
async function decide(plan: Plan, verdict: Verdict, { call, world, reviewState }: RunningCall): Promise<Decision> {
  if (verdict.action !== 'ask') return { approved: true, changes: plan.changes, amended: false, excludedPaths: [] };
  await precomputeWarnings(plan.changes);
  reviewState.offerEdits = undefined;
  reviewState.isReviewed = true;
  const request = { title: plan.title, changes: plan.changes, verdict };
  const decision = await world.review.ask(request, call);
  void notifyReviewed(request, decision, call, world);
  return decision;
}

/** Canonical URIs of all files that changes read or write, each once. */
function collectLockUris(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(locationsOf).map((at) => at.real))];
}

/**
 * Wraps the rules, so that changes always need approval if a caution requires it, or if the user was already asked
 * about an earlier plan of the call. Only the review knows which parts the user excluded and which edits they typed.
 */
function requireReviews(rules: Rules, reviewState: RunningCall['reviewState']): Rules {
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
