// Finds Redline's hook in the settings files of agents, and lists and parses these files, for `redline doctor`.
import path from 'node:path';
import { parse as parseJsonText, type ParseError } from 'jsonc-parser';
import { isInFolder } from '../../core/path/pathParts.ts';
import { hookCommand, isHookCommand } from '../../core/connect/hookCommand.ts';
import { isRecord, stringsIn } from '../../core/connect/json/jsonNodes.ts';
import { parseToml } from '../../core/connect/toml/tomlValues.ts';
import type { AgentFacts } from '../../core/dialects/hookFacts.ts';
import { listNames, readTextOrEmpty, statOrUndefined } from '../readFiles.ts';
import { homeFile } from './settingsPaths.ts';

/** A settings file that starts Redline's hook for an agent. */
export interface FoundHook {
  /** Absolute path. */
  readonly file: string;
  /** The command as written in the file, or as a plugin starts it; undefined in a file that is not valid. */
  readonly command: string | undefined;
  /** Whether the file can be parsed; if not, the agent cannot read it either, and runs no hook. */
  readonly isValid: boolean;
}

/** Whether the settings file of a hook is in the workspace folder `cwd`, which may be untrusted. */
export function isWorkspaceHook({ file }: FoundHook, cwd: string): boolean {
  return isInFolder(file, cwd, path.sep);
}

/**
 * Finds the hooks of an agent in the settings of the user and of a workspace.
 * @param launcher path of the launcher; a plugin builds its command in code, so its hook's command is made from this
 */
export function findHooks(facts: AgentFacts, cwd: string, launcher: string): FoundHook[] {
  return listSettingsFiles(facts, cwd).flatMap((file) => findHookIn(file, facts.id, launcher) ?? []);
}

function findHookIn(file: string, agent: string, launcher: string): FoundHook | undefined {
  const text = readTextOrEmpty(file);
  if (isPlugin(file)) {
    const command = hookCommand({ launcher, windows: process.platform === 'win32' }, agent);
    return namesHook(text, agent) ? { file, command, isValid: true } : undefined;
  }
  const settings = parseSettings(file, text);
  if (settings === undefined) return namesHook(text, agent) ? { file, command: undefined, isValid: false } : undefined;
  const command = findHookCommand(settings, agent);
  return command === undefined ? undefined : { file, command, isValid: true };
}

/** The command of Redline's hook below `hooks`. Elsewhere, e.g. in a permission to run it, the command is no hook. */
export function findHookCommand(settings: unknown, agent: string): string | undefined {
  const hooks = isRecord(settings) ? settings['hooks'] : undefined;
  return stringsIn(hooks).find((string) => isHookCommand(string, agent));
}

/** Whether a settings file is a plugin: code that the agent loads, not JSON or TOML. */
export function isPlugin(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Whether a text contains the hook's command, as in settings (`… hook codex`) or a plugin (`['hook', 'opencode']`). */
function namesHook(text: string, agent: string): boolean {
  return new RegExp(String.raw`\bhook(?:'\s*,\s*'|\s)${agent}\b`).test(text);
}

/** Parses a settings file: TOML or, by any other name, JSON with comments and trailing commas. Undefined if invalid. */
function parseSettings(file: string, text: string): unknown {
  try {
    if (file.endsWith('.toml')) return parseToml(text);
    const errors: ParseError[] = [];
    const value: unknown = parseJsonText(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads and parses a settings file; undefined if it is invalid, and for an empty or missing JSON file. */
export function readSettingsFile(file: string): unknown {
  return parseSettings(file, readTextOrEmpty(file));
}

/** Matches names of files that agents read in a folder of settings; they ignore others, such as `.off` and `.mjs`. */
const settingsFileName = /\.(?:json|[jt]s)$/;

/** Absolute paths of an agent's existing settings files, also of those in a folder of settings; the user's first. */
export function listSettingsFiles(facts: AgentFacts, cwd: string): string[] {
  const inHome = facts.home.map((relativePath) => path.normalize(homeFile(facts.id, relativePath)));
  const inWorkspace = facts.workspace.map((relativePath) => path.join(cwd, relativePath));
  return [...new Set([...inHome, ...inWorkspace])].flatMap((fileOrFolder) => {
    const stats = statOrUndefined(fileOrFolder);
    if (stats === undefined) return [];
    if (!stats.isDirectory()) return [fileOrFolder];
    const names = listNames(fileOrFolder).filter((name) => settingsFileName.test(name));
    return names.map((name) => path.join(fileOrFolder, name));
  });
}
