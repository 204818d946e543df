// Runs a tool through the pipeline: read input, plan, judge, review, apply, record, answer.

import type { Change } from '../../core/change/change.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { titleWithAgent, titleForFiles } from '../../core/change/recount.ts';
import { locationsOf, displayPathOf } from '../../core/change/summary.ts';
import { answerApplied, answerPlanned, exclusionTexts } from './answer.ts';
import { withAudit } from './audited.ts';
import { compareSides, lookForWarnings } from './compareSides.ts';
import { nameOfCaller } from '../ports/caller.ts';
import type { Failures } from '../ports/failures.ts';
import type { Applied, Call, Decision, World, Rules } from '../ports/ports.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { describeNotDone } from './notDone.ts';
import { rejectionResult, rejection } from './rejection.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Answer, Image, Plan, PreparedChange, Tool, ToolContext } from '../shared/tool.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { cautionsOf } from '../../core/change/cautions.ts';

/** The outcome of a call. */
export type Outcome =
  | { readonly ok: true; readonly text: string; readonly result: unknown; readonly images: readonly Image[] }
  | { readonly ok: false; readonly error: ToolError };

/** How often a call is planned and reviewed before it fails as STALE. */
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

function toOutcome(answer: Answer): Outcome {
  return { ok: true, text: answer.text, result: answer.result, images: answer.images ?? [] };
}

async function runChange(prepared: PreparedChange, call: Call, context: ToolContext, world: World): Promise<Answer> {
  try {
    return await (prepared.dryRun
      ? dryRun(prepared, call, context, world)
      : makeChange(prepared, call, context, world));
  } catch (cause) {
    // The error may tell about files outside of the workspace, which needs the person's permission.
    await context.workspace.requireDisclosure('failed');
    throw cause;
  }
}

async function dryRun(prepared: PreparedChange, call: Call, context: ToolContext, world: World): Promise<Answer> {
  const plan = await preparePlan(prepared, context, world);
  const notes = await stalenessNotes(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  await context.workspace.requireDisclosure('tried');
  return answerPlanned(plan, verdict, notes);
}

async function makeChange(prepared: PreparedChange, call: Call, context: ToolContext, world: World): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const done = await attemptChange(prepared, call, context, world).catch((cause: unknown) => {
      if (attempt < maxAttempts && cause instanceof StalePlan) return undefined;
      throw cause;
    });
    if (done !== undefined) return done;
  }
}

function changedWhileReviewed({ title }: Plan): StalePlan {
  const told = phrase('What "{0}" would change was modified while it was being reviewed. Nothing was written.', title);
  return new StalePlan('', told);
}

async function preparePlan(prepared: PreparedChange, context: ToolContext, world: World): Promise<Plan> {
  const plan = await prepared.plan(context);
  const { withPlanCautions } = await import('./checkPlan.ts');
  const changes = await withPlanCautions(plan.changes, world.maxWritten());
  await compareSides(changes);
  return { ...plan, changes };
}

/** Notes on files that changed since they were read; throws STALE if they changed where the plan changes them. */
async function stalenessNotes({ changes }: Plan, { reads }: ToolContext): Promise<string[]> {
  const { checkStaleness } = await import('./checkPlan.ts');
  return checkStaleness(changes, reads);
}

async function attemptChange(
  prepared: PreparedChange,
  call: Call,
  context: ToolContext,
  world: World,
): Promise<Answer> {
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

/** Names an agent outside the editor in the title; in the editor, the chat shows who calls. */
function withAgentInTitle(plan: Plan, { caller }: Call): Plan {
  const name = nameOfCaller(caller);
  return name === undefined ? plan : { ...plan, title: titleWithAgent(name, plan.title) };
}

async function judgeReviewApply(plan: Plan, call: Call, context: ToolContext, world: World): Promise<Answer> {
  if (plan.changes.length === 0) {
    await context.workspace.requireDisclosure('tried');
    return answerApplied(plan, { changes: [], unsaved: [], notes: [] });
  }
  const notes = await stalenessNotes(plan, context);
  const verdict = await world.rules.judge(plan.changes, call);
  refuseDenied(verdict);
  await context.workspace.requireDisclosure(plan.changes);
  const decision = await askPerson(plan, verdict, call, world);
  if (!decision.approved) throw rejection(decision.reason);
  if (decision.changes.length === 0) {
    throw rejectionResult([...exclusionTexts(decision.excludedPaths), 'That was the whole call.'].join(' '));
  }
  if (verdict.action === 'ask') await requireStillAllowed(verdict, decision.changes, plan, call, world);
  const watch = world.diagnostics.watch(decision.changes.flatMap(locationsOf));
  const later = verdict.action === 'later';
  const applying = later ? { ...call, later: true as const } : call;
  const applied = await world.applier.apply(decision.changes, titleDone(plan, decision, verdict), applying);
  return answerWritten(plan, applied, world.failures, async () => {
    await forEachConcurrently(applied.changes, (change) => rememberApplied(change, context), 1);
    // Saving (formatters) or the person may have changed them once more.
    await compareSides(applied.changes);
    return answerApplied(plan, applied, { decision, later, notes, problems: await watch.newProblems(applied.changes) });
  });
}

/** The call's title in the history, for the changes that the person kept. */
function titleDone(plan: Plan, { changes, amended }: Extract<Decision, { approved: true }>, verdict: Verdict): Phrase {
  const title = titleForFiles(plan.title, { planned: plan.changes, kept: changes, amended });
  return verdict.approvedBefore === true ? phrase('{0} (approved in advance)', title) : title;
}

/** Answers a call that was applied; a failure to word the answer does not make it a failed call. */
async function answerWritten(
  plan: Plan,
  applied: Applied,
  failures: Failures,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (cause) {
    failures.unexpected('answering', cause);
    const paths = applied.changes.map(displayPathOf).join(', ');
    return {
      result: {},
      text: `"${inEnglish(plan.title)}" was applied: ${paths}. The rest of this answer could not be written; read what is there now before you continue.`,
    };
  }
}

async function askPerson(plan: Plan, verdict: Verdict, call: Call, world: World): Promise<Decision> {
  if (verdict.action === 'ask') {
    await lookForWarnings(plan.changes);
    return world.review.ask({ title: plan.title, changes: plan.changes, verdict }, call);
  }
  return { approved: true, changes: plan.changes, amended: false, excludedPaths: [] };
}

function refuseDenied(verdict: Verdict): void {
  if (verdict.action === 'deny')
    throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason), { told: verdict.reason });
}

/**
 * Judges the changes again after a review, since rules, trust and folders may have changed meanwhile (TOCTOU). Changes
 * that are protected only now are asked again, since not every surface may approve them.
 */
async function requireStillAllowed(
  asked: Verdict,
  changes: readonly Change[],
  plan: Plan,
  call: Call,
  world: World,
): Promise<void> {
  const now = await world.rules.judge(changes, call, plan.changes);
  refuseDenied(now);
  if (now.protected && !asked.protected) throw changedWhileReviewed(plan);
}

function rememberApplied(change: Change, { reads }: ToolContext): void {
  if ('after' in change) reads.remember(change.at, change.after);
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
      const reason = phrase('Needs approval whatever the rules allow: {0}.', first.words);
      return { action: 'ask', reason, protected: false, mustBeSeen: true, rememberable: false };
    },
  };
}
