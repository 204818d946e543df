// Lists the settings by which Connect connects an agent everywhere, or in one folder.
import { settingsFilesOf } from '../../core/connect/agentSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import type { SettingsPart } from './settingsFiles.ts';

export interface ConnectScope {
  /** Absolute path of a workspace folder as opened; undefined for everywhere. */
  readonly folder: string | undefined;
}

export interface ResolvedScope extends ConnectScope {
  /** Canonical path of the folder, by which agents look for their settings of it. */
  readonly realFolder: string | undefined;
}

type PartsMachine = Pick<AgentMachine, 'homeFile' | 'launcher' | 'plugin' | 'windows'>;

export async function resolveScope(
  scope: ConnectScope,
  machine: Pick<AgentMachine, 'realFolder'>,
): Promise<ResolvedScope> {
  const { folder } = scope;
  return { ...scope, realFolder: folder === undefined ? undefined : await machine.realFolder(folder) };
}

/** The settings that connect an agent. */
export function connectParts(agent: string, scope: ResolvedScope, machine: PartsMachine): SettingsPart[] {
  return partsFor(agent, scope, scope.realFolder, machine);
}

/** All settings that Connect may have written: earlier versions named the folder as opened. */
export function disconnectParts(agent: string, scope: ResolvedScope, machine: PartsMachine): SettingsPart[] {
  const asOpened = scope.realFolder === scope.folder ? [] : partsFor(agent, scope, scope.folder, machine);
  return [...connectParts(agent, scope, machine), ...asOpened.filter(({ file }) => file.in === 'home')];
}

function partsFor(
  agent: string,
  { folder }: ConnectScope,
  namedFolder: string | undefined,
  machine: PartsMachine,
): SettingsPart[] {
  const { launcher, plugin, windows } = machine;
  const level = folder === undefined ? 'user' : 'workspace';
  return settingsFilesOf(agent, { launcher, plugin, windows, level, folder: namedFolder }).map((file) => {
    const isInHome = file.in === 'home' || folder === undefined;
    const path = isInHome ? machine.homeFile(agent, file.path) : `${folder}/${file.path}`;
    return { path, file, kind: 'connect' };
  });
}
