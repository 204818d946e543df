// Adds Redline's tables and keys to a settings file of TOML, and removes them, as whole lines. The parser verifies that
// the rest of the file keeps its meaning.
import { parse, stringify } from 'smol-toml';
import { phrase } from '../wording/phrase.ts';
import type { TomlEntry } from './entry.ts';
import { isRecord, maxSettingsLength } from './jsonNodes.ts';
import { SettingsError } from './settingsError.ts';

type Table = Readonly<Record<string, unknown>>;

/** Marks Redline's lines for the reader. */
const mark = '# Redline: Disconnect takes this out again.';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((so, entry) => (hasOwn(so, entry) ? so : requireOnly(so, added(so, entry), entry)), text);
}

/** Removes Redline's entries. */
export function withoutTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((so, entry) => {
    const found = placeOf(parseToml(so), entry);
    if (found === undefined || !entry.isOwn(found)) return so;
    return requireOnly(so, removed(so, entry), entry);
  }, text);
}

function parseToml(text: string): Table {
  if (text.length > maxSettingsLength) throw new SettingsError(phrase('It is too large to be a settings file.'));
  try {
    return parseExactly(text);
  } catch (cause) {
    const [words = ''] = (cause instanceof Error ? cause.message : '').split('\n');
    throw new SettingsError(phrase('It is no valid TOML: {0}. Mend it first.', words));
  }
}

function parseExactly(text: string): Table {
  return parse(text, { integersAsBigInt: 'asNeeded' });
}

/** Whether all keys of an entry are present. @throws SettingsError if one has another value. */
function hasOwn(text: string, entry: TomlEntry): boolean {
  const found = placeOf(parseToml(text), entry);
  if (found === undefined) return false;
  if (entry.isOwn(found)) return true;
  const names = entry.table.length === 0 ? Object.keys(entry.values) : [entry.table.join('.')];
  throw new SettingsError(
    phrase('"{0}" holds something else than Redline would write there. Remove or rename it first.', names.join(', ')),
  );
}

/** The table of an entry, or those of its keys at the top level; undefined if there is none. */
function placeOf(top: Table, { table, values }: TomlEntry): unknown {
  if (table.length === 0) {
    const found = Object.entries(top).filter(([name]) => name in values);
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }
  return table.reduce<unknown>((so, name) => (isRecord(so) ? so[name] : undefined), top);
}

function added(text: string, entry: TomlEntry): string {
  const eol = eolOf(text);
  const lines = linesOf(entry);
  if (entry.table.length === 0) return [...lines, '', ''].join(eol) + text;
  const isEnded = text === '' || text.endsWith('\n');
  const gap = text.trim() === '' ? '' : eol;
  // Keeps the final line ending present or absent.
  return `${text}${isEnded ? '' : eol}${gap}${lines.join(eol)}${isEnded ? eol : ''}`;
}

function linesOf({ table, values }: TomlEntry): string[] {
  const header = table.length === 0 ? [] : [`[${table.map(keyText).join('.')}]`];
  return [
    mark,
    ...header,
    ...stringify({ ...values })
      .trimEnd()
      .split('\n'),
  ];
}

function keyText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function removed(text: string, entry: TomlEntry): string {
  const lines = text.split(/(?<=\n)/);
  const at = (index: number): string => lines[index]?.trim() ?? '';
  const first = lines.findIndex((line, index) => isStart(line.trim(), entry) && !isInString(lines, index));
  if (first < 0) throw handMade();
  const isTable = entry.table.length > 0;
  let start = at(first - 1) === mark ? first - 1 : first;
  let end = first + (isTable ? 1 : Object.keys(entry.values).length);
  if (isTable) while (isKeyLine(at(end))) end++;
  // Also removes the empty line that was added before a table, or after keys at the top level.
  if (isTable && start > 0 && at(start - 1) === '') start--;
  if (!isTable && end < lines.length && at(end) === '') end++;
  const left = [...lines.slice(0, start), ...lines.slice(end)].join('');
  // Without a final line ending, the table had been added after a line ending of its own.
  return end >= lines.length && !text.endsWith('\n') ? left.replace(/\r?\n$/, '') : left;
}

function isStart(line: string, { table, values }: TomlEntry): boolean {
  if (table.length === 0) return line.startsWith(`${Object.keys(values)[0] ?? ''} =`);
  return line === `[${table.map(keyText).join('.')}]`;
}

/** Whether a line is inside a multi-line string or list, so that the lines before it are not a valid file. */
function isInString(lines: readonly string[], at: number): boolean {
  try {
    parseExactly(lines.slice(0, at).join(''));
    return false;
  } catch {
    return true;
  }
}

function isKeyLine(line: string): boolean {
  return /^[\w"'-][^=]*=/.test(line);
}

function handMade(): SettingsError {
  return new SettingsError(phrase('What Redline wrote there was rewritten since. Remove it by hand.'));
}

/** Verifies that two texts mean the same except for an entry. */
function requireOnly(before: string, after: string, entry: TomlEntry): string {
  const [one, other] = [before, after].map((text) => JSON.stringify(without(parseAgain(text), entry)));
  if (one === other) return after;
  throw new SettingsError(phrase('It could not be changed without changing something else in it.'));
}

function parseAgain(text: string): Table {
  try {
    return parseExactly(text);
  } catch {
    throw new SettingsError(phrase('It could not be changed without changing something else in it.'));
  }
}

/** Copies a table without the entry, and without tables that become empty; keys sorted. */
function without(top: Table, { table, values }: TomlEntry): unknown {
  const cut = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return undefined;
    if (!isRecord(value)) return value;
    const { [name]: inner, ...others } = value;
    const left = cut(inner, rest);
    if (left === undefined || (isRecord(left) && Object.keys(left).length === 0)) return others;
    return { ...others, [name]: left };
  };
  const gone =
    table.length > 0 ? cut(top, table) : Object.fromEntries(Object.entries(top).filter(([name]) => !(name in values)));
  return sortedKeys(gone);
}

function sortedKeys(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isRecord(value)) return typeof value === 'bigint' ? String(value) : value;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, sortedKeys(value[name])]);
}

function eolOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n';
}
