// Finds what keeps Redline's hook, or its tools, from working although they were connected.
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { settingsFilesOf, type PlacedFile } from '../core/connect/agentSettings.ts';
import { homeFile } from '../core/connect/homeFile.ts';
import { isHookCommand, isLauncher } from '../core/connect/hookCommand.ts';
import { hookSwitch, stringsIn, unaskedTools } from '../core/connect/hookSwitches.ts';
import { isRecord } from '../core/connect/jsonNodes.ts';
import type { AgentFacts } from '../core/dialects/hookFacts.ts';
import { isFolderTrusted } from './folderTrust.ts';
import type { ConnectRecords } from './connectRecords.ts';
import { settingsFiles, valueIn, type HookFound } from './hooksFound.ts';
import { readTextOrEmpty } from './readFiles.ts';
import { systemSettings } from './systemSettings.ts';

/** Where an agent is looked at. */
export interface Place {
  /** Where it would be started: absolute, with links resolved. */
  readonly cwd: string;
  readonly launcher: string;
  readonly records: ConnectRecords;
}

/** What is wrong with the settings of an agent, in clauses for the person, with what to do. */
export function hookFaults(facts: AgentFacts, found: readonly HookFound[], place: Place): string[] {
  const valid = found.filter(({ isValid }) => isValid);
  const connected = writtenFaults(facts.id, place);
  return valid.length === 0 ? connected : [...connected, ...skippedHook(facts, valid, place)];
}

/** Why the agent does not run a hook that stands in its settings. */
function skippedHook(facts: AgentFacts, found: readonly HookFound[], { cwd }: Place): string[] {
  const plugins = found.filter(({ file }) => isProgram(file));
  const settings = found.filter(({ file }) => !isProgram(file));
  const unasked =
    plugins.length > 0
      ? []
      : unaskedTools(
          facts.id,
          settings.map(({ file }) => valueOf(file)),
        );
  const isHere = found.every(({ file }) => file.startsWith(cwd + path.sep));
  return [
    ...settingsThatSwitchOff(facts, found, cwd),
    ...(unasked.length > 0 ? [`its hook is not asked before ${unasked.join(', ')}: connect it again`] : []),
    ...(isHere && !isFolderTrusted(facts.id, cwd)
      ? ['it runs the hooks of this folder only once you trust the folder: start it here, and trust it']
      : []),
  ];
}

function settingsThatSwitchOff(facts: AgentFacts, found: readonly HookFound[], cwd: string): string[] {
  const others = (facts.switches ?? []).map((file) => homeFile(facts.id, file, homedir(), process.env));
  const own = [...settingsFiles(facts, cwd), ...others].map((file) => [facts.id, file] as const);
  const managed = systemSettings(facts.id).map(
    (file) => [facts.id === 'claude' ? 'claude-managed' : facts.id, file] as const,
  );
  return [...own, ...managed].flatMap(([agent, file]) => {
    const value = isProgram(file) ? undefined : valueOf(file);
    const names = found.flatMap(({ command = '' }) => hookSwitch(agent, value, command) ?? []);
    return names.slice(0, 1).map((name) => `"${name}" in ${file} switches the hook off: remove it`);
  });
}

/** What is not as Connect wrote it. */
function writtenFaults(agent: string, place: Place): string[] {
  const { records } = place;
  const faults = placesOf(agent, place).flatMap(([at, file]) => [
    ...(records.has(at, 'connect') ? goneFrom(at, file, agent, records) : []),
    ...deadServers(at),
  ]);
  return [...new Set(faults)];
}

/** The settings files that start Redline's tools for an agent, absolute. */
export function filesWithServer(agent: string, place: Place): string[] {
  const files = placesOf(agent, place).map(([at]) => at);
  return [...new Set(files)].filter((file) => !isProgram(file) && serversIn(valueOf(file)).length > 0);
}

/** Where Connect writes for an agent, absolute. */
function placesOf(agent: string, { cwd, launcher }: Place): (readonly [place: string, file: PlacedFile])[] {
  const machine = { launcher, windows: process.platform === 'win32', plugin: '' };
  const placed = [
    ...settingsFilesOf(agent, { ...machine, level: 'user', folder: undefined }),
    ...settingsFilesOf(agent, { ...machine, level: 'workspace', folder: cwd }),
  ];
  return placed.map((file) => {
    const place = file.in === 'home' ? homeFile(agent, file.path, homedir(), process.env) : path.join(cwd, file.path);
    return [path.normalize(place), file];
  });
}

function goneFrom(place: string, file: PlacedFile, agent: string, records: ConnectRecords): string[] {
  if (file.format === 'own')
    return records.isAsWritten(place) ? [] : [`${place} was changed since Connect wrote it: connect it again`];
  const value = valueOf(place);
  const hasHook = stringsIn(value).some((each) => isHookCommand(each, agent));
  const isHooked =
    file.format === 'json' && file.entries.some(({ kind, path: [first] }) => kind === 'item' && first === 'hooks');
  const isServed = file.format === 'toml' || file.entries.some(({ kind }) => kind === 'member');
  return [
    ...(isHooked && !hasHook ? [`its hook is gone from ${place}, where Connect wrote it: connect it again`] : []),
    ...(isServed && serversIn(value).length === 0
      ? [`Redline's tools are gone from ${place}, where Connect wrote them: connect it again`]
      : []),
  ];
}

/** Why Redline's tools, which a file starts, are not there. */
function deadServers(place: string): string[] {
  return serversIn(isProgram(place) ? undefined : valueOf(place)).flatMap((server) => {
    const [command] = [server['command']].flat();
    if (server['enabled'] === false || server['disabled'] === true) return [`${place} switches Redline's tools off`];
    return isStartable(String(command))
      ? []
      : [`${String(command)}, which ${place} names, cannot be started: connect it again`];
  });
}

/** The MCP servers that a launcher of Redline's starts. */
function serversIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(serversIn);
  return isRecord(value) && isLauncher([value['command']].flat()[0]) ? [value, ...inside] : inside;
}

function isStartable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

function valueOf(file: string): unknown {
  return valueIn(file, readTextOrEmpty(file));
}
