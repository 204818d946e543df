// Splits a valid text of TOML into its statements: headers of tables, keys with their values, comments and empty lines.
import { parse } from 'smol-toml';
import { isRecord } from './jsonNodes.ts';

/** One statement with its indentation, its comment and its line ending; more than one line where its value has more. */
export interface Statement {
  readonly text: string;
  readonly kind: 'header' | 'key' | 'none';
  /** The names in a header or a key, from the table in which the key stands. */
  readonly names: readonly string[];
  /** The header under which it stands, itself included; empty above the first one. */
  readonly table: readonly string[];
}

/** Strings and comments, in which brackets and line endings mean nothing; brackets; line endings. */
const tokenPattern =
  /"""(?:[^\\"]+|\\[^]|"(?!""))*"{3,5}|'''[^]*?'{3,5}|"(?:[^\\"\n]+|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n/g;

/** @param text valid. Its statements, put together, are the text. */
export function splitStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let [start, depth]: [number, number] = [0, 0];
  let table: readonly string[] = [];
  const endStatement = (end: number): void => {
    if (end === start) return;
    const statement = readStatement(text.slice(start, end), table);
    ({ table } = statement);
    statements.push(statement);
    start = end;
  };
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (token === '\n' && depth === 0) endStatement(index + 1);
  }
  endStatement(text.length);
  return statements;
}

function readStatement(text: string, table: readonly string[]): Statement {
  const start = text.trimStart();
  if (start === '' || start.startsWith('#')) return { text, kind: 'none', names: [], table };
  const isHeader = start.startsWith('[');
  const names = namesIn(isHeader ? parse(text) : parse(`${keyIn(start)}=0`));
  return isHeader ? { text, kind: 'header', names, table: names } : { text, kind: 'key', names, table };
}

/** The text before the equals sign that no quotes hold. */
function keyIn(statement: string): string {
  return /^(?:"(?:[^\\"]|\\.)*"|'[^']*'|[^"'=])*/.exec(statement)?.[0] ?? '';
}

/** The names on the way to the one value, or to the table that is empty. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return namesIn(value[0]);
  const [member] = isRecord(value) ? Object.entries(value) : [];
  return member === undefined ? [] : [member[0], ...namesIn(member[1])];
}
