// What `redline doctor` finds.
import type { HookFacts } from '../core/dialects/hookFacts.ts';
import type { HookTrust } from './agentProgram.ts';
import type { HoldHealth } from './hold.ts';
import type { ProbeResult } from './probeHook.ts';

/** Whether an agent is installed, and whether its edits are reviewed. */
export interface AgentHealth {
  readonly id: string;
  readonly name: string;
  /** Whether its program is on the path; undefined for the editor itself. */
  readonly isInstalled: boolean | undefined;
  /** What its program says; undefined if it is not there or says none. */
  readonly version: string | undefined;
  /** The version with which Redline was tried last. */
  readonly triedVersion: string;
  /** The settings files that start Redline's hook, absolute. */
  readonly hookedBy: readonly string[];
  /** The settings files that start Redline's tools over MCP, absolute. */
  readonly servedBy: readonly string[];
  /** Settings files that name the hook, but are no valid JSON or TOML, absolute: the agent does not run it. */
  readonly invalid: readonly string[];
  /** What keeps the hook, or Redline's tools, from working although they were connected: clauses for the person. */
  readonly faults: readonly string[];
  /** Whether the agent runs the hook; only Codex, which skips a hook that is not trusted, can say. */
  readonly trust: HookTrust | undefined;
  /** How the hook answered a dry edit; undefined without one. */
  readonly probe: ProbeResult | undefined;
  /** Absent for an agent that cannot be held. */
  readonly hold?: HoldHealth;
  /** Why it cannot be held, as a clause; absent if it can. */
  readonly holdRefusal?: string;
  /** Absent for an agent without a hook that Redline supports, like what follows. */
  readonly onCrash?: HookFacts['onCrash'] | undefined;
  readonly onTimeout?: HookFacts['onTimeout'] | undefined;
  readonly defaultTimeout?: number | undefined;
  readonly ownQuestion?: HookFacts['ownQuestion'] | undefined;
}

export interface Health {
  /** Whether a window of this machine has the folder and answers. */
  readonly hasWindow: boolean;
  /** Whether the gate is switched off in the folder. */
  readonly isOff: boolean;
  /** What hooks answer without a window. */
  readonly whenAway: 'agent' | 'deny';
  readonly agents: readonly AgentHealth[];
  /** Whether the window answers, the gate is on, and every agent that has a hook runs it and would be asked about. */
  readonly isWell: boolean;
}
