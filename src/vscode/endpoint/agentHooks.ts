import type { Change } from '../../core/change/change.ts';
import type { Dialect, HookCall, Output } from '../../core/dialects/dialect.ts';
import { dialects } from '../../core/dialects/dialects.ts';
import { agentOfHook } from '../../core/endpoint/agents.ts';
import { probeAnswer, probeSession } from '../../core/endpoint/probe.ts';
import { protectedFiles } from '../../core/rules/protected.ts';
import { describeError, ToolError, toToolError } from '../../core/wording/errors.ts';
import { absolutePath } from '../../tools/hooks/toolForOperations.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { AgentWitness } from '../../tools/ports/watchPort.ts';
import { HookedEdit } from './hookedEdit.ts';
import { HookedReview, type HookedReviewParts } from './hookedReview.ts';
import { tellWatch } from './tellWatch.ts';
import { Writings, type Waits } from './writings.ts';

export interface HookParts extends HookedReviewParts {
  /** Whether the person is asked before an agent's own tool reads what Redline's tools would ask about. */
  readonly asksToRead: () => boolean;
  readonly waits?: Waits;
  /** Starts Watch, if it has not started; undefined where it is off. */
  readonly watch: () => Promise<AgentWitness | undefined>;
}

/** Answers the hooks that agents run around their own tools. */
export class AgentHooks {
  readonly #parts: HookParts;
  /** Reviews that are not answered yet, by session. */
  readonly #reviews = new Map<string, Set<HookedReview>>();
  readonly #writings: Writings;

  constructor(parts: HookParts) {
    this.#parts = parts;
    this.#writings = new Writings(parts.waits);
  }

  /**
   * Answers one hook. Never rejects.
   * @param agent the agent's id.
   * @param input what the agent wrote to the hook, parsed.
   * @param signal aborted when the agent's hook has ended without an answer.
   */
  async answer(agent: string, input: unknown, signal: AbortSignal): Promise<Output> {
    const dialect = dialects.get(agent);
    const hook = dialect?.readCall(input);
    if (dialect === undefined || hook === undefined) return { stdout: '', exitCode: 0 };
    // Denied at once, so that nothing can be written by what says that it is a probe.
    if (hook.session === probeSession) return dialect.answer.deny(hook, probeAnswer);
    try {
      switch (hook.phase) {
        case 'before':
          return await this.#before(hook, dialect, signal);
        case 'after':
          await this.#writings.toolEnded(sessionOf(hook, dialect), hook);
          await this.#tellWatch(hook, dialect);
          return dialect.answer.none();
        case 'stop':
          await this.#writings.endAll(sessionOf(hook, dialect));
          await this.#tellWatch(hook, dialect);
          return dialect.answer.none();
        case 'start':
        case 'turn':
          await this.#tellWatch(hook, dialect);
          return dialect.answer.none();
      }
    } catch (cause) {
      const error = toToolError(cause, dialect.id);
      if (!(cause instanceof ToolError)) this.#parts.world.failures.unexpected(`a hook of ${dialect.id}`, cause);
      return dialect.answer.deny(hook, describeError(error));
    }
  }

  async #before(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const call = this.#callOf(hook, dialect, signal);
    const intent = dialect.intentOf(hook);
    if (intent.kind !== 'unknown') await this.#parts.world.rules.admit(call.caller, hook.cwd);
    switch (intent.kind) {
      case 'unknown':
        return dialect.answer.none();
      case 'shell': {
        await this.#tellWatch(hook, dialect);
        return dialect.answer.none();
      }
      case 'unseeable':
        return dialect.answer.deny(hook, intent.why);
      case 'read':
        if (!this.#parts.asksToRead()) return dialect.answer.none();
        return this.#read(intent.paths, hook, dialect, call);
      case 'changes': {
        const edit = new HookedEdit({ hook, operations: intent.operations, dialect, call });
        const session = sessionOf(hook, dialect);
        // Agents that run one tool after the other have ended the one before, whether or not its hook has said so.
        await this.#writings.free(session);
        // Calls without a session may be those of several agents.
        const reviews = hook.session === undefined ? undefined : this.#reviews.get(session);
        if (![...(reviews ?? [])].some((review) => review.join(edit))) this.#begin(session, [edit]);
        return edit.answer;
      }
    }
  }

  #begin(session: string, edits: readonly [HookedEdit, ...HookedEdit[]]): void {
    const reviews = this.#reviews.get(session) ?? new Set();
    this.#reviews.set(session, reviews);
    const review = new HookedReview(edits, this.#parts, {
      requireFree: (changes) => this.#requireFree(session, changes),
      handedOver: (writing) => {
        reviews.delete(review);
        this.#writings.add(session, writing);
        // Others of the session may wait for the same files.
        if (reviews.size > 0) void this.#writings.free(session);
      },
      leftOver: (more) => this.#begin(session, more),
    });
    reviews.add(review);
    void review.outcome.finally(() => {
      reviews.delete(review);
      if (reviews.size === 0 && this.#reviews.get(session) === reviews) this.#reviews.delete(session);
    });
  }

  /** Refuses to plan on a file that the agent may still write as approved before: what is shown would not come out. */
  async #requireFree(session: string, changes: readonly Change[]): Promise<void> {
    const path = await this.#writings.unwritten(session, changes);
    if (path === undefined) return;
    throw new ToolError(
      'STALE',
      `The change of ${path} that the user approved before has not been written yet. Nothing of this call was written. Wait until the other call has ended, read the file again, then repeat this call.`,
    );
  }

  /** A secret is not read past the person: they are asked as they are when Redline reads it. */
  async #read(paths: readonly string[], hook: HookCall, dialect: Dialect, call: Omit<Call, 'tool'>): Promise<Output> {
    const reading: Call = { ...call, tool: 'redline_read_file' };
    const workspace = this.#parts.world.workspaceFor(reading);
    for (const path of paths) {
      const at = await workspace.locate(absolutePath(path, hook.cwd)).catch((cause: unknown) => {
        if (cause instanceof ToolError && cause.code === 'PERMISSION_DENIED') throw cause;
        // What else is outside of the workspace, or is no path at all, is the agent's own affair.
        if (protectedFiles().reading([path]) !== undefined) throw secretOutside(path);
        return undefined;
      });
      if (at === undefined || !workspace.asksToRead(at)) continue;
      // A search tells of a folder which files have the text; only the agent knows which ones it opens.
      if (isFile(await workspace.stat(at))) await workspace.read(at);
    }
    return dialect.answer.none();
  }

  #tellWatch(hook: HookCall, dialect: Dialect): Promise<void> {
    const speaker = { agent: agentOfHook(dialect.id), session: sessionOf(hook, dialect) };
    return tellWatch(this.#parts.watch, hook, dialect, speaker);
  }

  #callOf(hook: HookCall, dialect: Dialect, signal: AbortSignal): Omit<Call, 'tool'> {
    const caller: Caller = {
      agent: agentOfHook(dialect.id),
      session: sessionOf(hook, dialect),
      ...(hook.turn === undefined ? {} : { turn: hook.turn }),
      ...(hook.toolUse === undefined ? {} : { toolUse: hook.toolUse }),
      via: 'hook',
    };
    return { caller, token: undefined, signal };
  }
}

function sessionOf({ session = '' }: HookCall, { id }: Dialect): string {
  return `${id}/${session}`;
}

function isFile(stat: FileStat | undefined): boolean {
  return stat !== undefined && (stat.targetType ?? stat.type) === 'file';
}

function secretOutside(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${path} is outside of the workspace and may contain secrets, so it was not read. Continue without it. To be asked about such files, the user sets redline.externalPaths to "ask".`,
  );
}
