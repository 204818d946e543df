// Parses TOML, and finds and compares values in it.
import { parse } from 'smol-toml';
import { phrase } from '../../wording/phrase.ts';
import type { TomlEntry } from '../settingsEntry.ts';
import { isRecord, maxSettingsChars } from '../json/jsonNodes.ts';
import { SettingsError } from '../settingsError.ts';

/** A TOML table, or the root of a file. */
export type Table = Readonly<Record<string, unknown>>;

/** Parses a settings file that is to be changed. @throws SettingsError for an invalid or very long text */
export function parseTomlSettings(text: string): Table {
  if (text.length > maxSettingsChars) throw new SettingsError(phrase('It is too large to be a settings file.'));
  try {
    return parseToml(text);
  } catch (cause) {
    const [firstLine = ''] = (cause instanceof Error ? cause.message : '').split('\n');
    throw new SettingsError(phrase('It is not valid TOML: {0}. Correct it first.', firstLine));
  }
}

/** Parses a TOML text of any length, with large integers as bigint. @throws TomlError of smol-toml if it is invalid */
export function parseToml(text: string): Table {
  return parse(text, { integersAsBigInt: 'asNeeded' });
}

/** The value at the path of an entry's table, whatever its kind; undefined if there is none. */
export function tableAt(rootTable: Table, { table }: TomlEntry): unknown {
  return table.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), rootTable);
}

/** Deep equality of TOML values, ignoring the order of keys. May take values of different kinds for equal. */
export function isSameToml(one: unknown, other: unknown): boolean {
  return JSON.stringify(toSortedLists(one)) === JSON.stringify(toSortedLists(other));
}

/** Converts a TOML value to lists, whose JSON text does not depend on the order of keys. */
function toSortedLists(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toSortedLists);
  if (!isRecord(value)) return typeof value === 'bigint' ? String(value) : value;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, toSortedLists(value[name])]);
}
