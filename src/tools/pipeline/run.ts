// Runs a tool through the pipeline: read input, plan, judge, review, apply, record, answer.

import type { Change } from '../../core/change/change.ts';
import { toToolError, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { titleWithAgent } from '../../core/change/recount.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { answerApplied, answerPlanned } from './answer.ts';
import { applyDecided, changedWhileReviewed, rejectDenied } from './applyDecided.ts';
import { tellReviewed } from './withFeedback.ts';
import { withAudit } from './audited.ts';
import { compareSides, computeWarnings } from './compareSides.ts';
import { nameOfCaller } from '../ports/caller.ts';
import type { Call, Decision, Rules } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { describeNotDone } from './notDone.ts';
import { rejectionBy } from './rejection.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { ToolAnswer, Image, Plan, PreparedChange, Tool, ToolContext } from '../shared/tool.ts';
import { cautionsOf } from '../../core/change/cautions.ts';

/** Result of a call. */
export type Outcome =
  | ({ readonly ok: true; readonly images: readonly Image[] } & Pick<ToolAnswer, 'text' | 'result' | 'comments'>)
  | { readonly ok: false; readonly error: ToolError };

/** Maximum number of attempts to plan and review a call before it fails as STALE. */
const maxAttempts = 3;

/**
 * Runs a tool; never throws. A query: read input → run (the workspace judges each read) → answer. A change: read input →
 * plan → judge → review → apply → record → answer.
 */
export async function runTool(tool: Tool, raw: unknown, call: Call, world: World): Promise<Outcome> {
  const typedCall = { ...call, changes: tool.kind === 'change' };
  const cautiousWorld = { ...world, rules: cautious(world.rules) };
  const outcome = await withAudit(typedCall, cautiousWorld, (recorded) => run(tool, raw, typedCall, recorded));
  const notDone = outcome.ok ? undefined : describeNotDone(tool, raw, call, outcome.error);
  if (notDone !== undefined) world.failures.notDone(notDone);
  return outcome;
}

async function run(tool: Tool, raw: unknown, call: Call, world: World): Promise<Outcome> {
  try {
    await world.rules.admit(call.caller);
    const context: ToolContext = {
      workspace: world.workspaceFor(call),
      queries: world.queriesFor(call),
      reads: world.readsFor(call),
      languages: world.languages,
      signal: call.signal,
    };
    if (tool.kind === 'change') return toOutcome(await runChange(tool.prepare(raw), call, context, world));
    const prepared = tool.prepare(raw);
    const answer = await prepared.run(context);
    return toOutcome(prepared.format === 'json' ? { ...answer, text: JSON.stringify(answer.result) } : answer);
  } catch (cause) {
    return { ok: false, error: toToolError(cause, tool.name) };
  }
}

function toOutcome(answer: ToolAnswer): Outcome {
  return { ok: true, ...answer, images: answer.images ?? [] };
}

async function runChange(
  prepared: PreparedChange,
  call: Call,
  context: ToolContext,
  world: World,
): Promise<ToolAnswer> {
  try {
    return await (prepared.dryRun
      ? dryRun(prepared, call, context, world)
      : makeChange(prepared, call, context, world));
  } catch (cause) {
    // The error may reveal files outside the workspace, for which the user's permission is needed.
    await context.workspace.requireDisclosure('failed');
    throw cause;
  }
}

async function dryRun(prepared: PreparedChange, call: Call, context: ToolContext, world: World): Promise<ToolAnswer> {
  const plan = await preparePlan(prepared, context, world);
  const notes = await stalenessNotes(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  await context.workspace.requireDisclosure('tried');
  return answerPlanned(plan, verdict, notes);
}

async function makeChange(
  prepared: PreparedChange,
  call: Call,
  context: ToolContext,
  world: World,
): Promise<ToolAnswer> {
  for (let attempt = 1; ; attempt++) {
    const done = await attemptChange(prepared, call, context, world).catch((cause: unknown) => {
      if (attempt < maxAttempts && cause instanceof StalePlan) return undefined;
      throw cause;
    });
    if (done !== undefined) return done;
  }
}

async function preparePlan(prepared: PreparedChange, context: ToolContext, world: World): Promise<Plan> {
  const plan = await prepared.plan(context);
  const { withPlanCautions } = await import('./checkPlan.ts');
  const changes = await withPlanCautions(plan.changes, world.maxWritten());
  await compareSides(changes);
  return { ...plan, changes };
}

/** Notes on files that changed since they were read; throws STALE if the plan changes the same lines. */
async function stalenessNotes({ changes }: Plan, { reads }: ToolContext): Promise<string[]> {
  const { checkStaleness } = await import('./checkPlan.ts');
  return checkStaleness(changes, reads);
}

async function attemptChange(
  prepared: PreparedChange,
  call: Call,
  context: ToolContext,
  world: World,
): Promise<ToolAnswer> {
  const first = withAgentInTitle(await preparePlan(prepared, context, world), call);
  const reals = realPathsOf(first.changes);
  const lock = await world.queue.enter(reals, call.signal, { title: first.title, call });
  try {
    // Another call may have changed the files while this one waited, so it is planned again.
    const plan = lock.waited ? withAgentInTitle(await preparePlan(prepared, context, world), call) : first;
    const locked = new Set(reals);
    if (realPathsOf(plan.changes).some((real) => !locked.has(real))) throw changedWhileReviewed(plan);
    return await judgeReviewApply(plan, call, context, world);
  } finally {
    lock.release();
  }
}

/** Adds the name of an agent outside the editor to the title; in the editor, the chat shows who calls. */
function withAgentInTitle(plan: Plan, { caller }: Call): Plan {
  const name = nameOfCaller(caller);
  return name === undefined ? plan : { ...plan, title: titleWithAgent(name, plan.title) };
}

async function judgeReviewApply(plan: Plan, call: Call, context: ToolContext, world: World): Promise<ToolAnswer> {
  if (plan.changes.length === 0) {
    await context.workspace.requireDisclosure('tried');
    return answerApplied(plan, { changes: [], unsaved: [], notes: [] });
  }
  const notes = await stalenessNotes(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  rejectDenied(verdict);
  await context.workspace.requireDisclosure(plan.changes);
  const decision = await askPerson(plan, verdict, call, world);
  if (!decision.approved) throw await rejectionBy(decision);
  const finish = (): Promise<ToolAnswer> => applyDecided(plan, { decision, verdict, notes }, call, context, world);
  if (decision.comments === undefined) return finish();
  return (await import('./commented.ts')).passOnComments(decision, finish);
}

async function askPerson(plan: Plan, verdict: Verdict, call: Call, world: World): Promise<Decision> {
  if (verdict.action === 'ask') {
    await computeWarnings(plan.changes);
    const request = { title: plan.title, changes: plan.changes, verdict };
    const decision = await world.review.ask(request, call);
    void tellReviewed(request, decision, call, world);
    return decision;
  }
  return { approved: true, changes: plan.changes, amended: false, excludedPaths: [] };
}

function realPathsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(locationsOf).map((at) => at.real))].sort();
}

/** Wraps the rules so that changes with a caution that asks always need approval. */
function cautious(rules: Rules): Rules {
  return {
    admit: (...who) => rules.admit(...who),
    async judge(changes, call, asked) {
      const verdict = await rules.judge(changes, call, asked);
      const first = cautionsOf(changes).find(({ requiresApproval: asks }) => asks);
      if (first === undefined || verdict.action === 'deny') return verdict;
      if (verdict.action === 'ask') return { ...verdict, mustBeSeen: true };
      const reason = phrase('Needs approval whatever the rules allow: {0}.', first.message);
      return { action: 'ask', reason, protected: false, mustBeSeen: true, rememberable: false };
    },
  };
}
