import type { Output } from '../../../src/core/dialects/dialect.ts';
import type { AgentAnswer, AgentWindow } from '../../../src/tools/ports/agentPorts.ts';
import type { Caller } from '../../../src/tools/ports/caller.ts';

/** A call as it reached the window. */
export interface SeenCall {
  readonly tool: string;
  readonly input: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly answer: (answer: AgentAnswer) => void;
}

/** A window whose calls the test answers itself; `onCall` hears of each. */
export class ScriptedWindow implements AgentWindow {
  readonly calls: SeenCall[] = [];
  readonly failures: unknown[] = [];
  /** What the history knows, by call. */
  readonly outcomes = new Map<string, string>();
  onCall: (call: SeenCall) => void = ({ answer }) => answer({ text: 'Done.', result: { done: true }, images: [] });

  onHook: (hook: { agent: string; input: unknown; signal: AbortSignal; home: string | undefined }) => Promise<Output> =
    async () => ({
      stdout: '',
      exitCode: 0,
    });

  call(tool: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<AgentAnswer> {
    return new Promise((resolve) => {
      const call = { tool, input, caller, signal, answer: resolve };
      this.calls.push(call);
      signal.addEventListener('abort', () => resolve({ text: '[REJECTED] The call was stopped.', images: [] }));
      this.onCall(call);
    });
  }

  async hook(agent: string, input: unknown, signal: AbortSignal, home?: string): Promise<Output> {
    return this.onHook({ agent, input, signal, home });
  }

  /** The agents that have gone, as the window was told. */
  readonly gone: Parameters<AgentWindow['onAgentLeft']>[0][] = [];

  onAgentLeft(agentSession: Parameters<AgentWindow['onAgentLeft']>[0]): void {
    this.gone.push(agentSession);
  }

  async outcomeOf(callId: string): Promise<string | undefined> {
    return this.outcomes.get(callId);
  }

  /** The folders in which the gate is off, as the window was told. */
  off: readonly string[] | undefined;

  gateOff(folders: readonly string[]): void {
    this.off = folders;
  }

  onFailure(_step: string, cause: unknown): void {
    this.failures.push(cause);
  }
}
