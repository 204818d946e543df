// Finds Redline's hook in the settings of agents.
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonText, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isHookCommand } from '../core/connect/hookCommand.ts';
import { homeFile } from '../core/connect/homeFile.ts';
import type { HookFacts } from '../core/dialects/hookFacts.ts';
import { namesIn, readTextOrEmpty } from './readFiles.ts';

/** A settings file that starts Redline's hook for an agent. */
export interface HookFound {
  /** Absolute path. */
  readonly file: string;
  /** The command as written; undefined in a plugin, which is a program, and in an invalid file. */
  readonly command: string | undefined;
  /** Whether the file can be parsed; if not, the agent cannot read it either. */
  readonly isValid: boolean;
}

/** Finds the hooks of an agent in the settings of the user and of a workspace. */
export function hooksFound(facts: HookFacts, cwd: string): HookFound[] {
  return filesOf(facts, cwd).flatMap((file): HookFound[] => {
    const text = readTextOrEmpty(file);
    if (/\.[cm]?[jt]s$/.test(file))
      return startsHook(text, facts.id) ? [{ file, command: undefined, isValid: true }] : [];
    const value = valueIn(file, text);
    if (value === undefined) return startsHook(text, facts.id) ? [{ file, command: undefined, isValid: false }] : [];
    const command = stringsIn(value).find((each) => isHookCommand(each, facts.id));
    return command === undefined ? [] : [{ file, command, isValid: true }];
  });
}

/** Whether a text contains the hook's command, as one string or as two. */
function startsHook(text: string, agent: string): boolean {
  return new RegExp(String.raw`\bhook(?:'\s*,\s*'|\s)${agent}\b`).test(text);
}

/** Parses JSON with comments and trailing commas; undefined if invalid. */
function valueIn(file: string, text: string): unknown {
  try {
    if (file.endsWith('.toml')) return parseToml(text);
    const errors: ParseError[] = [];
    const value: unknown = parseJsonText(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function filesOf({ id, home, workspace }: HookFacts, cwd: string): string[] {
  const inHome = home.map((each) => path.normalize(homeFile(id, each, homedir(), process.env)));
  const places = [...inHome, ...workspace.map((each) => path.join(cwd, each))];
  return [...new Set(places)].flatMap((place) => {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    return stats.isDirectory() ? namesIn(place).map((name) => path.join(place, name)) : [place];
  });
}
