// Lists the settings by which Connect connects an agent everywhere, or in one folder.
import { settingsFilesOf, type Level } from '../../core/connect/agentSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import type { SettingsPart } from './settingsFiles.ts';

/** Everywhere, or a workspace folder. */
export interface Place {
  readonly level: Level;
  /** Absolute path of the workspace folder as opened, for settings of that level. */
  readonly folder: string | undefined;
}

export interface ResolvedPlace extends Place {
  /** Canonical path of the folder, by which agents look for their settings of it. */
  readonly realFolder: string | undefined;
}

type PartsMachine = Pick<AgentMachine, 'homeFile' | 'launcher' | 'plugin' | 'windows'>;

export async function resolvePlace(place: Place, machine: Pick<AgentMachine, 'realFolder'>): Promise<ResolvedPlace> {
  const { folder } = place;
  return { ...place, realFolder: folder === undefined ? undefined : await machine.realFolder(folder) };
}

/** The settings that connect an agent. */
export function connectParts(agent: string, place: ResolvedPlace, machine: PartsMachine): SettingsPart[] {
  return partsFor(agent, place, place.realFolder, machine);
}

/** All settings that Connect may have written: earlier versions named the folder as opened. */
export function disconnectParts(agent: string, place: ResolvedPlace, machine: PartsMachine): SettingsPart[] {
  const asOpened = place.realFolder === place.folder ? [] : partsFor(agent, place, place.folder, machine);
  return [...connectParts(agent, place, machine), ...asOpened.filter(({ file }) => file.in === 'home')];
}

function partsFor(
  agent: string,
  { level, folder }: Place,
  namedFolder: string | undefined,
  machine: PartsMachine,
): SettingsPart[] {
  const { launcher, plugin, windows } = machine;
  return settingsFilesOf(agent, { launcher, plugin, windows, level, folder: namedFolder }).map((file) => {
    const isInHome = file.in === 'home' || folder === undefined;
    const path = isInHome ? machine.homeFile(agent, file.path) : `${folder}/${file.path}`;
    return { path, file, kind: 'connect' };
  });
}
