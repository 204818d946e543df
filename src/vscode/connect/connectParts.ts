// Lists the settings that Connect writes to connect an agent, everywhere or in one folder, and Disconnect removes.

import { settingsFilesOf } from '../../core/connect/agentSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import type { ExistingFolder } from './existingFolders.ts';
import type { SettingsPart } from './settings/settingsFiles.ts';

/** The scope in which an agent is connected: one workspace folder, or `everywhere`. */
export type ConnectScope = Pick<ExistingFolder, 'folder' | 'realFolder'> | typeof everywhere;

/** The scope of the user's own settings, which apply in all folders. */
export const everywhere = { folder: undefined, realFolder: undefined } as const;

type PartsMachine = Pick<AgentMachine, 'homeFile' | 'launcher' | 'plugin' | 'windows'>;

/** The settings that connect an agent. */
export function connectParts(agent: string, scope: ConnectScope, machine: PartsMachine): SettingsPart[] {
  return partsFor(agent, scope, scope.realFolder, machine);
}

/** All settings that Connect may have written to connect an agent. */
export function disconnectParts(agent: string, scope: ConnectScope, machine: PartsMachine): SettingsPart[] {
  // Earlier versions named the folder as opened, not by its real path; only settings in the home name folders.
  const asOpened = scope.realFolder === scope.folder ? [] : partsFor(agent, scope, scope.folder, machine);
  return [...connectParts(agent, scope, machine), ...asOpened.filter(({ file }) => file.in === 'home')];
}

/** @param namedFolder the folder as the settings name it; undefined for settings that apply everywhere */
function partsFor(
  agent: string,
  { folder }: Pick<ConnectScope, 'folder'>,
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
