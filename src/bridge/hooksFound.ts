import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonText } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isHookCommand } from '../core/connect/hookCommand.ts';
import type { HookFacts } from '../core/dialects/hookFacts.ts';

/** A settings file that starts Redline's hook for an agent. */
export interface HookFound {
  /** Absolute. */
  readonly file: string;
  /** As written there; undefined in a plugin, which is a program. */
  readonly command: string | undefined;
}

/** Finds the hooks of an agent in the settings of the user and of a workspace. */
export function hooksFound(facts: HookFacts, cwd: string): HookFound[] {
  return filesOf(facts, cwd).flatMap((file): HookFound[] => {
    const text = textOf(file);
    if (/\.[cm]?[jt]s$/.test(file)) return isPlugin(text, facts.id) ? [{ file, command: undefined }] : [];
    const command = stringsIn(valueIn(file, text)).find((each) => isHookCommand(each, facts.id));
    return command === undefined ? [] : [{ file, command }];
  });
}

/** Whether a program starts the hook, with its name in the same text or in the next. */
function isPlugin(text: string, agent: string): boolean {
  return new RegExp(String.raw`\bhook(?:'\s*,\s*'|\s)${agent}\b`).test(text);
}

/** Undefined for what cannot be read. */
function valueIn(file: string, text: string): unknown {
  try {
    return file.endsWith('.toml') ? parseToml(text) : parseJsonText(text);
  } catch {
    return undefined;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
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
