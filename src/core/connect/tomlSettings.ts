// Adds Redline's entries to a TOML settings file, and removes them. Edits whole statements of the text, so that the
// rest stays byte for byte as it is, then parses the result to verify that nothing else changed its meaning.
import { parse, stringify } from 'smol-toml';
import { phrase } from '../wording/phrase.ts';
import { isOwnValue, type TomlEntry } from './entry.ts';
import { isRecord, maxSettingsChars } from './jsonNodes.ts';
import { SettingsError } from './settingsError.ts';
import { splitStatements, type Statement } from './tomlStatements.ts';

type Table = Readonly<Record<string, unknown>>;

/** Comment above Redline's lines. */
const ownComment = '# Redline: Disconnect takes this out again.';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((current, entry) => requireOnlyEntryChanged(current, withEntry(current, entry), entry), text);
}

function withEntry(text: string, entry: TomlEntry): string {
  if (entry.table.length === 0) return addMissingKeys(text, entry);
  return hasOwnTable(text, entry) ? updateTable(text, entry) : addEntry(text, entry);
}

/** Removes Redline's entries; those with values of the user's stay. @throws SettingsError as `withTomlEntries` */
export function withoutTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((current, written) => {
    const rootTable = parseToml(current);
    const entry = withoutChangedKeys(rootTable, written);
    const { table, values } = entry;
    const isThere = table.length === 0 ? Object.keys(values).length > 0 : isOwnValue(tableAt(rootTable, entry), entry);
    return isThere ? requireOnlyEntryChanged(current, removeEntry(current, entry), entry) : current;
  }, text);
}

/** Omits the top-level keys that the user has changed, so that they stay. A table is Redline's as a whole. */
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
    const [firstLine = ''] = (cause instanceof Error ? cause.message : '').split('\n');
    throw new SettingsError(phrase('It is no valid TOML: {0}. Mend it first.', firstLine));
  }
}

function parseExactly(text: string): Table {
  return parse(text, { integersAsBigInt: 'asNeeded' });
}

/** Whether the text has a table of Redline's, whatever its values. @throws SettingsError if another one has its name */
function hasOwnTable(text: string, entry: TomlEntry): boolean {
  const table = tableAt(parseToml(text), entry);
  if (table === undefined || isOwnValue(table, entry)) return table !== undefined;
  throw otherValueError([entry.table.join('.')]);
}

function tableAt(rootTable: Table, { table }: TomlEntry): unknown {
  return table.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), rootTable);
}

function otherValueError(names: readonly string[]): SettingsError {
  return new SettingsError(
    phrase('"{0}" holds something else than Redline would write there. Remove or rename it first.', names.join(', ')),
  );
}

/** Adds the top-level keys that the text lacks. @throws SettingsError if one has another value */
function addMissingKeys(text: string, entry: TomlEntry): string {
  const rootTable = parseToml(text);
  const [presentKeys = [], missingKeys = []] = [true, false].map((isThere) =>
    Object.entries(entry.values).filter(([name]) => Object.hasOwn(rootTable, name) === isThere),
  );
  const otherKeys = presentKeys.filter(([name, value]) => !isSameToml(rootTable[name], value));
  if (otherKeys.length > 0) throw otherValueError(otherKeys.map(([name]) => name));
  return missingKeys.length === 0 ? text : addEntry(text, { ...entry, values: Object.fromEntries(missingKeys) });
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

/** Sets the keys whose values differ, and removes stale ones; keys that the user added to the table stay. */
function updateTable(original: string, entry: TomlEntry): string {
  const text = removeStaleKeys(original, entry);
  const currentValue = tableAt(parseToml(text), entry);
  const changedEntries = Object.entries(entry.values).filter(
    ([name, value]) => !isRecord(currentValue) || !isSameToml(currentValue[name], value),
  );
  return changedEntries.reduce(
    (current, [name, value]) => setKey(current, entry, name, stringify({ [name]: value }).trimEnd()),
    text,
  );
}

/** Removes stale keys. @throws SettingsError if they are not plain keys below the table's header */
function removeStaleKeys(text: string, entry: TomlEntry): string {
  const staleKeys = findStaleKeys(text, entry);
  if (staleKeys.length === 0) return text;
  const isStale = ({ kind, names, table }: Statement): boolean =>
    kind === 'key' && isSameToml(table, entry.table) && names.length === 1 && staleKeys.includes(names[0] ?? '');
  const updated = joinTexts(splitStatements(text).filter((statement) => !isStale(statement)));
  if (findStaleKeys(updated, entry).length > 0) throw rewrittenError();
  return updated;
}

function findStaleKeys(text: string, entry: TomlEntry): string[] {
  const { stale, values } = entry;
  if (stale === undefined) return [];
  const table = tableAt(parseToml(text), entry);
  if (!isRecord(table)) return [];
  return Object.keys(table).filter(
    (name) => name.startsWith(stale.prefix) && table[name] === stale.value && !Object.hasOwn(values, name),
  );
}

/**
 * Replaces the statement of a key, or adds one at the end of the entry's table.
 * @param line the key and value, as TOML
 */
function setKey(text: string, entry: TomlEntry, name: string, line: string): string {
  const statements = splitStatements(text);
  const ownStatements = statements.filter(({ kind, table }) => kind !== 'none' && isSameToml(table, entry.table));
  const oldStatement = ownStatements.find(({ kind, names }) => kind === 'key' && names[0] === name);
  const neighbour = oldStatement ?? ownStatements.at(-1);
  if (neighbour === undefined || (oldStatement?.names.length ?? 1) > 1) throw rewrittenError();
  const [end = ''] = /\r?\n$/.exec(neighbour.text) ?? [];
  const addedLine = end === '' ? eolOf(text) + line : line + end;
  const newText = oldStatement === undefined ? neighbour.text + addedLine : line + end;
  return joinTexts(statements.map((statement) => (statement === neighbour ? { text: newText } : statement)));
}

function joinTexts(statements: readonly Pick<Statement, 'text'>[]): string {
  return statements.map(({ text }) => text).join('');
}

function removeEntry(text: string, entry: TomlEntry): string {
  const statements = splitStatements(text);
  const ranges = ownRanges(statements, entry);
  if (ranges.length === 0) throw rewrittenError();
  const removed = new Set<Statement | undefined>();
  for (const [rangeStart, end] of ranges) {
    const start = statements[rangeStart - 1]?.text.trim() === ownComment ? rangeStart - 1 : rangeStart;
    for (const statement of statements.slice(start, end)) removed.add(statement);
    // `addEntry` also added a blank line: before a table, or after keys at the top of the file.
    const isTable = entry.table.length > 0;
    const isAtTop = statements.slice(0, start).every((statement) => removed.has(statement));
    const blankLine = statements[isTable ? start - 1 : end];
    if ((isTable || isAtTop) && blankLine?.text.trim() === '') removed.add(blankLine);
  }
  const remaining = joinTexts(statements.filter((statement) => !removed.has(statement)));
  // Also the line ending that `addEntry` put before a table, if the file had no final one.
  return removed.has(statements.at(-1)) && !text.endsWith('\n') ? remaining.replace(/\r?\n$/, '') : remaining;
}

/** Indices `[start, end)` of statements. */
type StatementRange = readonly [start: number, end: number];

/** Ranges of an entry's statements: each top-level key, or each section of its table without comments at its end. */
function ownRanges(statements: readonly Statement[], { table, values }: TomlEntry): StatementRange[] {
  return statements.flatMap(({ kind, names, table: parent }, index): StatementRange[] => {
    if (table.length === 0) {
      const isOwn = kind === 'key' && parent.length === 0 && Object.hasOwn(values, names[0] ?? '');
      return isOwn ? [[index, index + 1]] : [];
    }
    if (kind !== 'header' || !isSameToml(names.slice(0, table.length), table)) return [];
    const nextHeader = statements.findIndex(
      (statement, otherIndex) => otherIndex > index && statement.kind === 'header',
    );
    const section = statements.slice(index, nextHeader < 0 ? undefined : nextHeader);
    return [[index, index + section.findLastIndex((statement) => statement.kind !== 'none') + 1]];
  });
}

/** Deep equality of TOML values, ignoring the order of keys. */
function isSameToml(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
}

function rewrittenError(): SettingsError {
  return new SettingsError(phrase('What Redline wrote there was rewritten since. Remove it by hand.'));
}

/** Returns `after`. @throws SettingsError unless both texts mean the same except for the entry */
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

/** Copies a table without the entry, and without tables that become empty. */
function withoutEntry(rootTable: Table, { table, values }: TomlEntry): Table {
  const withoutPath = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return undefined;
    if (!isRecord(value)) return value;
    const { [name]: inner, ...others } = value;
    const remaining = withoutPath(inner, rest);
    if (remaining === undefined || (isRecord(remaining) && Object.keys(remaining).length === 0)) return others;
    return { ...others, [name]: remaining };
  };
  if (table.length === 0) return Object.fromEntries(Object.entries(rootTable).filter(([name]) => !(name in values)));
  const remainingTable = withoutPath(rootTable, table);
  return isRecord(remainingTable) ? remainingTable : {};
}

/** Converts a TOML value to one whose JSON text does not depend on the order of keys. */
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
