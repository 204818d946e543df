// `redline doctor`: reports whether agents' own edits in a folder are reviewed, and what is missing.
import { hookFacts, type HookFacts } from '../core/dialects/hookFacts.ts';
import { agentName, agentOfHook } from '../core/endpoint/agents.ts';
import { codexHookTrust, programOnPath, readProgramVersion, type HookTrust } from './agentProgram.ts';
import { isOff, readGateSettings } from './gateSettings.ts';
import { holdHealth, type HoldHealth } from './hold.ts';
import { hooksFound } from './hooksFound.ts';
import { probeHook, type ProbeResult } from './probeHook.ts';
import { windowStatuses } from './status.ts';
import { candidateWindows, readWindows } from './windows.ts';

/** An agent's health: whether it is installed, and whether its edits are reviewed. */
export interface AgentHealth {
  readonly id: string;
  readonly name: string;
  /** Whether its program is on PATH; undefined for the editor itself. */
  readonly isInstalled: boolean | undefined;
  /** Version reported by the agent's program; undefined if it is missing or reports none. */
  readonly version: string | undefined;
  /** The version that Redline was last tested with. */
  readonly triedVersion: string;
  /** Absolute paths of the settings files that start Redline's hook. */
  readonly hookedBy: readonly string[];
  /** Absolute paths of settings files that name the hook, but are invalid JSON or TOML, so that the agent does not run it. */
  readonly invalid: readonly string[];
  /** Codex's trust status of the hook, which it skips unless trusted. Undefined for agents that do not report one. */
  readonly trust: HookTrust | undefined;
  /** The hook's answer to a dry edit; undefined without a hook, or if its command is unknown. */
  readonly probe: ProbeResult | undefined;
  /** Absent for an agent that does not support Hold. */
  readonly hold?: HoldHealth;
  readonly onCrash: HookFacts['onCrash'];
  readonly onTimeout: HookFacts['onTimeout'];
  readonly defaultTimeout: number;
  readonly ownQuestion?: HookFacts['ownQuestion'];
}

export interface Health {
  /** Whether a window of this machine has the folder and answers. */
  readonly hasWindow: boolean;
  /** Whether the gate is switched off in the folder. */
  readonly isOff: boolean;
  /** Answer of hooks while no window is open. */
  readonly whenAway: 'agent' | 'deny';
  readonly agents: readonly AgentHealth[];
  /** Whether the window answers, the gate is on, and every agent with a hook runs it and would be asked about. */
  readonly isWell: boolean;
}

/**
 * Prints whether the edits of each agent in a folder are reviewed; returns the exit code, 0 if all is well.
 * @param options `--json`, and `--quick`, which skips asking the agents' programs for version and trust
 */
export async function runDoctor(home: string, cwd: string, options: readonly string[]): Promise<number> {
  const health = await healthOf(home, cwd, options.includes('--quick'));
  console.log(options.includes('--json') ? JSON.stringify(health, undefined, 2) : healthText(health));
  return health.isWell ? 0 : 1;
}

/** Collects everything that decides whether agents' own edits in a folder are reviewed. */
async function healthOf(home: string, cwd: string, isQuick: boolean): Promise<Health> {
  const answering = new Set((await windowStatuses(home)).flatMap(({ folders }) => folders));
  const windows = candidateWindows(readWindows(home), cwd);
  const hasWindow = windows.some(({ folders }) => folders.some((folder) => answering.has(folder.path)));
  const off = isOff(home, cwd);
  const agents = await Promise.all(hookFacts.map((facts) => agentHealth(facts, cwd, isQuick)));
  const isWell = hasWindow && !off && agents.every(isGuarded);
  return { hasWindow, isOff: off, whenAway: readGateSettings(home).whenAway, agents, isWell };
}

async function agentHealth(facts: HookFacts, cwd: string, isQuick: boolean): Promise<AgentHealth> {
  const { id, program, onCrash, onTimeout, defaultTimeout, triedVersion, ownQuestion } = facts;
  const found = hooksFound(facts, cwd);
  const command = found.find((hook) => hook.command !== undefined)?.command;
  const file = program === undefined ? undefined : programOnPath(program);
  const asksForTrust = !isQuick && id === 'codex' && file !== undefined && found.length > 0;
  const [version, trust, probe, hold] = await Promise.all([
    file === undefined || isQuick ? undefined : readProgramVersion(file),
    asksForTrust ? codexHookTrust(file, cwd) : undefined,
    command === undefined ? undefined : probeHook(id, command, cwd),
    holdHealth(id, cwd, file, isQuick),
  ]);
  return {
    id,
    name: agentName(agentOfHook(id)),
    isInstalled: program === undefined ? undefined : file !== undefined,
    version,
    triedVersion,
    hookedBy: found.flatMap(({ file: by, isValid }) => (isValid ? [by] : [])),
    invalid: found.flatMap(({ file: by, isValid }) => (isValid ? [] : [by])),
    trust,
    probe,
    onCrash,
    onTimeout,
    defaultTimeout,
    ...(hold === undefined ? {} : { hold }),
    ...(ownQuestion === undefined ? {} : { ownQuestion }),
  };
}

/** Whether an agent has no hook or a working one, and Hold is off or in effect. */
function isGuarded({ trust, probe, hold, invalid }: AgentHealth): boolean {
  const isSkipped = trust === 'untrusted' || trust === 'modified';
  return (
    !isSkipped && invalid.length === 0 && hold?.state !== 'broken' && (probe === undefined || probe.outcome === 'asked')
  );
}

/** Formats the report for the user, with advice where something is missing. */
function healthText({ hasWindow, isOff: isSwitchedOff, whenAway, agents }: Health): string {
  const away = whenAway === 'deny' ? 'Edits are refused.' : "The agents' own permissions decide.";
  return [
    hasWindow
      ? 'A VS Code window with Redline has this folder open.'
      : `No VS Code window with Redline has this folder open. ${away}`,
    ...(isSwitchedOff ? ['The gate is switched off here. Run `redline on` to have edits reviewed.'] : []),
    ...agents.map(agentText),
  ].join('\n');
}

function agentText(agent: AgentHealth): string {
  const {
    name,
    isInstalled,
    version,
    triedVersion,
    hookedBy,
    invalid,
    onCrash,
    onTimeout,
    defaultTimeout,
    ownQuestion,
  } = agent;
  const tried = version === undefined || version === triedVersion ? '' : ` (Redline was tried with ${triedVersion})`;
  const installed =
    isInstalled === false ? 'not found on the path' : `installed${version === undefined ? '' : ` ${version}${tried}`}`;
  const hooked =
    hookedBy.length === 0 ? 'has no hook of Redline: its own edits are not reviewed' : `hook in ${hookedBy.join(', ')}`;
  const broken = invalid.length === 0 ? '' : `cannot read ${invalid.join(', ')}, which is not valid: mend it`;
  const crash = `if the hook crashes, the edit is ${onCrash}, and if it takes too long, ${onTimeout}`;
  const limit = `a hook has ${defaultTimeout} s unless its settings say otherwise`;
  const twice =
    ownQuestion === undefined
      ? ''
      : `asks again about what you approved unless "${ownQuestion.setting}" is ${ownQuestion.value}`;
  const isKnown = isInstalled !== undefined;
  const facts = [
    isKnown ? installed : '',
    hooked,
    broken,
    trustText(agent),
    probeText(agent),
    holdText(agent),
    crash,
    limit,
    twice,
  ];
  return `${name}: ${facts.filter((fact) => fact !== '').join('; ')}`;
}

function trustText({ trust }: AgentHealth): string {
  switch (trust) {
    case 'untrusted':
    case 'modified':
      return 'it skips the hook until you trust it: start it here, and choose the hook in /hooks';
    case 'trusted':
    case 'managed':
      return 'it trusts the hook';
    case 'unknown':
      return 'whether it trusts the hook is not known';
    case undefined:
      return '';
  }
}

function holdText({ hold }: AgentHealth): string {
  const where = hold?.writable.length === 0 ? '' : `, but in ${hold?.writable.join(', ')}`;
  switch (hold?.state) {
    case 'on':
      return `Hold is on: its shell and its own tools write nothing here${where}`;
    case 'set':
      return 'Hold is set, but was not tried';
    case 'broken':
      return `Hold is not on, although it is set: ${hold?.words}`;
    case 'off':
      return ['Hold is off', ...(hold?.needs ?? [])].join('. ').replace(/\.$/, '');
    case undefined:
      return '';
  }
}

function probeText({ probe }: AgentHealth): string {
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
