// Reviews edits that agents make by their own tools.
import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { describeError, ToolError, toToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { combinedChanges, combinedTitle, filesAfter } from '../../tools/hooks/combinedChanges.ts';
import { stagedWorkspace } from '../../tools/hooks/stagedWorkspace.ts';
import { rejectionResult } from '../../tools/pipeline/rejection.ts';
import { runTool, type Outcome } from '../../tools/pipeline/run.ts';
import type { Applied, Applier, Call, Decision, ReadMemory, ReviewRequest } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import type { ChangeTool, Plan, ToolContext } from '../../tools/shared/tool.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import type { DocumentKinds } from './amendedInput.ts';
import type { ApprovedRetries } from './approvedRetries.ts';
import type { Approved, EditPlan, HookedEdit } from './hookedEdit.ts';
import { answerInTurn } from './answerInTurn.ts';
import { answerEdits, denialOf, noChange } from './answerEdits.ts';
import { notWrittenYet, writtenBy } from './writtenBy.ts';
import { PendingWrite } from './pendingWrite.ts';
import { delay } from '../../async/eventLoop.ts';

/** Dependencies on the window. */
export interface HookedReviewDeps extends DocumentKinds {
  readonly world: World;
  readonly applier: Pick<JournalledApplier, 'handOver'>;
  readonly repeats: ApprovedRetries;
  /** Shows the user the written changes, as after a change by Redline. */
  readonly wrapApplier: (applier: Applier) => Applier;
  /** Warns the user that the agent's write differs from the approval. */
  readonly tellDifferent: (title: Phrase, paths: readonly string[]) => void;
}

/** Callbacks to the owner of the review. */
export interface ReviewEvents {
  /** Throws if the agent cannot write a planned edit, or has to wait for a previously approved one. */
  requireWritable(edit: HookedEdit): Promise<void>;
  handedOver(writing: PendingWrite): void;
  /** Called with edits that came too late for this review. */
  leftOver(edits: readonly [HookedEdit, ...HookedEdit[]]): void;
}

/** Edits within this time after the first, in milliseconds, are one review. */
export const joinTime = 300;
/** Milliseconds to wait for another edit; a later one reopens the review. */
const gatherTime = 50;

/**
 * One review of the edits that an agent's session makes concurrently by its own tools, from the hooks to the comparison
 * with the written files. It runs through the pipeline of all tools; only the last step differs: the agent writes the
 * approved changes by its own tools, and the history records what is on disk afterwards.
 */
export class HookedReview {
  readonly #deps: HookedReviewDeps;
  readonly #events: ReviewEvents;
  readonly #edits: HookedEdit[];
  /** Edits in the last planning attempt. */
  #tried: readonly HookedEdit[];
  /** Edits of the plan on screen. */
  #planned: readonly HookedEdit[] = [];
  #approved: Omit<Approved, 'later'> = { shown: [], approval: undefined };
  #isOpen = true;
  readonly #joinEnd = delay(joinTime);
  readonly #gone = new AbortController();
  readonly outcome: Promise<Outcome>;

  constructor(edits: readonly [HookedEdit, ...HookedEdit[]], deps: HookedReviewDeps, events: ReviewEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#edits = [];
    this.#tried = edits;
    for (const edit of edits) this.#add(edit);
    void this.#joinEnd.then(() => (this.#isOpen = false));
    this.outcome = this.#run(edits[0]);
  }

  /** Adds an edit; false if it comes too late. */
  join(edit: HookedEdit): boolean {
    if (!this.#isOpen) return false;
    this.#add(edit);
    return true;
  }

  #add(edit: HookedEdit): void {
    this.#edits.push(edit);
    edit.hooked.call.signal.addEventListener('abort', () => {
      if (this.#edits.every(({ isGone }) => isGone)) this.#gone.abort();
    });
  }

  async #run(first: HookedEdit): Promise<Outcome> {
    await delay(gatherTime);
    const { world, wrapApplier } = this.#deps;
    const { tool, input } = first.plannedBy;
    const outcome = await runTool(
      this.#planning(tool),
      input,
      { ...first.hooked.call, tool: tool.name, signal: this.#gone.signal },
      {
        ...world,
        review: { ask: (request, call) => this.#ask(request, call) },
        applier: wrapApplier({ apply: (...change) => this.#handOver(...change) }),
        readsFor: () => noMemory,
      },
    );
    this.#isOpen = false;
    // Edits that were handed over are already answered. The others change nothing by the plan, so they are denied: the
    // agent's own tool might still find something to write.
    this.#leave(this.#edits.filter((edit) => !edit.isGone && !this.#tried.includes(edit)));
    for (const edit of this.#edits) edit.deny(outcome.ok ? outcome.text : denialOf(edit, this.#edits, outcome.error));
    return outcome;
  }

  #planning(tool: ChangeTool): ChangeTool {
    return {
      ...tool,
      prepare: (raw) => ({ ...tool.prepare(raw), dryRun: false, plan: (context) => this.#plan(context) }),
    };
  }

  /** Plans the edits on top of each other. An edit that cannot be planned is denied alone. */
  async #plan(context: ToolContext): Promise<Plan> {
    let changes: readonly Change[] = [];
    let first: EditPlan | undefined;
    const planned: HookedEdit[] = [];
    const tried = this.#edits.filter(({ isGone }) => !isGone);
    this.#tried = tried;
    for (const edit of tried) {
      const workspace = stagedWorkspace(context.workspace, filesAfter(changes));
      try {
        const plan = await edit.plan({ ...context, workspace }, this.#deps);
        if (plan.changes.length === 0 && tried.length > 1) throw noChange();
        await this.#events.requireWritable(edit);
        changes = combinedChanges(changes, plan.changes);
        first ??= plan;
        planned.push(edit);
      } catch (cause) {
        if (tried.length === 1) throw cause;
        // The error may reveal files outside the workspace, for which the user's permission is needed.
        await context.workspace.requireDisclosure('failed');
        this.#deny(edit, describeError(toToolError(cause, edit.plannedBy.tool.name)));
      }
    }
    this.#planned = planned;
    this.#approved = { shown: changes, approval: undefined };
    const only = planned.length === 1 ? first : undefined;
    const describe = only?.describe ?? (() => ({ headline: 'Written.', result: {} }));
    return { title: only?.title ?? combinedTitle(changes), changes, notes: [], describe };
  }

  #deny(edit: HookedEdit, message: string): void {
    edit.deny(message);
    this.#edits.splice(this.#edits.indexOf(edit), 1);
  }

  async #ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { world, repeats } = this.#deps;
    const calls = this.#planned.map(({ changes }) => changes);
    if (repeats.consume(call, calls)) {
      return { approved: true, changes: request.changes, amended: false, excludedPaths: [] };
    }
    const outdated = new AbortController();
    void this.#isOutdated().then(() => outdated.abort());
    const signal = AbortSignal.any([call.signal, outdated.signal]);
    const decision = await world.review.ask(request, { ...call, signal });
    if (!decision.approved && outdated.signal.aborted && !call.signal.aborted) throw staleOf(request.changes);
    if (decision.approved) this.#approved = { shown: request.changes, approval: decision };
    return decision;
  }

  /** Resolves when the review has to be reopened: another edit has joined it, or the hook of one has ended. */
  #isOutdated(): Promise<void> {
    return new Promise((resolve) => {
      for (const { hooked } of this.#planned) hooked.call.signal.addEventListener('abort', () => resolve());
      void this.#joinEnd.then(() => {
        if (this.#unplanned().length > 0) resolve();
      });
    });
  }

  #unplanned(): readonly HookedEdit[] {
    return this.#edits.filter((edit) => !edit.isGone && !this.#planned.includes(edit));
  }

  async #handOver(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    const { applier, repeats } = this.#deps;
    // Without a running hook, the agent would not get the answer, so it would not write what was approved.
    if (call.signal.aborted) throw rejectionResult("The agent's hook has ended before the answer.");
    if (this.#planned.some(({ isGone }) => isGone)) throw staleOf(changes);
    this.#close();
    const outputs = answerEdits(this.#planned, changes, { ...this.#approved, later: call.later === true }, (own) =>
      repeats.remember(call, own),
    );
    for (const { edit, error } of outputs.refused) this.#deny(edit, describeError(error));
    const [first] = outputs.refused;
    if (outputs.handed.length === 0 && first !== undefined) throw first.error;
    const handedOver = await applier.handOver(outputs.kept, title, call);
    const edits = outputs.handed.map(({ edit }) => edit);
    const writing = new PendingWrite({ handedOver, edits, changes: outputs.kept });
    void answerInTurn(outputs.handed, handedOver);
    this.#events.handedOver(writing);
    if ((await writing.released) === 'ended') return this.#record(writing, title);
    void this.#recordLate(writing, title, call);
    throw notWrittenYet();
  }

  /** Closes the review to new edits; those that are not part of the plan get a review of their own. */
  #close(): void {
    this.#isOpen = false;
    this.#leave(this.#unplanned());
  }

  /** Passes edits that came too late to a new review. */
  #leave(edits: readonly HookedEdit[]): void {
    const [first, ...more] = edits;
    if (first === undefined) return;
    for (const edit of edits) this.#edits.splice(this.#edits.indexOf(edit), 1);
    this.#events.leftOver([first, ...more]);
  }

  async #record(writing: PendingWrite, title: Phrase): Promise<Applied> {
    try {
      const settled = await writing.handedOver.settle();
      if (settled.different.length > 0) this.#deps.tellDifferent(title, settled.different.map(displayPathOf));
      return writtenBy(settled);
    } finally {
      writing.markRecorded();
    }
  }

  /** Records the agent's writes after its files were released to other calls. */
  async #recordLate(writing: PendingWrite, title: Phrase, call: Call): Promise<void> {
    const { world, wrapApplier } = this.#deps;
    await writing.ended;
    const applier = wrapApplier({ apply: () => this.#record(writing, title) });
    await applier.apply(writing.changes, title, call).catch((cause: unknown) => {
      if (!(cause instanceof ToolError)) world.failures.unexpected('recording what an agent wrote', cause);
    });
  }
}

function staleOf([first]: readonly Change[]): StalePlan {
  return new StalePlan(first === undefined ? '' : displayPathOf(first));
}

/** Agents track themselves what their own tools have read. */
const noMemory: ReadMemory = { remember: () => undefined, lastRead: () => undefined };
