// Splits a valid TOML text into statements: table headers, keys with their values, comments and empty lines.
import { parse } from 'smol-toml';
import { isRecord } from '../json/jsonNodes.ts';

/** One statement, with its indentation, comment and line ending; a value may span several lines. */
export interface Statement {
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
