import type { Change } from '../../../src/core/change/change.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import type { Output } from '../../../src/core/dialects/dialect.ts';
import type { TurnFeedback } from '../../../src/tools/ports/agentPorts.ts';
import type { Call, Decision, ReviewRequest } from '../../../src/tools/ports/ports.ts';
import { AgentHooks } from '../../../src/vscode/endpoint/hooks/agentHooks.ts';
import { ApprovedRetries } from '../../../src/vscode/endpoint/edits/approvedRetries.ts';
import type { HandedOver, HandOverResult } from '../../../src/vscode/apply/handOver.ts';
import { createFileQueue } from '../../../src/vscode/shared/fileQueue.ts';
import type { HeldFolder } from '../../../src/vscode/endpoint/edits/editReviews.ts';
import type { Timeouts } from '../../../src/vscode/endpoint/edits/pendingWrites.ts';
import { MemoryWorld, type Given } from '../../tools/memoryWorld.ts';

/** A call of an agent's tool, from its hook to the end of the tool. */
export interface AgentCall {
  readonly output: Promise<Output>;
  readonly answer: Promise<HookAnswer>;
  /** The hook is killed. */
  kill(): void;
  /** Writes what the hook allows, as the agent's tool does, without the hook after it. */
  write(): Promise<void>;
  /** Tells that the tool has ended. */
  end(): Promise<void>;
}

export interface HookAnswer {
  readonly decision: 'allow' | 'deny';
  readonly reason: string;
  readonly input: unknown;
}

type CallOptions = Readonly<Partial<Record<'session' | 'toolUse' | 'cwd' | 'home', string>>>;

/** Long enough for what the tests write, and never for what they wait for. */
const quick: Timeouts = {
  writeMs: 400,
  assumeEndedMs: 60_000,
  releaseMs: 60_000,
  endMs: 60_000,
  silentPollMs: 10,
  pollMs: 60_000,
  latePollMs: 60_000,
  shareMs: 60_000,
};

type Decide = (request: ReviewRequest) => Decision | Promise<Decision>;

export function approve({ changes }: Pick<ReviewRequest, 'changes'>): Decision {
  return { approved: true, changes, amended: false, excludedPaths: [] };
}

/** A decision that the test makes later. */
export function later(): { readonly decide: () => Promise<Decision>; answer(decision: Decision): void } {
  const { promise, resolve } = Promise.withResolvers<Decision>();
  return { decide: () => promise, answer: resolve };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Three files with the same lines. */
export const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'one\ntwo\nthree\n', 'c.txt': 'one\ntwo\nthree\n' };

/** A window that answers hooks, with its files in memory. */
export class HookWindow {
  readonly memory: MemoryWorld;
  readonly hooks: AgentHooks;
  /** The titles of the reviews that were opened, and what each shows. */
  readonly asked: { readonly title: string; readonly files: Readonly<Record<string, string | undefined>> }[] = [];
  /** The call of each review, of which it gets a copy. */
  readonly roots: (Call | undefined)[] = [];
  /** What the history has, one entry a call. */
  readonly history: string[][] = [];
  readonly different: string[] = [];
  decide: Decide = approve;
  /** What reading a file waits for. */
  reading: Promise<void> = Promise.resolve();
  /** Called with each path that is read. */
  onRead: (path: string) => void = () => undefined;
  /** Of every agent. */
  settings: readonly unknown[] | ToolError = [];
  /** What git says is changed. */
  changed: readonly string[] = [];
  watch: () => Promise<undefined> = () => Promise.resolve(undefined);
  /** What the editor writes into a file without a line break. */
  newEol: '\n' | '\r\n' = '\n';
  /** Where the agents' own sandbox lets them write nothing. */
  closed: HeldFolder | undefined;

  /** @param feedback what agents are told of the person's reverts */
  constructor(files: Readonly<Record<string, Given>>, waits: Partial<Timeouts> = {}, feedback?: TurnFeedback) {
    this.memory = new MemoryWorld(files);
    const world = this.memory.world();
    this.hooks = new AgentHooks({
      watch: () => this.watch(),
      world: {
        ...world,
        workspaceFor: (call, trail) => {
          const workspace = world.workspaceFor(call);
          const read: typeof workspace.read = async (at) => {
            await this.reading;
            if (workspace.isSecret(at)) trail?.recordRead(at.path, 'ask');
            this.onRead(at.path);
            return workspace.read(at);
          };
          return { ...workspace, read };
        },
        queue: createFileQueue(),
        review: { ask: (request, call) => this.#ask(request, call) },
        ...(feedback === undefined ? {} : { feedback: () => Promise.resolve(feedback) }),
      },
      applier: { handOver: async (changes) => this.#handOver(changes) },
      approvedRetries: new ApprovedRetries(),
      findHeldFolder: (agent, cwd) => Promise.resolve(agent === 'codex' && cwd === '/ws' ? this.closed : undefined),
      wrapApplier: (applier) => applier,
      warnDifferent: (_title, paths) => void this.different.push(...paths),
      isUnsaved: () => false,
      isNotebook: (uri) => uri.endsWith('.sqlbook'),
      newEolOf: () => this.newEol,
      countHardLinks: (real) => Promise.resolve(real.endsWith('/linked.txt') ? 2 : 1),
      isReadReviewed: () => true,
      readSettingsFiles: async () => {
        if (this.settings instanceof ToolError) throw this.settings;
        return this.settings;
      },
      listChangedFiles: () => Promise.resolve(this.changed),
      timeouts: { ...quick, ...waits },
    });
  }

  /** Calls a tool of an agent, all paths below `/ws`, in this folder if none is named. */
  call(
    agent: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    { session = 's', toolUse = String(Math.random()), cwd = '/ws', home }: CallOptions = {},
  ): AgentCall {
    const stdin = (event: string) => ({
      hook_event_name: event,
      ...(session === '' ? {} : { session_id: session }),
      tool_name: tool,
      tool_input: input,
      tool_use_id: toolUse,
      cwd,
    });
    const killed = new AbortController();
    const output = this.hooks.answer(agent, stdin('PreToolUse'), killed.signal, home);
    const answer = output.then(({ stdout }): HookAnswer => {
      const said = stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput;
      const reason = said.permissionDecisionReason ?? said.additionalContext ?? '';
      // Codex is allowed by no opinion.
      return { decision: said.permissionDecision ?? 'allow', reason, input: said.updatedInput ?? input };
    });
    answer.catch(() => undefined);
    return {
      output,
      answer,
      kill: () => killed.abort(),
      write: async () => {
        const { decision, input: allowed } = await answer;
        if (decision === 'allow') this.#write(agent, tool, allowed);
      },
      end: async () => void (await this.hooks.answer(agent, stdin('PostToolUse'), new AbortController().signal)),
    };
  }

  edit(file: string, oldText: string, newText: string, as?: { session?: string; toolUse?: string }): AgentCall {
    return this.call('claude', 'Edit', { file_path: `/ws/${file}`, old_string: oldText, new_string: newText }, as);
  }

  async stop(session = 's', event: 'Stop' | 'SubagentStop' = 'Stop'): Promise<void> {
    const stdin = { hook_event_name: event, session_id: session };
    await this.hooks.answer('claude', stdin, new AbortController().signal);
  }

  async #ask(request: ReviewRequest, { signal, root }: Call): Promise<Decision> {
    const files = request.changes.flatMap((change) =>
      change.kind === 'createDirectory' ? [] : [[change.at.path, textAfter(change)] as const],
    );
    this.roots.push(root);
    this.asked.push({ title: inEnglish(request.title), files: Object.fromEntries(files) });
    const stopped = new Promise<Decision>((resolve) =>
      signal.addEventListener('abort', () => resolve({ approved: false, surface: 'stop' })),
    );
    return Promise.race([this.decide(request), stopped]);
  }

  #handOver(changes: readonly Change[]): HandedOver {
    const isAfter = (change: Change): boolean => this.memory.text(change.at.path) === textAfter(change);
    const files = changes.filter(({ kind }) => kind !== 'createDirectory');
    const before = new Map(files.map(({ at }) => [at.path, this.memory.text(at.path)]));
    return {
      areAllWritten: async () => files.every(isAfter),
      isChangeWritten: async (change) => isAfter(change),
      compareAndFinish: async (): Promise<HandOverResult> => {
        const written = files.filter(({ at }) => this.memory.text(at.path) !== before.get(at.path));
        if (written.length > 0) this.history.push(written.map(({ at }) => at.path));
        const made = written.map(async (change): Promise<Change> => {
          const text = this.memory.text(change.at.path);
          if (change.kind !== 'update' || text === undefined || isAfter(change)) return change;
          return { ...change, after: await this.memory.encode(text) };
        });
        return {
          writtenChanges: await Promise.all(made),
          differentChanges: written.filter((change) => !isAfter(change)),
        };
      },
    };
  }

  /** Writes as the agent's tool does, by what its dialect says of it. */
  #write(agent: string, tool: string, input: unknown): void {
    const dialect = dialects.get(agent);
    const intent = dialect?.intentOf({ phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/ws' });
    if (dialect === undefined || intent?.kind !== 'changes') throw new Error(`${tool} changes nothing.`);
    const read = (path: string): string | undefined => this.memory.text(relative(path));
    const write = (path: string, text: string | undefined): void => {
      if (text === undefined) this.memory.files.delete(relative(path));
      else this.memory.put(relative(path), text);
    };
    for (const operation of intent.operations) {
      const result = operation.kind === 'patch' ? dialect.predictPatch(operation.text, read) : undefined;
      if (result !== undefined) {
        if ('reason' in result) throw new Error(result.reason);
        for (const { path, after } of result.files) write(path, after);
      } else {
        if (!('path' in operation)) throw new Error(`${operation.kind} has no path.`);
        const { path } = operation;
        const after = dialect.predictEdit(operation, read(path));
        if (after !== undefined) write(path, after);
      }
    }
  }
}

function relative(path: string): string {
  return path.replace(/^\/ws\//, '');
}

function textAfter(change: Change): string | undefined {
  if (!('after' in change) || change.after.kind !== 'text') return undefined;
  return (change.after.encoding === 'utf8bom' ? '\ufeff' : '') + change.after.text;
}
