import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { hookFacts, type HookFacts } from '../core/dialects/hookFacts.ts';
import { agentName, agentOfHook } from '../core/endpoint/agents.ts';
import { isOff, readGateSettings } from './gateSettings.ts';
import { windowStatuses } from './status.ts';
import { candidates, readWindows } from './windows.ts';

/** How an agent stands to Redline. */
export interface AgentHealth {
  readonly id: string;
  readonly name: string;
  /** Whether its program is on the path; undefined for the editor itself. */
  readonly isInstalled: boolean | undefined;
  /** The settings files that start Redline's hook, absolute. Whether the agent trusts them is not known. */
  readonly hookedBy: readonly string[];
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
  /** What hooks answer without a window. */
  readonly whenAway: 'agent' | 'deny';
  readonly agents: readonly AgentHealth[];
}

/** Looks at everything that decides whether agents' own edits in a folder are reviewed. */
export async function healthOf(home: string, cwd: string): Promise<Health> {
  const answering = new Set((await windowStatuses(home)).flatMap(({ folders }) => folders));
  const windows = candidates(readWindows(home), cwd);
  return {
    hasWindow: windows.some(({ folders }) => folders.some((folder) => answering.has(folder.path))),
    isOff: isOff(home, cwd),
    ...readGateSettings(home),
    agents: hookFacts.map((facts) => ({
      id: facts.id,
      name: agentName(agentOfHook(facts.id)),
      isInstalled: facts.program === undefined ? undefined : isOnPath(facts.program),
      hookedBy: filesOf(facts, cwd).filter((file) => textOf(file).includes(`hook ${facts.id}`)),
      onCrash: facts.onCrash,
      onTimeout: facts.onTimeout,
      defaultTimeout: facts.defaultTimeout,
      ...(facts.ownQuestion === undefined ? {} : { ownQuestion: facts.ownQuestion }),
    })),
  };
}

/** In words for the person, with what to do where something is missing. */
export function healthText({ hasWindow, isOff: isSwitchedOff, whenAway, agents }: Health): string {
  const away = whenAway === 'deny' ? 'Edits are refused.' : "The agents' own permissions decide.";
  return [
    hasWindow
      ? 'A VS Code window with Redline has this folder open.'
      : `No VS Code window with Redline has this folder open. ${away}`,
    ...(isSwitchedOff ? ['The gate is switched off here. Run `redline on` to have edits reviewed.'] : []),
    ...agents.map(agentText),
  ].join('\n');
}

function agentText({
  name,
  isInstalled,
  hookedBy,
  onCrash,
  onTimeout,
  defaultTimeout,
  ownQuestion,
}: AgentHealth): string {
  const installed = isInstalled === false ? 'not found on the path' : 'installed';
  const hooked =
    hookedBy.length === 0 ? 'has no hook of Redline: its own edits are not reviewed' : `hook in ${hookedBy.join(', ')}`;
  const failing = `if the hook crashes, the edit is ${onCrash}, and if it takes too long, ${onTimeout}`;
  const twice =
    ownQuestion === undefined
      ? ''
      : `; asks again about what you approved unless "${ownQuestion.setting}" is ${ownQuestion.value}`;
  return `${name}: ${isInstalled === undefined ? '' : `${installed}; `}${hooked}; ${failing}; a hook has ${defaultTimeout} s unless its settings say otherwise${twice}`;
}

function filesOf({ home, workspace }: HookFacts, cwd: string): string[] {
  const places = [...home.map((each) => path.join(homedir(), each)), ...workspace.map((each) => path.join(cwd, each))];
  return [...new Set(places)].flatMap((place) => {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    return stats.isDirectory() ? readdirSync(place).map((name) => path.join(place, name)) : [place];
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isOnPath(program: string): boolean {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => names.some((name) => isExecutable(path.join(folder, name))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
