// Puts Redline's tables and keys into a settings file of TOML, and takes them out. What surrounds them stays as it is: they are
// added and removed as whole statements, and the parser makes sure that the rest of the file means what it did.
import { parse, stringify } from 'smol-toml';
import { phrase } from '../wording/phrase.ts';
import { isOwnValue, type TomlEntry } from './entry.ts';
import { isRecord, maxSettingsChars } from './jsonNodes.ts';
import { SettingsError } from './settingsError.ts';
import { splitStatements, type Statement } from './tomlStatements.ts';

type Table = Readonly<Record<string, unknown>>;

/** Marks Redline's lines for the reader. */
const ownComment = '# Redline: Disconnect takes this out again.';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce(
    (current, entry) =>
      requireOnlyEntryChanged(
        current,
        hasOwnEntry(current, entry) ? updateEntry(current, entry) : addEntry(current, entry),
        entry,
      ),
    text,
  );
}

/** Removes Redline's entries. */
export function withoutTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((current, written) => {
    const rootTable = parseToml(current);
    const entry = withoutChangedKeys(rootTable, written);
    const value = valueAt(rootTable, entry);
    if (value === undefined || !isOwnValue(value, entry)) return current;
    return requireOnlyEntryChanged(current, removeEntry(current, entry), entry);
  }, text);
}

/** At the top level, each key is Redline's by itself: what a person has changed there stays, and the others go. */
function withoutChangedKeys(rootTable: Table, entry: TomlEntry): TomlEntry {
  if (entry.table.length > 0) return entry;
  const unchanged = Object.entries(entry.values).filter(([name, value]) => isSameToml(rootTable[name], value));
  return { ...entry, values: Object.fromEntries(unchanged) };
}

function parseToml(text: string): Table {
  if (text.length > maxSettingsChars) throw new SettingsError(phrase('It is too large to be a settings file.'));
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

/** Whether the keys of an entry are there, with whatever values. @throws SettingsError if something else is. */
function hasOwnEntry(text: string, entry: TomlEntry): boolean {
  const value = valueAt(parseToml(text), entry);
  if (value === undefined) return false;
  if (isOwnValue(value, entry)) return true;
  const names = entry.table.length === 0 ? Object.keys(entry.values) : [entry.table.join('.')];
  throw new SettingsError(
    phrase('"{0}" holds something else than Redline would write there. Remove or rename it first.', names.join(', ')),
  );
}

/** The table of an entry, or those of its keys at the top level; undefined if there is none. */
function valueAt(rootTable: Table, { table, values }: TomlEntry): unknown {
  if (table.length === 0) {
    const ownKeys = Object.entries(rootTable).filter(([name]) => name in values);
    return ownKeys.length === 0 ? undefined : Object.fromEntries(ownKeys);
  }
  return table.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), rootTable);
}

function addEntry(text: string, entry: TomlEntry): string {
  const eol = eolOf(text);
  const lines = entryLines(entry);
  if (entry.table.length === 0) return [...lines, '', ''].join(eol) + text;
  const hasFinalEol = text === '' || text.endsWith('\n');
  const gap = text.trim() === '' ? '' : eol;
  // Keeps the final line ending present or absent.
  return `${text}${hasFinalEol ? '' : eol}${gap}${lines.join(eol)}${hasFinalEol ? eol : ''}`;
}

function entryLines({ table, values }: TomlEntry): string[] {
  const header = table.length === 0 ? [] : [`[${table.map(keyText).join('.')}]`];
  return [
    ownComment,
    ...header,
    ...stringify({ ...values })
      .trimEnd()
      .split('\n'),
  ];
}

function keyText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Sets the keys that have other values, and removes stale ones; what else a person has added to the table stays. */
function updateEntry(original: string, entry: TomlEntry): string {
  const text = removeStaleKeys(original, entry);
  const currentValue = valueAt(parseToml(text), entry);
  const changedEntries = Object.entries(entry.values).filter(
    ([name, value]) => !isRecord(currentValue) || !isSameToml(currentValue[name], value),
  );
  return changedEntries.reduce(
    (current, [name, value]) => setKey(current, entry, name, stringify({ [name]: value }).trimEnd()),
    text,
  );
}

/** @throws SettingsError if they do not stand in the table of their own */
function removeStaleKeys(text: string, entry: TomlEntry): string {
  const staleKeys = findStaleKeys(text, entry);
  if (staleKeys.length === 0) return text;
  const isStale = ({ kind, names, table }: Statement): boolean =>
    kind === 'key' && isSameToml(table, entry.table) && names.length === 1 && staleKeys.includes(names[0] ?? '');
  const remaining = splitStatements(text).flatMap((each) => (isStale(each) ? [] : [each.text]));
  const updated = remaining.join('');
  if (findStaleKeys(updated, entry).length > 0) throw rewrittenError();
  return updated;
}

function findStaleKeys(text: string, entry: TomlEntry): string[] {
  const { stale, values } = entry;
  if (stale === undefined) return [];
  const table = valueAt(parseToml(text), entry);
  if (!isRecord(table)) return [];
  return Object.keys(table).filter(
    (name) => name.startsWith(stale.prefix) && table[name] === stale.value && !Object.hasOwn(values, name),
  );
}

function setKey(text: string, entry: TomlEntry, name: string, line: string): string {
  const statements = splitStatements(text);
  const ownStatements = statements.filter(({ kind, table }) => kind !== 'none' && isSameToml(table, entry.table));
  const oldStatement = ownStatements.find(({ kind, names }) => kind === 'key' && names[0] === name);
  const last = ownStatements.at(-1);
  if (last === undefined || (oldStatement?.names.length ?? 1) > 1) throw rewrittenError();
  const [end = ''] = /\r?\n$/.exec((oldStatement ?? last).text) ?? [];
  const addedLine = end === '' ? eolOf(text) + line : line + end;
  return statements
    .map((each) =>
      each === oldStatement ? line + end : each === last && !oldStatement ? each.text + addedLine : each.text,
    )
    .join('');
}

function removeEntry(text: string, entry: TomlEntry): string {
  const statements = splitStatements(text);
  const ranges = ownRanges(statements, entry);
  if (ranges.length === 0) throw rewrittenError();
  const removedStatements = new Set<Statement | undefined>();
  for (const [start, end] of ranges) {
    const hasMark = statements[start - 1]?.text.trim() === ownComment;
    const statementsAbove = statements.slice(0, hasMark ? start - 1 : start);
    for (const each of statements.slice(statementsAbove.length, end)) removedStatements.add(each);
    // With the empty line that was added before a table, or after keys at the top.
    const blank =
      entry.table.length > 0
        ? statementsAbove.at(-1)
        : statementsAbove.every((each) => removedStatements.has(each)) && statements[end];
    if (blank && blank.text.trim() === '') removedStatements.add(blank);
  }
  const remaining = statements.flatMap((each) => (removedStatements.has(each) ? [] : [each.text])).join('');
  // Without a line ending at its end, the table had been added after one of its own.
  return removedStatements.has(statements.at(-1)) && !text.endsWith('\n') ? remaining.replace(/\r?\n$/, '') : remaining;
}

/** The keys of an entry at the top, or its table and those in it without comments at their ends, as indices of statements. */
function ownRanges(statements: readonly Statement[], { table, values }: TomlEntry): (readonly [number, number])[] {
  return statements.flatMap(({ kind, names, table: at }, index): (readonly [number, number])[] => {
    if (table.length === 0) {
      const isOwn = kind === 'key' && at.length === 0 && Object.hasOwn(values, names[0] ?? '');
      return isOwn ? [[index, index + 1]] : [];
    }
    if (kind !== 'header' || !isSameToml(names.slice(0, table.length), table)) return [];
    const next = statements.findIndex((each, other) => other > index && each.kind === 'header');
    const section = statements.slice(index, next < 0 ? undefined : next);
    return [[index, index + section.findLastIndex((each) => each.kind !== 'none') + 1]];
  });
}

/** Whether two values of TOML are the same, whatever the order of keys. */
function isSameToml(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
}

function rewrittenError(): SettingsError {
  return new SettingsError(phrase('What Redline wrote there was rewritten since. Remove it by hand.'));
}

/** Verifies that two texts mean the same except for an entry. */
function requireOnlyEntryChanged(before: string, after: string, entry: TomlEntry): string {
  if (after === before) return after;
  const [restBefore, restAfter] = [before, after].map((text) => withoutEntry(parseAgain(text), entry));
  if (isSameToml(restBefore, restAfter)) return after;
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
function withoutEntry(rootTable: Table, { table, values }: TomlEntry): unknown {
  const withoutPath = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return undefined;
    if (!isRecord(value)) return value;
    const { [name]: inner, ...others } = value;
    const remaining = withoutPath(inner, rest);
    if (remaining === undefined || (isRecord(remaining) && Object.keys(remaining).length === 0)) return others;
    return { ...others, [name]: remaining };
  };
  return table.length > 0
    ? withoutPath(rootTable, table)
    : Object.fromEntries(Object.entries(rootTable).filter(([name]) => !(name in values)));
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
