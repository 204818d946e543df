// Answers the hooks that agents (such as Claude Code) run around their own tools and turns: reviews edits and reads
// before the tool, checks the files after it, and gives the user's feedback at the start and end of a turn.
import type { Dialect, HookCall, Intent, Output } from '../../../core/dialects/dialect.ts';
import { dialects } from '../../../core/dialects/dialects.ts';
import { probeAnswer, probeSession } from '../../../core/endpoint/probe.ts';
import { describeError, isUnexpected, toToolError, type ToolError } from '../../../core/wording/errors.ts';
import type { Caller } from '../../../tools/ports/caller.ts';
import type { Call } from '../../../tools/ports/ports.ts';
import type { AgentEventListener } from '../../../tools/ports/watchPort.ts';
import { runAuditedReads } from '../../../tools/pipeline/withAudit.ts';
import { EditReviews, type EditReviewDeps } from '../edits/editReviews.ts';
import { HookedEdit } from '../edits/hookedEdit.ts';
import { hookSessionOf, agentSessionOf, reportToWatch } from './hookSession.ts';
import { requireReadable } from './requireReadable.ts';
import { SharedAnswers } from './sharedAnswers.ts';
import { TurnHooks } from './turnHooks.ts';
import { defaultTimeouts, PendingWrites, type Timeouts } from '../edits/pendingWrites.ts';

export interface HookDeps extends EditReviewDeps {
  /** Whether the user is asked before an agent's own tool reads a file that Redline's tools would ask about. */
  readonly isReadReviewed: () => boolean;
  /** `defaultTimeouts` if undefined. */
  readonly timeouts?: Timeouts;
  /**
   * Reads the agent's settings, in ascending precedence: the user's, the settings of the folder where the agent works,
   * the organisation's. Undefined for a file that is absent.
   * @throws ToolError for a file that the agent can perhaps read, but Redline cannot
   */
  readonly readSettingsFiles: (agent: string, cwd: string | undefined) => Promise<readonly unknown[]>;
  /** Lists the absolute paths of all files that git says are changed in the repositories of this window. */
  readonly listChangedFiles: () => Promise<readonly string[]>;
  /** Starts Watch on demand; undefined if it is off. */
  readonly watch: () => Promise<AgentEventListener | undefined>;
}

type ReadIntent = Extract<Intent, { readonly kind: 'read' | 'readChanges' }>;

/**
 * Dispatches each hook by its phase: reviews edits and reads before the tool, and tracks tools and turns after. A
 * `Dialect` reads the hooks of one agent and words the answers.
 */
export class AgentHooks {
  readonly #deps: HookDeps;
  readonly #answers: SharedAnswers;
  readonly #pendingWrites: PendingWrites;
  readonly #editReviews: EditReviews;
  readonly #turnHooks: TurnHooks;

  constructor(deps: HookDeps) {
    this.#deps = deps;
    this.#answers = new SharedAnswers(deps.timeouts?.shareMs ?? defaultTimeouts.shareMs);
    this.#pendingWrites = new PendingWrites(deps.timeouts);
    this.#editReviews = new EditReviews(deps, this.#answers, this.#pendingWrites);
    this.#turnHooks = new TurnHooks(async () => deps.world.feedback?.());
  }

  /**
   * Answers one hook. Never rejects. An unknown agent or input gets an empty answer, which changes nothing.
   * @param agent id of its dialect
   * @param input the hook's input, parsed
   * @param signal aborted when the agent's hook has ended without an answer
   * @param home the agent's home folder; undefined if an older bridge asks
   */
  async answer(agent: string, input: unknown, signal: AbortSignal, home?: string): Promise<Output> {
    const baseDialect = dialects.get(agent);
    const call = baseDialect?.readCall(input);
    if (baseDialect === undefined || call === undefined) return { stdout: '', exitCode: 0 };
    const hook = { ...call, home };
    const { dialect, settingsError } = await this.#configure(baseDialect, hook);
    // The doctor's test edits are denied without a review: the denial proves that the hook works. They are recognized
    // by their session id alone, so nothing can be written under it.
    if (hook.sessionId === probeSession) return dialect.answer.deny(hook, probeAnswer);
    try {
      // Without the settings, nobody can predict what the agent's tool writes.
      const isEdit = hook.phase === 'preToolUse' && dialect.intentOf(hook).kind === 'changes';
      if (isEdit && settingsError !== undefined) throw settingsError;
      return await this.#answerPhase(hook, dialect, signal);
    } catch (cause) {
      if (isUnexpected(cause)) this.#deps.world.failures.unexpected(`a hook of ${dialect.id}`, cause);
      // A failure of Redline must not block a turn, and a denial after the tool would claim that nothing was changed.
      if (hook.phase !== 'preToolUse') return dialect.answer.abstain();
      return dialect.answer.deny(hook, describeError(toToolError(cause, `The Redline hook of ${dialect.id}`)));
    }
  }

  /** Configures the dialect by the agent's settings. If they cannot be read, returns it as it is, with the error. */
  async #configure(
    dialect: Dialect,
    { cwd }: HookCall,
  ): Promise<{ readonly dialect: Dialect; readonly settingsError?: ToolError }> {
    if (dialect.configure === undefined) return { dialect };
    try {
      return { dialect: dialect.configure(await this.#deps.readSettingsFiles(dialect.id, cwd)) };
    } catch (cause) {
      return { dialect, settingsError: toToolError(cause, dialect.id) };
    }
  }

  async #answerPhase(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const session = hookSessionOf(hook, dialect);
    switch (hook.phase) {
      case 'preToolUse':
        return this.#answers.share(session, hook, signal, (allEndedSignal) =>
          this.#answerBeforeTool(hook, dialect, allEndedSignal),
        );
      case 'postToolUse':
        this.#answers.forget(session, hook);
        await this.#pendingWrites.onToolEnd(session, hook);
        await this.#reportToWatch(hook, dialect);
        return this.#editReviews.messageAfterTool(hook, dialect, signal);
      case 'turnEnd':
        this.#answers.forgetSession(session);
        await this.#pendingWrites.endAll(session);
        await this.#reportToWatch(hook, dialect);
        return this.#endTurn(hook, dialect, signal);
      case 'subagentEnd':
        // Does not end pending writes, since other agents of the turn may still write approved changes.
        void this.#pendingWrites.settleBeforeNext(session);
        await this.#reportToWatch(hook, dialect);
        return dialect.answer.abstain();
      case 'sessionStart':
        await this.#reportToWatch(hook, dialect);
        return dialect.answer.abstain();
      case 'turnStart':
        // An interrupted agent has reported no end of its last turn.
        this.#answers.forgetSession(session);
        // Does not wait, since only an edit needs the files, and waits for them itself.
        void this.#pendingWrites.settleBeforeNext(session);
        await this.#reportToWatch(hook, dialect);
        return this.#turnHooks.answerTurnStart({ hook, dialect, agentSession: agentSessionOf(hook, dialect) }, signal);
    }
  }

  async #endTurn(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const refusal = await this.#turnHooks.answerTurnEnd(
      { hook, dialect, agentSession: agentSessionOf(hook, dialect) },
      signal,
    );
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
        // This agent does not report failed tools; its next command shows that they have ended.
        if (!dialect.reportsFailures) void this.#pendingWrites.settleBeforeNext(hookSessionOf(hook, dialect));
        await this.#reportToWatch(hook, dialect);
        return dialect.answer.abstain();
      case 'unpredictable':
        return dialect.answer.deny(hook, intent.why);
      case 'read':
      case 'readChanges':
        // Judged and recorded like a read by this tool of Redline.
        return this.#answerRead(hook, dialect, intent, { ...call, tool: 'redline_read_file' });
      case 'changes':
        return this.#editReviews.answer(new HookedEdit({ hook, operations: intent.operations, dialect, call }));
    }
  }

  async #answerRead(hook: HookCall, dialect: Dialect, intent: ReadIntent, call: Call): Promise<Output> {
    if (!this.#deps.isReadReviewed()) return dialect.answer.abstain();
    const showsChanges = intent.kind === 'readChanges';
    const { paths, searches = [] } = showsChanges ? { paths: await this.#deps.listChangedFiles() } : intent;
    const read = { paths, searches, showsChanges, cwd: hook.cwd, home: hook.home };
    const refusal = await runAuditedReads(call, this.#deps.world, (recorded) =>
      requireReadable(read, recorded.workspaceFor(call), recorded.queriesFor(call)),
    );
    if (refusal !== undefined) throw refusal;
    return dialect.answer.abstain();
  }

  #reportToWatch(hook: HookCall, dialect: Dialect): Promise<void> {
    return reportToWatch(this.#deps.watch, hook, dialect, agentSessionOf(hook, dialect));
  }

  #callOf(hook: HookCall, dialect: Dialect, signal: AbortSignal): Omit<Call, 'tool'> {
    const caller: Caller = {
      ...agentSessionOf(hook, dialect),
      ...(hook.turnId === undefined ? {} : { turn: hook.turnId }),
      ...(hook.toolUseId === undefined ? {} : { toolUse: hook.toolUseId }),
      via: 'hook',
    };
    // Without a chat, there is no invocation token.
    return { caller, token: undefined, signal };
  }
}
