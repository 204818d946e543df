import { ToolError } from '../wording/errors.ts';

/** More alternatives than any pattern written with a purpose has; each costs time on every path. */
const maxAlternatives = 256;

/**
 * Expands the braces of a glob: `a{b,c{d,e}}` becomes `ab`, `acd`, `ace`. A `\` quotes, and inside `[…]` braces are
 * plain characters. Numbers do not count: `{1..3}` is the one alternative `1..3`, as it is to VS Code and ripgrep.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for a brace without its other half and for more than 256 alternatives
 */
export function expandBraces(pattern: string): string[] {
  const reader = { pattern, at: 0 };
  const expanded = readSequence(reader, 0);
  if (reader.at < pattern.length) throw unbalanced(pattern, '}', '{');
  return expanded;
}

interface Reader {
  readonly pattern: string;
  at: number;
}

/** Reads up to the end, or inside braces up to `,` or `}`. */
function readSequence(reader: Reader, depth: number): string[] {
  const { pattern } = reader;
  let texts = [''];
  while (reader.at < pattern.length) {
    const character = pattern[reader.at] ?? '';
    if (character === '}' || (character === ',' && depth > 0)) break;
    if (character === '{') {
      texts = combine(texts, readBraces(reader, depth + 1), pattern);
      continue;
    }
    const end = character === '\\' ? reader.at + 2 : character === '[' ? classEnd(pattern, reader.at) : reader.at + 1;
    texts = texts.map((text) => text + pattern.slice(reader.at, end));
    reader.at = end;
  }
  return texts;
}

function readBraces(reader: Reader, depth: number): string[] {
  const alternatives: string[] = [];
  do {
    reader.at++;
    for (const text of readSequence(reader, depth)) alternatives.push(text);
    if (alternatives.length > maxAlternatives) throw tooMany(reader.pattern);
  } while (reader.pattern[reader.at] === ',');
  if (reader.pattern[reader.at] !== '}') throw unbalanced(reader.pattern, '{', '}');
  reader.at++;
  return alternatives;
}

function combine(left: readonly string[], right: readonly string[], pattern: string): string[] {
  if (left.length * right.length > maxAlternatives) throw tooMany(pattern);
  return left.flatMap((start) => right.map((end) => start + end));
}

/** The place after a bracket expression; a `[` that is never closed stands for itself here, and is refused later. */
function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern[at] === '!' || pattern[at] === '^') at++;
  for (let first = true; at < pattern.length; at++, first = false) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === ']' && !first) return at + 1;
  }
  return from + 1;
}

function tooMany(pattern: string): ToolError {
  const what = `The braces of the glob ${shorten(pattern)} expand to more than ${maxAlternatives} patterns.`;
  return new ToolError('VALIDATION_ERROR', `${what} Use * or several calls.`);
}

function unbalanced(pattern: string, found: string, missing: string): ToolError {
  const what = `The glob ${shorten(pattern)} has a ${found} without a matching ${missing}.`;
  return new ToolError('VALIDATION_ERROR', `${what} Close it, or write \\${found} for the character itself.`);
}

/** A pattern as an error message shows it. */
export function shorten(pattern: string): string {
  return JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);
}
