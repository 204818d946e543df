import type { Dialect, HookCall, Output } from '../../core/dialects/dialect.ts';
import { dialects } from '../../core/dialects/dialects.ts';
import { agentOfHook } from '../../core/endpoint/agents.ts';
import { formatError, ToolError, toToolError } from '../../core/wording/errors.ts';
import { absolutePath } from '../../tools/hooks/toolForOperations.ts';
import type { Outcome } from '../../tools/pipeline/run.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Call } from '../../tools/ports/ports.ts';
import { HookedChange, type HookedChangeParts } from './hookedChange.ts';

/**
 * How long a change that was handed over is waited for once its tool has ended, in milliseconds: VS Code's own tools say that they
 * are done before a new file is on disk.
 */
const writeTimeout = 5000;
const writeInterval = 50;
/** How long other calls wait for the files of a change that was handed over, in milliseconds; an agent may have been killed. */
const handOverTimeout = 120_000;

export interface HookParts extends HookedChangeParts {
  /** Whether the person is asked before an agent's own tool reads what Redline's tools would ask about. */
  readonly asksToRead: () => boolean;
}

interface Known {
  readonly change: HookedChange;
  readonly session: string;
  readonly toolUse: string | undefined;
}

/** Answers the hooks that agents run around their own tools. */
export class AgentHooks {
  readonly #parts: HookParts;
  /** Changes whose hook was called before the tool, and not yet after it. */
  readonly #known = new Set<Known>();

  constructor(parts: HookParts) {
    this.#parts = parts;
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
    try {
      switch (hook.phase) {
        case 'before':
          return await this.#before(hook, dialect, signal);
        case 'after':
        case 'stop':
          return await this.#after(hook, dialect);
        case 'start':
        case 'turn':
          return dialect.answer.none();
      }
    } catch (cause) {
      const error = toToolError(cause, dialect.id);
      if (!(cause instanceof ToolError)) this.#parts.world.failures.unexpected(`a hook of ${dialect.id}`, cause);
      return dialect.answer.deny(hook, formatError(error));
    }
  }

  async #before(hook: HookCall, dialect: Dialect, signal: AbortSignal): Promise<Output> {
    const call = this.#callOf(hook, dialect, signal);
    const intent = dialect.intentOf(hook);
    if (intent.kind !== 'unknown') await this.#parts.world.rules.admit(call.caller, hook.cwd);
    switch (intent.kind) {
      case 'unknown':
      case 'shell':
        return dialect.answer.none();
      case 'unseeable':
        return dialect.answer.deny(hook, intent.why);
      case 'read':
        if (!this.#parts.asksToRead()) return dialect.answer.none();
        return this.#read(intent.paths, hook, dialect, call);
      case 'changes': {
        await this.#settleEarlier(sessionOf(hook, dialect));
        const change = new HookedChange({ hook, operations: intent.operations, dialect, call }, this.#parts);
        const known = { change, session: sessionOf(hook, dialect), toolUse: hook.toolUse };
        this.#known.add(known);
        const output = await change.answer;
        if (change.isHandedOver) setTimeout(() => void this.#settle(known), handOverTimeout).unref();
        else this.#known.delete(known);
        return output;
      }
    }
  }

  /** A secret is not read past the person: they are asked as they are when Redline reads it. */
  async #read(paths: readonly string[], hook: HookCall, dialect: Dialect, call: Omit<Call, 'tool'>): Promise<Output> {
    const reading: Call = { ...call, tool: 'redline_read_file' };
    const workspace = this.#parts.world.workspaceFor(reading);
    for (const path of paths) {
      const at = await workspace.locate(absolutePath(path, hook.cwd)).catch((cause: unknown) => {
        // What is outside of the workspace, and is no path at all, is the agent's own affair.
        if (cause instanceof ToolError && cause.code === 'PERMISSION_DENIED') throw cause;
        return undefined;
      });
      if (at !== undefined && workspace.asksToRead(at)) await workspace.read(at);
    }
    return dialect.answer.none();
  }

  /** The tool has ended, or the turn: what was handed over is compared with the files. */
  async #after(hook: HookCall, dialect: Dialect): Promise<Output> {
    const session = sessionOf(hook, dialect);
    const isMeant = (known: Known): boolean =>
      known.session === session && (hook.phase === 'stop' || known.toolUse === hook.toolUse);
    for (const known of [...this.#known].filter((each) => each.change.isHandedOver && isMeant(each))) {
      await this.#settle(known);
    }
    return dialect.answer.none();
  }

  /** Agents run one tool after the other, so an earlier one has ended, whether or not its hook has said so. */
  async #settleEarlier(session: string): Promise<void> {
    for (const known of [...this.#known].filter((each) => each.session === session && each.change.isHandedOver)) {
      await this.#settle(known);
    }
  }

  async #settle(known: Known): Promise<Outcome> {
    this.#known.delete(known);
    const end = Date.now() + writeTimeout;
    while (!(await known.change.isWritten()) && Date.now() < end) await delay(writeInterval);
    return known.change.settle();
  }

  #callOf(hook: HookCall, dialect: Dialect, signal: AbortSignal): Omit<Call, 'tool'> {
    const caller: Caller = {
      agent: agentOfHook(dialect.id),
      session: sessionOf(hook, dialect),
      ...(hook.toolUse === undefined ? {} : { toolUse: hook.toolUse }),
      via: 'hook',
    };
    return { caller, token: undefined, signal };
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function sessionOf({ session = '' }: HookCall, { id }: Dialect): string {
  return `${id}/${session}`;
}
