// Answers the hooks that agents run around their own tools.
import type { Change } from '../../core/change/change.ts';
import type { Dialect, HookCall, Output } from '../../core/dialects/dialect.ts';
import { dialects } from '../../core/dialects/dialects.ts';
import { agentIdOfHook } from '../../core/endpoint/agents.ts';
import { probeAnswer, probeSession } from '../../core/endpoint/probe.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import { describeError, ToolError, toToolError } from '../../core/wording/errors.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { AgentEventListener } from '../../tools/ports/watchPort.ts';
import { requireOpen, type ClosedFolder } from './closedFolder.ts';
import { HookedEdit } from './hookedEdit.ts';
import { HookedReview, type HookedReviewDeps } from './hookedReview.ts';
import { reportToWatch } from './reportToWatch.ts';
import { requireReadable } from './requireReadable.ts';
import { TurnHooks } from './turnHooks.ts';
import { PendingWrites, type Waits } from './pendingWrites.ts';

export interface HookDeps extends HookedReviewDeps {
  /** Whether the user is asked before an agent's own tool reads a file that Redline's tools would ask about. */
  readonly asksToRead: () => boolean;
  readonly waits?: Waits;
  /** The agent's settings files, parsed: the user's, then that of the folder where it works. Never rejects. */
  readonly settingsOf: (agent: string, cwd: string | undefined) => Promise<readonly unknown[]>;
  /** Absolute paths of all files that git says are changed in the repositories of this window. */
  readonly changedFiles: () => Promise<readonly string[]>;
  /** The folder that the agent's sandbox write-protects when it works in `cwd`; undefined unless a test has confirmed it. */
  readonly closedTo: (agent: string, cwd: string) => Promise<ClosedFolder | undefined>;
  /** Starts Watch on demand; undefined if it is off. */
  readonly watch: () => Promise<AgentEventListener | undefined>;
}

/** Answers the hooks that agents run around their own tools. */
export class AgentHooks {
  readonly #deps: HookDeps;
  /** Unanswered reviews, by session. */
  readonly #reviews = new Map<string, Set<HookedReview>>();
  /** Pending messages to each session's model, sent with the next tool result. */
  readonly #toTell = new Map<string, readonly string[]>();
  readonly #pendingWrites: PendingWrites;
  readonly #turns: TurnHooks;

  constructor(deps: HookDeps) {
    this.#deps = deps;
    this.#turns = new TurnHooks(async () => deps.world.feedback?.());
    this.#pendingWrites = new PendingWrites(deps.waits);
  }

  /**
   * Answers one hook. Never rejects.
   * @param agent the agent's id
   * @param input the hook's input, parsed
   * @param signal aborted when the agent's hook has ended without an answer
   */
  async answer(agent: string, input: unknown, signal: AbortSignal): Promise<Output> {
    const known = dialects.get(agent);
    const hook = known?.readCall(input);
    const settings = known?.under === undefined ? [] : await this.#deps.settingsOf(agent, hook?.cwd);
    const dialect = known?.under?.(settings) ?? known;
    if (dialect === undefined || hook === undefined) return { stdout: '', exitCode: 0 };
    // Denied at once, so that nothing can be written under the session id of probes.
    if (hook.sessionId === probeSession) return dialect.answer.deny(hook, probeAnswer);
    try {
      switch (hook.phase) {
        case 'preToolUse':
          return await this.#before(hook, dialect, signal);
        case 'postToolUse':
          await this.#pendingWrites.toolEnded(sessionOf(hook, dialect), hook);
          await this.#tellWatch(hook, dialect);
          return this.#tellAfter(hook, dialect);
        case 'turnEnd':
          await this.#pendingWrites.endAll(sessionOf(hook, dialect));
          await this.#tellWatch(hook, dialect);
          return await this.#turnEnds(hook, dialect, signal);
        case 'sessionStart':
          await this.#tellWatch(hook, dialect);
          return dialect.answer.abstain();
        case 'turnStart':
          await this.#tellWatch(hook, dialect);
          return await this.#turns.starts({ hook, dialect, speaker: speakerOf(hook, dialect) });
      }
    } catch (cause) {
      const error = toToolError(cause, dialect.id);
      if (!(cause instanceof ToolError)) this.#deps.world.failures.unexpected(`a hook of ${dialect.id}`, cause);
      // A failure of Redline must not block the start or end of a turn.
      const isOfTool = hook.phase === 'preToolUse' || hook.phase === 'postToolUse';
      return isOfTool ? dialect.answer.deny(hook, describeError(error)) : dialect.answer.abstain();
    }
  }

  async #turnEnds(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const refusal = await this.#turns.ends({ hook, dialect, speaker: speakerOf(hook, dialect) }, signal);
    if (refusal === undefined) return dialect.answer.abstain();
    // For Watch, the turn continues, too.
    await this.#tellWatch({ ...hook, phase: 'turnStart' }, dialect);
    return refusal;
  }

  async #before(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const call = this.#callOf(hook, dialect, signal);
    const intent = dialect.intentOf(hook);
    if (intent.kind !== 'unknown') await this.#deps.world.rules.admit(call.caller, hook.cwd);
    switch (intent.kind) {
      case 'unknown':
        return dialect.answer.abstain();
      case 'shell': {
        await this.#tellWatch(hook, dialect);
        return dialect.answer.abstain();
      }
      case 'unpredictable':
        return dialect.answer.deny(hook, intent.why);
      case 'read':
      case 'readChanges': {
        if (!this.#deps.asksToRead()) return dialect.answer.abstain();
        const paths = intent.kind === 'read' ? intent.paths : await this.#deps.changedFiles();
        const workspace = this.#deps.world.workspaceFor({ ...call, tool: 'redline_read_file' });
        await requireReadable(paths, intent.kind, hook.cwd, workspace);
        return dialect.answer.abstain();
      }
      case 'changes': {
        const edit = new HookedEdit({ hook, operations: intent.operations, dialect, call });
        const session = sessionOf(hook, dialect);
        // Agents that run tools sequentially have ended the previous one, whether or not its hook has reported it.
        await this.#pendingWrites.settleBeforeNext(session);
        // Calls without a session may be those of several agents.
        const reviews = hook.sessionId === undefined ? undefined : this.#reviews.get(session);
        if (![...(reviews ?? [])].some((review) => review.join(edit))) this.#begin(session, [edit]);
        return this.#answered(edit, session);
      }
    }
  }

  /** The answer to an edit's hook; stores its message for agents that pass messages on only after the tool. */
  async #answered(edit: HookedEdit, session: string): Promise<Output> {
    const output = await edit.answer;
    if (edit.wordsWithAnswer === '' || edit.hooked.dialect.answer.messageAfter === undefined) return output;
    this.#toTell.set(session, [...(this.#toTell.get(session) ?? []), edit.wordsWithAnswer]);
    return output;
  }

  #tellAfter(hook: HookCall, dialect: Dialect): Output {
    const session = sessionOf(hook, dialect);
    const message = this.#toTell.get(session);
    this.#toTell.delete(session);
    const { answer } = dialect;
    return message === undefined || answer.messageAfter === undefined
      ? answer.abstain()
      : answer.messageAfter(hook, message.join('\n'));
  }

  #begin(session: string, edits: readonly [HookedEdit, ...HookedEdit[]]): void {
    const reviews = this.#reviews.get(session) ?? new Set();
    this.#reviews.set(session, reviews);
    const review = new HookedReview(edits, this.#deps, {
      requireWritable: async (edit) => {
        await this.#requireNotHeld(edit);
        await this.#requireFree(session, edit.changes);
      },
      handedOver: (writing) => {
        reviews.delete(review);
        this.#pendingWrites.add(session, writing);
        // Other edits of the session may wait for the same files.
        if (reviews.size > 0) void this.#pendingWrites.settleBeforeNext(session);
      },
      leftOver: (more) => this.#begin(session, more),
    });
    reviews.add(review);
    void review.outcome.finally(() => {
      reviews.delete(review);
      if (reviews.size === 0 && this.#reviews.get(session) === reviews) this.#reviews.delete(session);
    });
  }

  /** Spares the user a review of an edit that the agent's sandbox blocks afterwards. */
  async #requireNotHeld({ changes, hooked, plannedBy }: HookedEdit): Promise<void> {
    const { cwd } = hooked.hook;
    const closed = cwd === undefined ? undefined : await this.#deps.closedTo(agentIdOfHook(hooked.dialect.id), cwd);
    if (closed !== undefined) requireOpen(changes, closed, plannedBy.tool.name);
  }

  /** Refuses to plan on a file that the agent may still write as approved before: the result would differ from what is shown. */
  async #requireFree(session: string, changes: readonly Change[]): Promise<void> {
    const path = await this.#pendingWrites.findUnwritten(session, changes);
    if (path === undefined) return;
    throw new ToolError(
      'STALE',
      `The change of ${path} that the user approved before has not been written yet. Nothing of this call was written. Wait until the other call has ended, read the file again, then repeat this call.`,
    );
  }

  #tellWatch(hook: HookCall, dialect: Dialect): Promise<void> {
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

function speakerOf(hook: HookCall, dialect: Dialect): Speaker {
  return { agent: agentIdOfHook(dialect.id), session: sessionOf(hook, dialect) };
}

function sessionOf({ sessionId = '' }: HookCall, { id }: Dialect): string {
  return `${id}/${sessionId}`;
}
