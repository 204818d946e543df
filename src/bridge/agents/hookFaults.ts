// Diagnoses why an agent does not run Redline's hook or tools, although Connect wrote them into its settings.
import path from 'node:path';
import { settingsFilesOf, type LocatedFile } from '../../core/connect/agentSettings.ts';
import { isLauncher } from '../../core/connect/hookCommand.ts';
import { findHookSwitch, toolsWithoutHook } from '../../core/connect/hookSwitches.ts';
import { isRecord, fieldAt } from '../../core/connect/json/jsonNodes.ts';
import type { AgentFacts } from '../../core/dialects/hookFacts.ts';
import { isExecutable } from './programs.ts';
import type { ConnectRecords } from './connectRecords.ts';
import {
  findHookCommand,
  isPlugin,
  isWorkspaceHook,
  listSettingsFiles,
  readSettingsFile,
  type FoundHook,
} from './findHooks.ts';
import { realPath } from '../readFiles.ts';
import { homeFile, listClaudeRootFiles, systemSettingsFiles } from './settingsPaths.ts';
import { isInFolder } from '../../core/path/pathParts.ts';

/** The folder, files and options with which the doctor checks agents. */
export interface DoctorContext {
  /** Canonical path of the folder in which an agent would be started. */
  readonly cwd: string;
  /** Absolute path of Redline's launcher. */
  readonly launcher: string;
  readonly records: ConnectRecords;
  /** Whether to run no agent's program. */
  readonly isQuick: boolean;
  /** Whether the user trusts the folder, so that an agent may be started there. */
  readonly isFolderTrusted: boolean;
}

/** Faults in an agent's settings, as clauses for the user that say what to do. The doctor reports invalid files. */
export function findHookFaults(facts: AgentFacts, foundHooks: readonly FoundHook[], context: DoctorContext): string[] {
  const validHooks = foundHooks.filter(({ isValid }) => isValid);
  const connectFaults = findConnectFaults(facts.id, context);
  return validHooks.length === 0 ? connectFaults : [...connectFaults, ...findSkipReasons(facts, validHooks, context)];
}

/** Reasons why the agent skips a hook that its settings contain. */
function findSkipReasons(facts: AgentFacts, foundHooks: readonly FoundHook[], { cwd }: DoctorContext): string[] {
  const settingsFiles = foundHooks.flatMap(({ file }) => (isPlugin(file) ? [] : [file]));
  const hasPlugin = settingsFiles.length < foundHooks.length;
  // A plugin is called before every tool.
  const unhookedTools = hasPlugin ? [] : toolsWithoutHook(facts.id, settingsFiles.map(readSettingsFile));
  const reasons = findDisablingSettings(facts, foundHooks, cwd);
  if (unhookedTools.length > 0)
    reasons.push(`its hook is not asked before ${unhookedTools.join(', ')}: connect it again`);
  const areAllInFolder = foundHooks.every((hook) => isWorkspaceHook(hook, cwd));
  if (areAllInFolder && !trustsFolder(facts.id, cwd))
    reasons.push('it runs the hooks of this folder only once you trust the folder: start it here, and trust it');
  return reasons;
}

/** Describes settings that switch a hook off, in at most one clause for each file that the agent reads. */
function findDisablingSettings(facts: AgentFacts, foundHooks: readonly FoundHook[], cwd: string): string[] {
  const switchFiles = (facts.switches ?? []).map((file) => homeFile(facts.id, file));
  const rootFiles = facts.id === 'claude' ? listClaudeRootFiles(cwd) : [];
  const files = [...listSettingsFiles(facts, cwd), ...rootFiles, ...switchFiles];
  const unmanagedFiles = files.map((file) => [facts.id, file] as const);
  // Claude Code has switches that count only in managed settings: `findHookSwitch` has them under an id of their own.
  const managedId = facts.id === 'claude' ? 'claude-managed' : facts.id;
  const managedFiles = systemSettingsFiles(facts.id).map((file) => [managedId, file] as const);
  return [...unmanagedFiles, ...managedFiles].flatMap(([agent, file]) => {
    const value = isPlugin(file) ? undefined : readSettingsFile(file);
    const switches = foundHooks.flatMap(({ command = '' }) => findHookSwitch(agent, value, command) ?? []);
    return switches.slice(0, 1).map((name) => `"${name}" in ${file} switches the hook off: remove it`);
  });
}

/** Clauses about entries of Connect that are missing, changed or without effect. */
function findConnectFaults(agent: string, context: DoctorContext): string[] {
  const faults = listConnectFiles(agent, context).flatMap(([filePath, file]) => [
    ...(context.records.wasWritten(filePath, 'connect')
      ? findMissingEntries(filePath, file, agent, context.records)
      : []),
    ...findDeadServers(filePath),
  ]);
  // If the user's home is the workspace folder, one file is listed for both levels.
  return [...new Set(faults)];
}

/** Absolute paths of the settings files that start Redline's MCP server for an agent. */
export function listServerFiles(agent: string, context: DoctorContext): string[] {
  const filePaths = listConnectFiles(agent, context).map(([filePath]) => filePath);
  return [...new Set(filePaths)].filter((file) => !isPlugin(file) && collectServers(readSettingsFile(file)).length > 0);
}

/** The files that Connect writes for an agent at both levels, with their absolute paths. */
function listConnectFiles(
  agent: string,
  { cwd, launcher }: DoctorContext,
): (readonly [filePath: string, file: LocatedFile])[] {
  // Leaves out the plugin's text: callers need only the paths and the kinds of entries.
  const machine = { launcher, windows: process.platform === 'win32', plugin: '' };
  const connectFiles = [
    ...settingsFilesOf(agent, { ...machine, level: 'user', folder: undefined }),
    ...settingsFilesOf(agent, { ...machine, level: 'workspace', folder: cwd }),
  ];
  return connectFiles.map((file) => {
    const filePath = file.in === 'home' ? homeFile(agent, file.path) : path.join(cwd, file.path);
    return [path.normalize(filePath), file];
  });
}

/** Clauses about entries of Connect that are missing from a file, or about a changed file that is Redline's alone. */
function findMissingEntries(filePath: string, file: LocatedFile, agent: string, records: ConnectRecords): string[] {
  if (file.format === 'whole')
    return records.isAsWritten(filePath) ? [] : [`${filePath} was changed since Connect wrote it: connect it again`];
  const value = readSettingsFile(filePath);
  const hasHook = findHookCommand(value, agent) !== undefined;
  const expectsHook =
    file.format === 'json' && file.entries.some(({ kind, path: [first] }) => kind === 'item' && first === 'hooks');
  // Connect writes only the server into TOML, and only the server as a `member` of JSON.
  const expectsServer = file.format === 'toml' || file.entries.some(({ kind }) => kind === 'member');
  return [
    ...(expectsHook && !hasHook ? [`its hook is gone from ${filePath}, where Connect wrote it: connect it again`] : []),
    ...(expectsServer && collectServers(value).length === 0
      ? [`Redline's tools are gone from ${filePath}, where Connect wrote them: connect it again`]
      : []),
  ];
}

/** Clauses about a file that names Redline's MCP server, but does not start it. */
function findDeadServers(filePath: string): string[] {
  return collectServers(isPlugin(filePath) ? undefined : readSettingsFile(filePath)).flatMap((server) => {
    if (server['enabled'] === false || server['disabled'] === true) return [`${filePath} switches Redline's tools off`];
    const program = String(programOf(server));
    return isExecutable(program) ? [] : [`${program}, which ${filePath} names, cannot be started: connect it again`];
  });
}

/** Finds the entries of Redline's MCP server, at any depth of a settings value. */
function collectServers(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const nestedServers = Object.values(value).flatMap(collectServers);
  return isRecord(value) && isLauncher(programOf(value)) ? [value, ...nestedServers] : nestedServers;
}

/** The program that a server's settings start: `command`, or its first item if it is a list. */
function programOf({ command }: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(command) ? command[0] : command;
}

/** How an agent asks whether a folder is trusted, and stores the answers. */
interface FolderTrust {
  /** The folder of the settings and the answers, relative to the user's home. */
  readonly folder: string;
  /** Environment variable that names another file of answers. */
  readonly variable: string;
  readonly asksByDefault: boolean;
}

const folderTrustByAgent: Readonly<Record<string, FolderTrust>> = {
  gemini: { folder: '.gemini', variable: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', asksByDefault: true },
  qwen: { folder: '.qwen', variable: 'QWEN_CODE_TRUSTED_FOLDERS_PATH', asksByDefault: false },
};

/** Whether an agent trusts a folder; true if it does not ask. @param cwd absolute, with links resolved */
function trustsFolder(agent: string, cwd: string): boolean {
  const folderTrust = folderTrustByAgent[agent];
  if (folderTrust === undefined) return true;
  const { folder, variable, asksByDefault } = folderTrust;
  const settings = readSettingsFile(homeFile(agent, `${folder}/settings.json`));
  const isTrustRequired = fieldAt(settings, 'security.folderTrust.enabled') ?? asksByDefault;
  if (isTrustRequired !== true) return true;
  const levels = readSettingsFile(process.env[variable] ?? homeFile(agent, `${folder}/trustedFolders.json`));
  const level = findTrustLevel(levels, cwd);
  return level === 'TRUST_FOLDER' || level === 'TRUST_PARENT';
}

/** The trust level of the longest path that contains `cwd`; `TRUST_PARENT` applies to the folder above its path. */
function findTrustLevel(levels: unknown, cwd: string): unknown {
  const matches = Object.entries(isRecord(levels) ? levels : {}).filter(([folder, level]) => {
    const trustedFolder = level === 'TRUST_PARENT' ? path.dirname(folder) : folder;
    return isInFolder(cwd, realPath(trustedFolder), path.sep);
  });
  const [longest] = matches.sort(([oneFolder], [otherFolder]) => otherFolder.length - oneFolder.length);
  return longest?.[1];
}
