// Defines the result of `redline doctor`, which `--json` prints as it is: others rely on the names of the fields.
import type { HookFacts } from '../../core/dialects/hookFacts.ts';
import type { HookTrust } from '../agents/agentProgram.ts';
import type { HoldHealth } from '../hold/hold.ts';
import type { ProbeResult } from './probeHook.ts';

/** Whether an agent is installed, and whether its edits are reviewed. */
export interface AgentHealth {
  readonly id: string;
  readonly name: string;
  /** Whether its program is on the path; undefined for the editor itself. */
  readonly isInstalled: boolean | undefined;
  /** As its program reports it; undefined if there is no program, if it reports none, and with `--quick`. */
  readonly version: string | undefined;
  /** The version with which Redline was tried last. */
  readonly triedVersion: string;
  /** The settings files that start Redline's hook, absolute. */
  readonly hookedBy: readonly string[];
  /** The settings files that start Redline's tools over MCP, absolute. */
  readonly servedBy: readonly string[];
  /** Settings files that name the hook, but are not valid JSON or TOML, absolute: the agent does not run it. */
  readonly invalid: readonly string[];
  /** Why the hook, Redline's tools or Hold do not work although Redline wrote their settings: clauses for the user. */
  readonly faults: readonly string[];
  /** Whether Codex trusts the hook, else it skips it; undefined for other agents, and if it was not asked. */
  readonly trust: HookTrust | undefined;
  /** The hook's answer to a probe (`probe.ts`); undefined if none was sent. */
  readonly probe: ProbeResult | undefined;
  /** Absent for an agent for which Hold is not available. */
  readonly hold?: HoldHealth;
  /** Why Hold is not available, as a clause; absent if it is. */
  readonly holdRefusal?: string;
  /** What becomes of an edit if the hook crashes. Absent, like all below, for an agent whose hook is not supported. */
  readonly onCrash?: HookFacts['onCrash'] | undefined;
  readonly onTimeout?: HookFacts['onTimeout'] | undefined;
  /** The agent's time limit for a hook without one in its settings, in seconds. */
  readonly defaultTimeout?: number | undefined;
  /** Absent also for an agent that does not ask again about approved edits. */
  readonly ownQuestion?: HookFacts['ownQuestion'] | undefined;
}

/** Whether agents' own edits in a folder are reviewed. */
export interface Health {
  /** Whether a window of this machine has the folder and answers. */
  readonly hasWindow: boolean;
  /** Whether the gate is switched off in the folder. */
  readonly isOff: boolean;
  /** The answer of hooks if no window has the folder: none, so that the agent decides, or a denial. */
  readonly whenAway: 'agent' | 'deny';
  readonly agents: readonly AgentHealth[];
  /** Whether a window answers, the gate is on, and the edits of every agent with a hook are reviewed. */
  readonly isWell: boolean;
}
