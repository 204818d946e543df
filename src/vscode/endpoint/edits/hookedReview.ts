// Reviews the edits that an agent makes at the same time by its own tools, as one call through the pipeline.

import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import type { Change } from '../../../core/change/change.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import { describeError, StalePlan } from '../../../core/wording/errors.ts';
import type { Phrase } from '../../../core/wording/phrase.ts';
import { rememberApproval } from '../../../tools/pipeline/carryOut.ts';
import { runTool, type Outcome } from '../../../tools/pipeline/run.ts';
import type { Applied, Call, Decision, ReviewRequest } from '../../../tools/ports/ports.ts';
import type { ReadMemory } from '../../../core/change/readMemory.ts';
import type { World } from '../../../tools/ports/world.ts';
import type { ChangeTool, Plan, ToolContext } from '../../../tools/shared/tool.ts';
import type { JournalledApplier } from '../../apply/applier.ts';
import type { EditorFacts } from './amendedInput.ts';
import type { ApprovedRetries } from './approvedRetries.ts';
import type { ReviewResult, HookedEdit } from './hookedEdit.ts';
import { answerInOrder, answerEdits, denialOf, type DescribedReview } from './answerEdits.ts';
import { hookEndedError, planEdits } from './planEdits.ts';
import { notWrittenYetError, recordLateWrites, recordWrites, type RecordDeps } from './recordWrites.ts';
import { PendingWrite } from './pendingWrite.ts';
import { delay } from '../../../async/eventLoop.ts';

/** Dependencies on the window. */
export interface HookedReviewDeps extends EditorFacts, RecordDeps {
  readonly applier: Pick<JournalledApplier, 'handOver'>;
  readonly approvedRetries: ApprovedRetries;
}

/** Callbacks to the owner of the review. */
export interface ReviewEvents {
  /** Throws if the agent cannot write a planned edit, or has to wait for a previously approved one. */
  requireWritable(edit: HookedEdit): Promise<void>;
  /** Called once the hooks are being answered, so that the agent now writes the approved changes. */
  onHandOver(pendingWrite: PendingWrite): void;
  /** Called with edits that came too late for this review. */
  onLateEdits(edits: readonly [HookedEdit, ...HookedEdit[]]): void;
}

/** Milliseconds after the first edit in which others join its review. */
export const joinMs = 300;
/** Milliseconds to wait for other edits before the first plan; one that joins later reopens the review. */
const gatherMs = 50;

/**
 * Reviews the edits that an agent's session makes concurrently by its own tools, from the hooks to the comparison with
 * the written files. A review runs through the pipeline of all tools, except for the last step: the agent writes the
 * approved changes by its own tools, and the history records what is on disk afterwards. Before that step, each edit
 * that joins and each hook that ends makes the plan stale, so that the pipeline plans and asks again.
 */
export class HookedReview {
  readonly #deps: HookedReviewDeps;
  readonly #events: ReviewEvents;
  /** The edits of the review, except those denied by `#deny` or passed to the next review. */
  readonly #edits = new Set<HookedEdit>();
  /** Edits of the last plan, including those that could not be planned; at first, those that began the review. */
  #editsOfLastPlan: readonly HookedEdit[];
  /** Edits of the last plan, without those that could not be planned. */
  #plannedEdits: readonly HookedEdit[] = [];
  /** The changes of the last plan, and the user's approval of them. */
  #reviewed: Omit<ReviewResult, 'isReviewedLater'> = { shown: [], approval: undefined };
  /** Whether the user was asked about one of the plans. */
  #wasAsked = false;
  /** Whether edits can still join: until the join period ends, the changes are handed over, or the pipeline has ended. */
  #isOpen = true;
  readonly #joinPeriod = delay(joinMs);
  readonly #allHooksEnded = new AbortController();
  /** Resolves with the result of the pipeline, once the hooks of its edits are answered. */
  readonly outcome: Promise<Outcome>;

  constructor(edits: readonly [HookedEdit, ...HookedEdit[]], deps: HookedReviewDeps, events: ReviewEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#editsOfLastPlan = edits;
    for (const edit of edits) this.#addEdit(edit);
    // A hook may end while its edit waits for the session's previous one.
    this.#abortIfAllEnded();
    void this.#joinPeriod.then(() => (this.#isOpen = false));
    this.outcome = this.#run(edits[0]);
  }

  /** Adds an edit; false if it comes too late. */
  tryJoin(edit: HookedEdit): boolean {
    if (!this.#isOpen) return false;
    this.#addEdit(edit);
    return true;
  }

  #addEdit(edit: HookedEdit): void {
    this.#edits.add(edit);
    edit.hooked.call.signal.addEventListener('abort', () => this.#abortIfAllEnded());
  }

  #abortIfAllEnded(): void {
    if (this.#liveEdits().length === 0) this.#allHooksEnded.abort();
  }

  /** Runs the pipeline as a call of the first edit's tool, and answers all hooks that are unanswered after it. */
  async #run(first: HookedEdit): Promise<Outcome> {
    await delay(gatherMs);
    const { world, wrapApplier } = this.#deps;
    const { tool, input } = first.plannedBy;
    const call = { ...first.hooked.call, tool: tool.name, signal: this.#allHooksEnded.signal };
    const reviewWorld: World = {
      ...world,
      review: { ask: (...args) => this.#ask(...args) },
      applier: wrapApplier({ apply: (...args) => this.#handOver(...args) }),
      readsFor: () => noReadMemory,
    };
    const outcome = await runTool(this.#combinedTool(tool), input, call, reviewWorld);
    this.#isOpen = false;
    this.#passToNextReview(this.#liveEdits().filter((edit) => !this.#editsOfLastPlan.includes(edit)));
    // Has no effect on answered edits. Denies all others even after a success, else the agent's tools would run.
    const edits = [...this.#edits];
    for (const edit of edits) edit.deny(outcome.ok ? outcome.text : denialOf(edit, edits, outcome.error));
    return outcome;
  }

  /** The tool of the first edit, but with the plan of all edits. */
  #combinedTool(tool: ChangeTool): ChangeTool {
    return {
      ...tool,
      prepare: (raw) => ({ ...tool.prepare(raw), dryRun: false, plan: (context) => this.#plan(context) }),
    };
  }

  /** Plans all edits whose hooks wait. The pipeline calls this again after each StalePlan. */
  async #plan(context: ToolContext): Promise<Plan> {
    this.#editsOfLastPlan = this.#liveEdits();
    const { plan, plannedEdits } = await planEdits(this.#editsOfLastPlan, context, this.#deps, {
      requireWritable: (edit) => this.#events.requireWritable(edit),
      deny: (edit, message) => this.#deny(edit, message),
    });
    this.#plannedEdits = plannedEdits;
    this.#reviewed = { shown: plan.changes, approval: undefined };
    return plan;
  }

  #deny(edit: HookedEdit, message: string): void {
    edit.deny(message);
    this.#edits.delete(edit);
  }

  /** Asks for the pipeline's decision, and stores an approval for `#handOver`. */
  async #ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const decision = await this.#decide(request, call);
    if (!decision.approved) return decision;
    // Keeps `remember` to itself: it is called at the handover, or by a retry of an edit, whichever comes first.
    const { remember, ...approval } = decision;
    const rememberOnce = remember === undefined ? {} : { remember: onceUntilFailure(remember) };
    this.#reviewed = { shown: request.changes, approval: { ...approval, ...rememberOnce } };
    return approval;
  }

  /**
   * Asks the user, unless this is a retry of what was approved.
   * @throws StalePlan if the plan was outdated before the answer
   */
  async #decide(request: ReviewRequest, call: Call): Promise<Decision> {
    const { world, approvedRetries } = this.#deps;
    const changesByEdit = this.#plannedEdits.map(({ changes }) => changes);
    // Once asked, the user decides again: they may have excluded a part of the earlier plan.
    const retried = this.#wasAsked ? undefined : approvedRetries.consume(call, changesByEdit);
    if (retried !== undefined)
      return { approved: true, changes: request.changes, amended: false, excludedPaths: [], ...retried };
    const outdatedSignal = this.#planOutdatedSignal();
    if (call.signal.aborted) return { approved: false };
    if (outdatedSignal.aborted) throw stalePlanOf(request.changes);
    this.#wasAsked = true;
    const signal = AbortSignal.any([call.signal, outdatedSignal]);
    const decision = await world.review.ask(request, { ...call, signal, root: call });
    // A hook may also end after the answer, while the tabs of the review close.
    const isWithdrawn = !decision.approved && decision.surface === 'stop';
    if (outdatedSignal.aborted && !call.signal.aborted && isWithdrawn) throw stalePlanOf(request.changes);
    return decision;
  }

  /**
   * A signal that is aborted at the end of the join period if other edits have joined, or once a hook has ended. The
   * review is then closed, and reopened with a new plan.
   */
  #planOutdatedSignal(): AbortSignal {
    const joined = new AbortController();
    void this.#joinPeriod.then(() => {
      if (this.#unplannedEdits().length > 0) joined.abort();
    });
    return AbortSignal.any([joined.signal, ...this.#plannedEdits.map(({ hooked }) => hooked.call.signal)]);
  }

  #unplannedEdits(): readonly HookedEdit[] {
    return this.#liveEdits().filter((edit) => !this.#plannedEdits.includes(edit));
  }

  /** The edits whose hooks still wait for an answer. */
  #liveEdits(): readonly HookedEdit[] {
    return [...this.#edits].filter(({ hasHookEnded }) => !hasHookEnded);
  }

  /** Hands the approved changes over to the agent, and records what it writes. */
  async #handOver(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    const { applier, approvedRetries } = this.#deps;
    const messages = await this.#describeReview();
    if (call.signal.aborted) throw hookEndedError();
    if (this.#plannedEdits.some(({ hasHookEnded }) => hasHookEnded)) throw stalePlanOf(changes);
    this.#isOpen = false;
    this.#passToNextReview(this.#unplannedEdits());
    const reviewed = { ...this.#reviewed, isReviewedLater: call.later === true, messages };
    const answers = answerEdits(this.#plannedEdits, changes, reviewed, (inexpressible) =>
      approvedRetries.remember(call, inexpressible, reviewed.approval?.remember),
    );
    for (const { edit, error } of answers.denied) this.#deny(edit, describeError(error));
    const [firstDenied] = answers.denied;
    if (answers.accepted.length === 0 && firstDenied !== undefined) throw firstDenied.error;
    const handedOver = await applier.handOver(answers.changes, title, call);
    const edits = answers.accepted.map(({ edit }) => edit);
    const pendingWrite = new PendingWrite({ handedOver, edits, changes: answers.changes });
    void answerInOrder(answers.accepted, handedOver);
    this.#events.onHandOver(pendingWrite);
    // Remembers the approval before the write, since some agents do not report its end.
    await rememberApproval(reviewed.approval ?? {}, this.#deps.world.failures);
    if ((await pendingWrite.released) === 'ended') return recordWrites(pendingWrite, title, this.#deps);
    void recordLateWrites(pendingWrite, title, call, this.#deps);
    throw notWrittenYetError();
  }

  /** The messages about the review that each planned edit's answer contains. */
  async #describeReview(): Promise<DescribedReview['messages']> {
    const messages = new Map<HookedEdit, readonly string[]>();
    for (const edit of this.#plannedEdits) messages.set(edit, await edit.messagesOf(this.#reviewed));
    return messages;
  }

  /** Removes edits that the plan does not contain, for a review of their own. */
  #passToNextReview(edits: readonly HookedEdit[]): void {
    const [first, ...more] = edits;
    if (first === undefined) return;
    for (const edit of edits) this.#edits.delete(edit);
    this.#events.onLateEdits([first, ...more]);
  }
}

/** The error by which the pipeline plans again; it names the first of the changes. */
function stalePlanOf([first]: readonly Change[]): StalePlan {
  return new StalePlan(first === undefined ? '' : displayPathOf(first));
}

/** No memory, since agents themselves track what their own tools have read. */
const noReadMemory: ReadMemory = { remember: () => undefined, lastRead: () => undefined };
