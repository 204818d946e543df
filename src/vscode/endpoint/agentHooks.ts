// Answers the hooks that agents run around their own tools.
import type { Change } from '../../core/change/change.ts';
import type { Dialect, HookCall, Intent, Output } from '../../core/dialects/dialect.ts';
import { dialects } from '../../core/dialects/dialects.ts';
import { agentIdOfHook } from '../../core/endpoint/agents.ts';
import { probeAnswer, probeSession } from '../../core/endpoint/probe.ts';
import { describeError, isUnexpected, ToolError, toToolError } from '../../core/wording/errors.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { AgentEventListener } from '../../tools/ports/watchPort.ts';
import { auditedReads } from './audited.ts';
import { requireOutsideHeld, type HeldFolder } from './heldFolder.ts';
import { HookedEdit } from './hookedEdit.ts';
import { sessionOf, speakerOf } from './hookSpeaker.ts';
import { HookedReview, type HookedReviewDeps } from './hookedReview.ts';
import { reportToWatch } from './reportToWatch.ts';
import { requireReadable } from './requireReadable.ts';
import { SharedAnswers } from './sharedAnswers.ts';
import { TurnHooks } from './turnHooks.ts';
import { defaultTimeouts, PendingWrites, type Timeouts } from './pendingWrites.ts';

export interface HookDeps extends HookedReviewDeps {
  /** Whether the user is asked before an agent's own tool reads a file that Redline's tools would ask about. */
  readonly isReadReviewed: () => boolean;
  readonly timeouts?: Timeouts;
  /**
   * Reads the agent's settings files: the user's, the folder's where it works, then an organisation's; undefined for one that is absent.
   * @throws ToolError for a file that the agent can perhaps read, but Redline cannot
   */
  readonly readSettingsFiles: (agent: string, cwd: string | undefined) => Promise<readonly unknown[]>;
  /** Lists the absolute paths of all files that git says are changed in the repositories of this window. */
  readonly listChangedFiles: () => Promise<readonly string[]>;
  /** Finds the folder that the agent's sandbox write-protects when it works in `cwd`; undefined unless a test in that sandbox has confirmed it. */
  readonly findHeldFolder: (agent: string, cwd: string) => Promise<HeldFolder | undefined>;
  /** Starts Watch on demand; undefined if it is off. */
  readonly watch: () => Promise<AgentEventListener | undefined>;
}

type ReadIntent = Extract<Intent, { readonly kind: 'read' | 'readChanges' }>;

/** Dispatches each hook by its phase: reviews edits and reads before the tool, and tracks tools and turns after. */
export class AgentHooks {
  readonly #deps: HookDeps;
  /** Unanswered reviews, by session. */
  readonly #reviewsBySession = new Map<string, Set<HookedReview>>();
  /** Pending messages to each session's model, sent with the next tool result. */
  readonly #messagesBySession = new Map<string, readonly string[]>();
  readonly #answers: SharedAnswers;
  readonly #pendingWrites: PendingWrites;
  readonly #turnHooks: TurnHooks;

  constructor(deps: HookDeps) {
    this.#deps = deps;
    this.#turnHooks = new TurnHooks(async () => deps.world.feedback?.());
    this.#pendingWrites = new PendingWrites(deps.timeouts);
    this.#answers = new SharedAnswers(deps.timeouts?.shareMs ?? defaultTimeouts.shareMs);
  }

  /**
   * Answers one hook. Never rejects.
   * @param input the hook's input, parsed
   * @param signal aborted when the agent's hook has ended without an answer
   */
  async answer(agent: string, input: unknown, signal: AbortSignal): Promise<Output> {
    const unconfigured = dialects.get(agent);
    const hook = unconfigured?.readCall(input);
    if (unconfigured === undefined || hook === undefined) return { stdout: '', exitCode: 0 };
    const settings = unconfigured.configure === undefined ? [] : await this.#readSettings(agent, hook.cwd);
    const dialect = (settings instanceof ToolError ? undefined : unconfigured.configure?.(settings)) ?? unconfigured;
    // Denied at once, so that nothing can be written under the session id of probes.
    if (hook.sessionId === probeSession) return dialect.answer.deny(hook, probeAnswer);
    const session = sessionOf(hook, dialect);
    try {
      switch (hook.phase) {
        case 'preToolUse':
          // What the agent's tool writes depends on the settings that cannot be read.
          if (settings instanceof ToolError && dialect.intentOf(hook).kind === 'changes') throw settings;
          return await this.#answers.share(session, hook, signal, (end) => this.#answerBeforeTool(hook, dialect, end));
        case 'postToolUse':
          this.#answers.end(session, hook);
          await this.#pendingWrites.toolEnded(session, hook);
          await this.#reportToWatch(hook, dialect);
          return this.#messageAfterTool(hook, dialect, signal);
        case 'turnEnd':
          this.#answers.endAll(session);
          await this.#pendingWrites.endAll(session);
          await this.#reportToWatch(hook, dialect);
          return await this.#endTurn(hook, dialect, signal);
        case 'subagentEnd':
          // Others of the turn may still have to write what was approved, so nothing of it has ended.
          void this.#pendingWrites.settleBeforeNext(session);
          await this.#reportToWatch(hook, dialect);
          return dialect.answer.abstain();
        case 'sessionStart':
          await this.#reportToWatch(hook, dialect);
          return dialect.answer.abstain();
        case 'turnStart':
          // An interrupted agent has reported no end of its last turn.
          this.#answers.endAll(session);
          // Not awaited, since only an edit needs the files, and waits for them itself.
          void this.#pendingWrites.settleBeforeNext(session);
          await this.#reportToWatch(hook, dialect);
          return await this.#turnHooks.starts({ hook, dialect, speaker: speakerOf(hook, dialect) }, signal);
      }
    } catch (cause) {
      if (isUnexpected(cause)) this.#deps.world.failures.unexpected(`a hook of ${dialect.id}`, cause);
      // A failure of Redline must not block a turn, nor tell of a tool that has run that nothing was changed.
      if (hook.phase !== 'preToolUse') return dialect.answer.abstain();
      return dialect.answer.deny(hook, describeError(toToolError(cause, `The Redline hook of ${dialect.id}`)));
    }
  }

  #readSettings(agent: string, cwd: string | undefined): Promise<readonly unknown[] | ToolError> {
    return this.#deps.readSettingsFiles(agent, cwd).catch((cause: unknown) => toToolError(cause, agent));
  }

  async #endTurn(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const refusal = await this.#turnHooks.ends({ hook, dialect, speaker: speakerOf(hook, dialect) }, signal);
    if (refusal === undefined) return dialect.answer.abstain();
    // The refusal makes the agent continue, so the turn goes on for Watch, too.
    await this.#reportToWatch({ ...hook, phase: 'turnStart' }, dialect);
    return refusal;
  }

  async #answerBeforeTool(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const call = this.#callOf(hook, dialect, signal);
    const intent = dialect.intentOf(hook);
    if (intent.kind !== 'unknown') await this.#deps.world.rules.admit(call.caller, hook.cwd);
    switch (intent.kind) {
      case 'unknown':
        return dialect.answer.abstain();
      case 'shell':
        // The end of a failed tool is not reported, so this command shows that it has ended.
        if (!dialect.tellsFailures) void this.#pendingWrites.settleBeforeNext(sessionOf(hook, dialect));
        await this.#reportToWatch(hook, dialect);
        return dialect.answer.abstain();
      case 'unpredictable':
        return dialect.answer.deny(hook, intent.why);
      case 'read':
      case 'readChanges':
        return this.#answerRead(hook, dialect, intent, { ...call, tool: 'redline_read_file' });
      case 'changes':
        return this.#answerEdit(new HookedEdit({ hook, operations: intent.operations, dialect, call }));
    }
  }

  async #answerRead(hook: HookCall, dialect: Dialect, intent: ReadIntent, call: Call): Promise<Output> {
    if (!this.#deps.isReadReviewed()) return dialect.answer.abstain();
    const showsChanges = intent.kind === 'readChanges';
    const { paths, searches = [] } = showsChanges ? { paths: await this.#deps.listChangedFiles() } : intent;
    const read = { paths, searches, showsChanges, cwd: hook.cwd };
    const refusal = await auditedReads(call, this.#deps.world, (recorded) =>
      requireReadable(read, recorded.workspaceFor(call), recorded.queriesFor(call)),
    );
    if (refusal !== undefined) throw refusal;
    return dialect.answer.abstain();
  }

  /** Adds an edit to an open review of its session, or begins one. */
  async #answerEdit(edit: HookedEdit): Promise<Output> {
    const { hook, dialect } = edit.hooked;
    const session = sessionOf(hook, dialect);
    // Agents that run tools sequentially have ended the previous one, whether or not its hook has reported it.
    await this.#pendingWrites.settleBeforeNext(session);
    // Calls without a session may be those of several agents.
    const reviews = hook.sessionId === undefined ? undefined : this.#reviewsBySession.get(session);
    if (![...(reviews ?? [])].some((review) => review.tryJoin(edit))) this.#beginReview(session, [edit]);
    return this.#awaitAnswer(edit, session);
  }

  /** The answer to an edit's hook; stores its message for agents that pass messages on only after the tool. */
  async #awaitAnswer(edit: HookedEdit, session: string): Promise<Output> {
    const output = await edit.answer;
    if (edit.answeredInput !== undefined) this.#answers.amend(session, edit.hooked.hook, edit.answeredInput);
    if (edit.messageWithAnswer === '' || edit.hooked.dialect.answer.messageAfter === undefined) return output;
    this.#messagesBySession.set(session, [...(this.#messagesBySession.get(session) ?? []), edit.messageWithAnswer]);
    return output;
  }

  #messageAfterTool(hook: HookCall, { id, answer }: Dialect, signal: AbortSignal): Output {
    const session = sessionOf(hook, { id });
    const message = this.#messagesBySession.get(session);
    if (message === undefined || answer.messageAfter === undefined || signal.aborted) return answer.abstain();
    this.#messagesBySession.delete(session);
    return answer.messageAfter(hook, message.join('\n'));
  }

  #beginReview(session: string, edits: readonly [HookedEdit, ...HookedEdit[]]): void {
    const reviews = this.#reviewsBySession.get(session) ?? new Set();
    this.#reviewsBySession.set(session, reviews);
    const review = new HookedReview(edits, this.#deps, {
      requireWritable: async (edit) => {
        await this.#requireNotHeld(edit);
        await this.#requireNoPendingWrite(session, edit.changes);
      },
      onHandOver: (writing) => {
        reviews.delete(review);
        this.#pendingWrites.add(session, writing);
        void writing.ended.then(() => {
          for (const hook of writing.hooks) this.#answers.endCall(session, hook);
        });
        // Other edits of the session may wait for the same files.
        if (reviews.size > 0) void this.#pendingWrites.settleBeforeNext(session);
      },
      onLateEdits: (more) => this.#beginReview(session, more),
    });
    reviews.add(review);
    void review.outcome.finally(() => {
      reviews.delete(review);
      if (reviews.size === 0 && this.#reviewsBySession.get(session) === reviews) this.#reviewsBySession.delete(session);
    });
  }

  /** Rejects an edit that the agent's sandbox would block after the review. */
  async #requireNotHeld({ changes, hooked, plannedBy }: HookedEdit): Promise<void> {
    const { cwd } = hooked.hook;
    const heldFolder =
      cwd === undefined ? undefined : await this.#deps.findHeldFolder(agentIdOfHook(hooked.dialect.id), cwd);
    if (heldFolder !== undefined) requireOutsideHeld(changes, heldFolder, plannedBy.tool.name);
  }

  /** Refuses to plan on a file that the agent may still write as approved before: the result would differ from what is shown. */
  async #requireNoPendingWrite(session: string, changes: readonly Change[]): Promise<void> {
    const path = await this.#pendingWrites.findUnwritten(session, changes);
    if (path === undefined) return;
    throw new ToolError(
      'STALE',
      `The change of ${path} that the user approved before has not been written yet. Nothing of this call was written. Wait until the other call has ended, read the file again, then repeat this call.`,
    );
  }

  #reportToWatch(hook: HookCall, dialect: Dialect): Promise<void> {
    return reportToWatch(this.#deps.watch, hook, dialect, speakerOf(hook, dialect));
  }

  #callOf(hook: HookCall, dialect: Dialect, signal: AbortSignal): Omit<Call, 'tool'> {
    const caller: Caller = {
      ...speakerOf(hook, dialect),
      ...(hook.turnId === undefined ? {} : { turn: hook.turnId }),
      ...(hook.toolUseId === undefined ? {} : { toolUse: hook.toolUseId }),
      via: 'hook',
    };
    return { caller, token: undefined, signal };
  }
}
