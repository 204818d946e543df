// Finds Redline's hook in the settings of agents.
import path from 'node:path';
import { parse as parseJsonText, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isInFolder } from '../core/endpoint/offFolders.ts';
import { hookCommand, isHookCommand } from '../core/connect/hookCommand.ts';
import { stringsIn } from '../core/connect/hookSwitches.ts';
import type { AgentFacts } from '../core/dialects/hookFacts.ts';
import { homeFile, listNames, readTextOrEmpty, statOrUndefined } from './readFiles.ts';

/** A settings file that starts Redline's hook for an agent. */
export interface FoundHook {
  /** Absolute path. */
  readonly file: string;
  /** As written there, or as a plugin starts it; undefined in a file that is not valid. */
  readonly command: string | undefined;
  /** Whether the file can be parsed; if not, the agent cannot read it either. */
  readonly isValid: boolean;
}

/** Whether a hook stands in the settings of the folder itself, which may be a stranger's. */
export function isOfFolder({ file }: FoundHook, cwd: string): boolean {
  return isInFolder(file, cwd, path.sep);
}

/**
 * Finds the hooks of an agent in the settings of the user and of a workspace.
 * @param launcher what a plugin starts, which does not name it.
 */
export function findHooks(facts: AgentFacts, cwd: string, launcher: string): FoundHook[] {
  return listSettingsFiles(facts, cwd).flatMap((file): FoundHook[] => {
    const text = readTextOrEmpty(file);
    if (/\.[cm]?[jt]s$/.test(file)) {
      const command = hookCommand({ launcher, windows: process.platform === 'win32' }, facts.id);
      return startsHook(text, facts.id) ? [{ file, command, isValid: true }] : [];
    }
    const value = parseSettings(file, text);
    if (value === undefined) return startsHook(text, facts.id) ? [{ file, command: undefined, isValid: false }] : [];
    const command = stringsIn(value).find((each) => isHookCommand(each, facts.id));
    return command === undefined ? [] : [{ file, command, isValid: true }];
  });
}

/** Whether a text contains the hook's command, as one string or as two. */
function startsHook(text: string, agent: string): boolean {
  return new RegExp(String.raw`\bhook(?:'\s*,\s*'|\s)${agent}\b`).test(text);
}

/** The value of a settings file by its name. Undefined for what is not valid; comments and commas at the end are. */
export function parseSettings(file: string, text: string): unknown {
  try {
    if (file.endsWith('.toml')) return parseToml(text);
    const errors: ParseError[] = [];
    const value: unknown = parseJsonText(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Names of the files that agents read in a folder of settings; others may be switched off, as by the ending `.off`. */
const settingsName = /\.(?:json|[jt]s)$/;

/** The settings files of an agent that are there, absolute, the user's first. */
export function listSettingsFiles({ id, home, workspace }: AgentFacts, cwd: string): string[] {
  const inHome = home.map((each) => path.normalize(homeFile(id, each)));
  const candidates = [...inHome, ...workspace.map((each) => path.join(cwd, each))];
  return [...new Set(candidates)].flatMap((candidate) => {
    const stats = statOrUndefined(candidate);
    if (stats === undefined) return [];
    if (!stats.isDirectory()) return [candidate];
    const names = listNames(candidate).filter((name) => settingsName.test(name));
    return names.map((name) => path.join(candidate, name));
  });
}
