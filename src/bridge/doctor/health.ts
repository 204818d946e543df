// Defines the result of `redline doctor`, which `--json` prints as it is: others rely on the names of the fields. Formats
// it for the terminal, with what to do about each fault.
import type { HookFacts } from '../../core/dialects/hookFacts.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { HookTrust } from '../agents/agentProgram.ts';
import type { HoldHealth } from '../hold/hold.ts';
import type { ProbeResult } from './probeHook.ts';

/** Whether an agent is installed, and whether its edits are reviewed. */
export interface AgentHealth {
  readonly id: string;
  readonly name: string;
  /** Whether the agent's program is on the path; undefined for the editor itself. */
  readonly isInstalled: boolean | undefined;
  /**
   * The version that the agent's program reports; undefined if there is no program, if it reports none, and with
   * `--quick`.
   */
  readonly version: string | undefined;
  /** The version with which Redline was tried last. */
  readonly triedVersion: string;
  /** The settings files that start Redline's hook, absolute. */
  readonly hookedBy: readonly string[];
  /** The settings files that start Redline's tools over MCP, absolute. */
  readonly servedBy: readonly string[];
  /** Settings files that name the hook, but are not valid JSON or TOML, absolute: the agent does not run it. */
  readonly invalid: readonly string[];
  /**
   * Reasons why the hook, Redline's tools or Hold do not work although Redline wrote their settings: clauses for the
   * user.
   */
  readonly faults: readonly string[];
  /** Whether Codex trusts the hook; if not, Codex skips it. Undefined for other agents, and if Codex was not asked. */
  readonly trust: HookTrust | undefined;
  /** The hook's answer to a probe (`probe.ts`); undefined if none was sent. */
  readonly probe: ProbeResult | undefined;
  /** Absent for an agent for which Hold is not available. */
  readonly hold?: HoldHealth;
  /** Reason why Hold is not available, as a clause; absent if it is. */
  readonly holdRefusal?: string;
  /** The fate of an edit if the hook crashes. Undefined, like all below, for an agent whose hook is not supported. */
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

/** Formats the result: a line about the window, one about the gate if it is off, then one for each agent. */
export function formatHealth({ hasWindow, isOff, whenAway, agents }: Health): string {
  const awayText = whenAway === 'deny' ? 'Edits are refused.' : "The agents' own permissions decide.";
  return [
    hasWindow
      ? 'A VS Code window with Redline has this folder open.'
      : `No VS Code window with Redline has this folder open. ${awayText}`,
    ...(isOff ? ['The gate is switched off here. Run `redline on` to have edits reviewed.'] : []),
    ...agents.map(formatAgent),
  ].join('\n');
}

function formatAgent(agent: AgentHealth): string {
  const { name, invalid, faults, onCrash, onTimeout, defaultTimeout, ownQuestion } = agent;
  const clauses = [
    formatInstallation(agent),
    formatHook(agent),
    invalid.length > 0 && `cannot read ${invalid.join(', ')}, which is not valid: correct it`,
    ...faults,
    formatTrust(agent),
    formatProbe(agent),
    formatHold(agent),
    hasHookSupport(agent) && `if the hook crashes, the edit is ${onCrash}, and if it takes too long, ${onTimeout}`,
    hasHookSupport(agent) && `a hook has ${defaultTimeout} s unless its settings say otherwise`,
    ownQuestion && `asks again about what you approved unless "${ownQuestion.setting}" is ${ownQuestion.value}`,
  ];
  return escapeForDisplay(`${name}: ${clauses.filter(Boolean).join('; ')}`);
}

/** Whether Redline has a hook for the agent. */
function hasHookSupport({ onCrash }: AgentHealth): boolean {
  return onCrash !== undefined;
}

function formatInstallation({ isInstalled, version, triedVersion }: AgentHealth): string {
  if (isInstalled === undefined) return '';
  if (!isInstalled) return 'not found on the path';
  if (version === undefined) return 'installed';
  const triedNote = version === triedVersion ? '' : ` (Redline was tried with ${triedVersion})`;
  return `installed ${version}${triedNote}`;
}

function formatHook(agent: AgentHealth): string {
  const { hookedBy, servedBy } = agent;
  if (hookedBy.length > 0) return `hook in ${hookedBy.join(', ')}`;
  if (hasHookSupport(agent)) return "does not have Redline's hook: its own edits are not reviewed";
  const tools = servedBy.length === 0 ? '' : `has Redline's tools from ${servedBy.join(', ')}; `;
  return `${tools}Redline has no hook for it: edits by its own tools are not reviewed`;
}

function formatTrust({ trust, faults }: AgentHealth): string {
  switch (trust) {
    case 'untrusted':
    case 'modified':
      return 'it skips the hook until you trust it: start it here, and choose the hook in /hooks';
    case 'trusted':
    case 'managed':
      return 'it trusts the hook';
    case 'missing':
      // A fault already names the reason.
      return faults.length > 0
        ? "it does not list Redline's hook"
        : "it does not list Redline's hook: start it here, and trust the folder";
    case 'unknown':
      return 'whether it trusts the hook is not known';
    case undefined:
      return '';
  }
}

function formatHold({ hold, holdRefusal }: AgentHealth): string {
  switch (hold?.state) {
    case 'on': {
      const exceptions = hold.writable.length === 0 ? '' : `, except in ${hold.writable.join(', ')}`;
      return `Hold is on: its shell and its own tools write nothing here${exceptions}`;
    }
    case 'set':
      return `Hold is set, but was not tried${hold.words === '' ? '' : `: ${hold.words}`}`;
    case 'broken':
      return `Hold is not on, although it is set: ${hold.words}`;
    case 'off':
      // Needs are whole sentences; without the last full stop, the "; " of the next clause can follow.
      return ['Hold is off', ...hold.needs].join('. ').replace(/\.$/, '');
    case undefined:
      return `it cannot be held: ${holdRefusal}`;
  }
}

function formatProbe({ probe }: AgentHealth): string {
  switch (probe?.outcome) {
    case 'asked':
      return `asked in ${probe.milliseconds} ms`;
    case 'open':
      return 'the hook has no opinion here, so its own permissions decide';
    case 'refused':
      return `the hook refuses its edits unasked: ${probe.words}`;
    case 'failed':
      return `the hook fails: ${probe.words}`;
    case undefined:
      return '';
  }
}
