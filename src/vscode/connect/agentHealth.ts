// Runs the doctor, which tests the agents' hooks and Hold (their sandbox over a folder), and formats its results.

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { supportsHook } from '../../core/connect/agentSettings.ts';
import { isAtHookLocation } from '../../core/connect/hookLocations.ts';
import { hookFacts } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { notify } from '../messages/notify.ts';
import { translate } from '../shared/translate.ts';
import { missingHookWarning } from './untestedAgents.ts';

// Schemas of the doctor's output. The fields are documented at `AgentHealth` (`src/bridge/doctor/health.ts`) and
// `HoldHealth` (`src/bridge/hold/hold.ts`).

const holdSchema = z.looseObject({
  state: z.enum(['off', 'set', 'on', 'broken']),
  words: z.string(),
  folder: z.optional(z.string()),
  writable: z.array(z.string()),
  decidedBy: z.array(z.string()),
  needs: z.array(z.string()),
});
const agentSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  isInstalled: z.optional(z.boolean()),
  hookedBy: z.array(z.string()),
  invalid: z.array(z.string()),
  // Absent from the doctor of an older version, which another window may have installed.
  faults: z.optional(z.array(z.string())),
  servedBy: z.optional(z.array(z.string())),
  /**
   * Trust of Codex in the hook: `untrusted`, `modified` or `missing` if Codex does not run it. Other agents have none.
   */
  trust: z.optional(z.string()),
  hold: z.optional(holdSchema),
  /** The test of the hook: `asked` if it asked Redline, `open` if the edit would pass without a review. */
  probe: z.optional(z.looseObject({ outcome: z.string(), milliseconds: z.number(), words: z.string() })),
});
const outputSchema = z.looseObject({ agents: z.array(agentSchema) });

/** The health of one connected agent, as a line for the user. */
export interface AgentLine {
  readonly id: string;
  readonly text: string;
  /** Whether the agent's edits are reviewed, and Hold, if it is set, was not found broken. */
  readonly isWell: boolean;
}

/** The doctor's result for an agent in one folder. */
export type AgentHealth = z.infer<typeof agentSchema>;

/**
 * `quick` skips the checks that start the agents' programs, which take seconds: version, trust and the test of Hold.
 */
export type DoctorChecks = 'quick' | 'all';

/**
 * Tests the hooks and Hold of all agents in a folder. Returns none in an untrusted workspace, whose settings may start
 * any program. Rejects if the doctor fails, or its output is not as expected.
 */
export async function askDoctor(machine: AgentMachine, folder: string, checks: DoctorChecks): Promise<AgentHealth[]> {
  if (!vscode.workspace.isTrusted) return [];
  return outputSchema.parse(JSON.parse(await machine.doctor(folder, checks === 'quick'))).agents;
}

/** Notifies the user that no agent is tested in an untrusted workspace. */
export function notifyUntrusted(): void {
  void notify(
    'Warning',
    vscode.l10n.t('Redline: trust this workspace first. Trying agents may run programs that its settings name.'),
  );
}

/** Formats the results of the connected agents; leaves out the others. @param home absolute path of the user's home */
export function formatHealths(agents: readonly AgentHealth[], home: string): AgentLine[] {
  return agents.filter(isConnected).map((health) => appendHoldState(formatHealth(health, home), health));
}

/** Whether Redline is in the agent's settings. Its MCP server alone (`servedBy`) counts only for agents without hooks. */
function isConnected({ id, hookedBy, servedBy = [], invalid, faults = [] }: AgentHealth): boolean {
  if (!supportsHook(id) && servedBy.length > 0) return true;
  return hookedBy.length > 0 || invalid.length > 0 || faults.length > 0;
}

/**
 * The setting by which VS Code skips the hooks in all these files; undefined if it runs them. Looked up here, since the
 * doctor cannot read VS Code's settings.
 */
function settingThatSkipsHooks(files: readonly string[], home: string): string | undefined {
  const settings = vscode.workspace.getConfiguration('chat');
  if (settings.get<boolean>('useHooks') === false) return 'chat.useHooks';
  const locations = Object.entries(settings.get<Record<string, boolean>>('hookFilesLocations') ?? {});
  const vscodeFacts = hookFacts.find(({ id }) => id === 'vscode') ?? { home: [], workspace: [] };
  const isSkipped = (file: string): boolean =>
    locations.some(([location, isOn]) => !isOn && isAtHookLocation(file, location, home, vscodeFacts));
  return files.length > 0 && files.every(isSkipped) ? 'chat.hookFilesLocations' : undefined;
}

/** The local time, for a state of Hold that may have changed since. */
function timeNow(): string {
  return new Date().toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
}

/** Appends the state of Hold to an agent's line. */
function appendHoldState(line: AgentLine, { hold }: AgentHealth): AgentLine {
  switch (hold?.state) {
    case 'on':
      return { ...line, text: vscode.l10n.t('{0}, Hold was on at {1}', line.text, timeNow()) };
    case 'set':
      return { ...line, text: vscode.l10n.t('{0}, Hold is set', line.text) };
    case 'broken':
      return { ...line, text: vscode.l10n.t('{0}, Hold is NOT on: {1}', line.text, hold.words), isWell: false };
    case 'off':
    case undefined:
      return line;
  }
}

/** Formats whether the agent's edits are reviewed, without the state of Hold. */
function formatHealth(health: AgentHealth, home: string): AgentLine {
  const { id, name, probe } = health;
  const problem = problemOf(health, home);
  const text = problem ?? vscode.l10n.t('{0}: asked in {1} ms', name, probe?.milliseconds ?? 0);
  return { id, text, isWell: problem === undefined };
}

/** The first problem that applies; undefined if the hook asked Redline. Problems that cause others come first. */
function problemOf(
  { id, name, trust, probe, hookedBy, invalid, faults = [] }: AgentHealth,
  home: string,
): string | undefined {
  const [invalidFile] = invalid;
  if (invalidFile !== undefined) return vscode.l10n.t('{0}: cannot read {1}, which is not valid', name, invalidFile);
  if (trust === 'untrusted' || trust === 'modified')
    return vscode.l10n.t('{0}: skips the hook until you trust it. Start it here, and choose the hook in /hooks.', name);
  const skipSetting = id === 'vscode' ? settingThatSkipsHooks(hookedBy, home) : undefined;
  if (skipSetting !== undefined)
    return vscode.l10n.t('{0}: does not run the hook, because of the setting "{1}"', name, skipSetting);
  if (faults.length > 0) return vscode.l10n.t('{0}: is not as it was connected: {1}', name, faults.join('; '));
  // This check comes after the faults, which may be why the agent lists no hook.
  if (trust === 'missing')
    return vscode.l10n.t("{0}: does not list Redline's hook. Start it here, and trust the folder.", name);
  if (!supportsHook(id)) return translate(missingHookWarning(name));
  if (probe?.outcome === 'asked') return undefined;
  if (probe?.outcome === 'open')
    return vscode.l10n.t('{0}: not reviewed here, the gate is off or was not reached', name);
  return vscode.l10n.t('{0}: the hook fails. {1}', name, probe?.words ?? '');
}
