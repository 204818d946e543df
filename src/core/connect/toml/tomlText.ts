// Splits a TOML text into statements (table headers, keys with their values, comments and empty lines), and adds, changes
// and removes those of Redline's entries, leaving every other character as it is.
import { stringify, parse } from 'smol-toml';
import { phrase } from '../../wording/phrase.ts';
import { eolOf } from '../json/jsonText.ts';
import type { TomlEntry } from '../settingsEntry.ts';
import { SettingsError } from '../settingsError.ts';
import { isSameToml } from './tomlValues.ts';
import { isRecord } from '../json/jsonNodes.ts';

type TomlValue = TomlEntry['values'][string];

/** Comment above Redline's lines. Users' files contain it, and `removeEntry` looks for exactly this text. */
const ownComment = '# Redline: Disconnect takes this out again.';

/** Adds an entry: keys and a blank line at the top of the file, or a table at its end, after a blank line. */
export function addEntry(text: string, entry: TomlEntry): string {
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

/**
 * Replaces the statement of a key, or adds one at the end of the entry's table.
 * @throws SettingsError if the text has no statement of the table, or if the key has subkeys
 */
export function setKey(text: string, entry: TomlEntry, name: string, value: TomlValue): string {
  const line = stringify({ [name]: value }).trimEnd();
  const statements = splitStatements(text);
  const inTable = statements.filter(({ kind, table }) => kind !== 'none' && isSameToml(table, entry.table));
  const oldStatement = inTable.find(({ kind, names }) => kind === 'key' && names[0] === name);
  const hasSubkeys = oldStatement !== undefined && oldStatement.names.length > 1;
  // The statement to replace, or the one below which the new line goes.
  const target = oldStatement ?? inTable.at(-1);
  if (target === undefined || hasSubkeys) throw rewrittenEntryError();
  const [eol = ''] = /\r?\n$/.exec(target.text) ?? [];
  const addedLine = eol === '' ? eolOf(text) + line : line + eol;
  const newText = oldStatement === undefined ? target.text + addedLine : line + eol;
  return joinTexts(statements.map((statement) => (statement === target ? { text: newText } : statement)));
}

/** Removes keys of the entry's table that are written below its header, as one name each; others stay. */
export function removeKeys(text: string, entry: TomlEntry, keys: readonly string[]): string {
  const isRemoved = ({ kind, names, table }: Statement): boolean =>
    kind === 'key' && isSameToml(table, entry.table) && names.length === 1 && keys.includes(names[0] ?? '');
  return joinTexts(splitStatements(text).filter((statement) => !isRemoved(statement)));
}

/**
 * Removes an entry, with the comment and blank line that `addEntry` added.
 * @throws SettingsError if the text has no statement of it
 */
export function removeEntry(text: string, entry: TomlEntry): string {
  const statements = splitStatements(text);
  const ranges = ownRanges(statements, entry);
  if (ranges.length === 0) throw rewrittenEntryError();
  const isTable = entry.table.length > 0;
  const removed = new Set<Statement | undefined>();
  for (const [rangeStart, end] of ranges) {
    const hasComment = statements[rangeStart - 1]?.text.trim() === ownComment;
    const start = hasComment ? rangeStart - 1 : rangeStart;
    for (const statement of statements.slice(start, end)) removed.add(statement);
    // `addEntry` also added a blank line: before a table, or after keys at the top of the file.
    const blankLine = statements[isTable ? start - 1 : end];
    // Keys that the user moved elsewhere have no blank line of Redline's.
    const isInPlace = isTable || hasComment || start === 0 || removed.has(statements[start - 1]);
    if (isInPlace && blankLine?.text.trim() === '') removed.add(blankLine);
  }
  const remaining = joinTexts(statements.filter((statement) => !removed.has(statement)));
  // If the file had no final line ending, `addEntry` put one before the table.
  return removed.has(statements.at(-1)) && !text.endsWith('\n') ? remaining.replace(/\r?\n$/, '') : remaining;
}

/** Indices of successive statements; `end` is exclusive. */
type StatementRange = readonly [start: number, end: number];

/**
 * Ranges of an entry's statements: each top-level key, or each section of its table. A section goes from a header to
 * its last key; comments and empty lines below that belong to what follows.
 */
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

function joinTexts(statements: readonly Pick<Statement, 'text'>[]): string {
  return statements.map(({ text }) => text).join('');
}

/** The error for an entry that no longer has the form in which Redline wrote it. */
export function rewrittenEntryError(): SettingsError {
  return new SettingsError(phrase('What Redline wrote there has been changed since. Remove it by hand.'));
}

/** One statement, with its indentation, comment and line ending; a value may span several lines. */
interface Statement {
  readonly text: string;
  /** `none`: a comment or an empty line. */
  readonly kind: 'header' | 'key' | 'none';
  /** The dotted names of a header, or of a key relative to its table; empty for `none`. */
  readonly names: readonly string[];
  /** The names of the header above, or of the header itself; empty above the first one. */
  readonly table: readonly string[];
}

/** Matches tokens: strings and comments (to skip brackets and line endings in them), brackets, line endings. */
const tokenPattern =
  /"""(?:[^\\"]+|\\[^]|"(?!""))*"{3,5}|'''[^]*?'{3,5}|"(?:[^\\"\n]+|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n/g;

/** Splits a text; the texts of all statements, joined, are that text again. @param text valid TOML */
export function splitStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let bracketDepth = 0;
  let table: readonly string[] = [];
  const endStatement = (end: number): void => {
    if (end === start) return;
    const statement = readStatement(text.slice(start, end), table);
    table = statement.table;
    statements.push(statement);
    start = end;
  };
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    if (token === '[' || token === '{') bracketDepth++;
    else if (token === ']' || token === '}') bracketDepth--;
    else if (token === '\n' && bracketDepth === 0) endStatement(index + 1);
  }
  endStatement(text.length);
  return statements;
}

function readStatement(text: string, table: readonly string[]): Statement {
  const trimmed = text.trimStart();
  if (trimmed === '' || trimmed.startsWith('#')) return { text, kind: 'none', names: [], table };
  const isHeader = trimmed.startsWith('[');
  // The parser decodes the names. It needs a whole statement, so a key gets a short value in place of its own.
  const names = namesIn(isHeader ? parse(text) : parse(`${keyIn(trimmed)}=0`));
  return isHeader ? { text, kind: 'header', names, table: names } : { text, kind: 'key', names, table };
}

/** The text before the first unquoted equals sign. */
function keyIn(statement: string): string {
  return /^(?:"(?:[^\\"]|\\.)*"|'[^']*'|[^"'=])*/.exec(statement)?.[0] ?? '';
}

/** The names on the path to the only value, or to an empty table, in a parsed statement. */
function namesIn(value: unknown): string[] {
  // A header such as `[[a]]` is parsed as an array of one table.
  if (Array.isArray(value)) return namesIn(value[0]);
  const [member] = isRecord(value) ? Object.entries(value) : [];
  return member === undefined ? [] : [member[0], ...namesIn(member[1])];
}
