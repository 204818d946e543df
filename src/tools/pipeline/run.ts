// Runs a tool through the pipeline: read input, plan, judge, review, apply, record, answer. Tools can write files only
// through it. It also tells the user of failed calls, and the agent of the user's feedback.

import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { StalePlan, toToolError, type ErrorCode, type ToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Caller } from '../ports/caller.ts';
import { nameOfCaller } from '../../core/change/reviewTexts.ts';
import type { FailedCall } from '../ports/failures.ts';
import type { Call } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';
import type { Image, PreparedChange, Tool, ToolAnswer, ToolContext } from '../shared/tool.ts';
import { answerDryRun } from './answer.ts';
import { carryOut, createOutdatedPlanError, noteStaleness, requireReviews, type RunningCall } from './carryOut.ts';
import { withAudit } from './withAudit.ts';

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
  const { preparePlan } = await import('./preparePlan.ts');
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

/** Plans a call, and reviews and applies it while its files are locked. @throws StalePlan to be planned again */
async function attemptChange(prepared: PreparedChange, running: RunningCall): Promise<ToolAnswer> {
  const { call, world } = running;
  const { prepareTitledPlan } = await import('./preparePlan.ts');
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
    return await carryOut(plan, running);
  } finally {
    lock.release();
  }
}

/** Canonical URIs of all files that changes read or write, each once. */
function collectLockUris(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(locationsOf).map((at) => at.real))];
}

/** Codes of errors by which the rules deny a call. */
const denialCodes: readonly ErrorCode[] = ['PERMISSION_DENIED', 'WRITES_DISABLED', 'OUTSIDE_WORKSPACE'];

/** Describes a failed call to the user; undefined if the user rejected it, or if it is a query that was not denied. */
function describeFailure(tool: Tool, rawInput: unknown, call: Call, error: ToolError): FailedCall | undefined {
  const isDenied = denialCodes.includes(error.code);
  if (error.code === 'REJECTED' || (tool.kind === 'query' && !isDenied)) return undefined;
  const progress = readProgress(tool, rawInput);
  const agent = nameOfCaller(call.caller);
  return {
    tool: tool.name,
    chat: call.token !== undefined,
    ...(agent === undefined ? {} : { agent }),
    ...(progress === undefined ? {} : { what: progress }),
    why: error.userMessage ?? takeFirstSentence(error),
    denied: isDenied,
  };
}

/** The progress message that the call would show; undefined if its input is invalid. */
function readProgress(tool: Tool, rawInput: unknown): Phrase | undefined {
  try {
    return tool.prepare(rawInput).progress;
  } catch {
    return undefined;
  }
}

/** The first sentence of an error, up to a full stop or colon. The rest is advice for the model, or quotes the file. */
function takeFirstSentence({ message }: ToolError): string {
  const [line = ''] = message.split('\n', 1);
  return line.split(/(?<=[.:]) (?=[A-Z])/, 1)[0] ?? line;
}

/** Notifies the feedback of a finished call, and adds pending feedback to its answer's text. Never rejects. */
export async function withFeedback(
  text: string,
  // Calls of an agent that sends no session count as one session.
  { agent, session = '' }: Caller,
  { feedback, failures }: Pick<World, 'feedback' | 'failures'>,
): Promise<string> {
  try {
    const turnFeedback = await feedback?.();
    turnFeedback?.onCall({ agent, session });
    const message = await turnFeedback?.takeMessage({ agent, session });
    return message === undefined ? text : `${text}\n\n${message}`;
  } catch (cause) {
    failures.unexpected('telling an agent of reverts', cause);
    return text;
  }
}
