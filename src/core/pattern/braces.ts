// Expands the braces of globs into alternatives, within limits.
import { ToolError, validationError } from '../wording/errors.ts';

/** Maximum number of alternatives of one glob. Each is matched against every path. */
const maxAlternatives = 256;
/** Maximum length of all alternatives together, in UTF-16 units: matching a path takes time proportional to it. */
const maxExpandedChars = 16_384;

/** Thrown for a glob whose alternatives exceed a limit, in number or in total length. */
export class TooManyAlternativesError extends ToolError {
  constructor(pattern: string, limit: string) {
    super(
      'VALIDATION_ERROR',
      `The braces of the glob ${quotePattern(pattern)} expand to more than ${limit}. Use * or several calls.`,
    );
  }
}

/**
 * Expands the braces of a glob: `a{b,c{d,e}}` becomes `ab`, `acd`, `ace`. A `\` escapes, and inside `[…]` braces are
 * plain characters. `{1..3}` is not a range but the one alternative `1..3`, as in VS Code and ripgrep.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an unbalanced brace, and `TooManyAlternativesError` for more than 256
 *   alternatives, or more than 16,384 characters of them
 */
export function expandBraces(pattern: string): string[] {
  const reader = { pattern, index: 0 };
  const expanded = readSequence(reader, '}');
  if (reader.index < pattern.length) throw unbalancedError(pattern, '}', '{');
  if (expanded.length > 1 && expanded.join('').length > maxExpandedChars)
    throw new TooManyAlternativesError(pattern, `${maxExpandedChars.toLocaleString('en')} characters`);
  return expanded;
}

/** A cursor over a glob. Every reading function moves `index` past what it reads. */
interface GlobReader {
  readonly pattern: string;
  index: number;
}

/** Reads alternatives up to the end or a terminator. A `,` ends them only inside braces. */
function readSequence(reader: GlobReader, terminators: '}' | ',}'): string[] {
  const { pattern } = reader;
  let alternatives = [''];
  while (reader.index < pattern.length) {
    const character = pattern[reader.index] ?? '';
    if (terminators.includes(character)) break;
    if (character === '{') {
      alternatives = combine(alternatives, readBraces(reader), pattern);
      continue;
    }
    const plainEnd = reader.index + (character === '\\' ? 2 : 1);
    const end = character === '[' ? classEnd(pattern, reader.index) : plainEnd;
    alternatives = alternatives.map((text) => text + pattern.slice(reader.index, end));
    reader.index = end;
  }
  return alternatives;
}

/** Reads from a `{` past its `}`: the alternatives between them. */
function readBraces(reader: GlobReader): string[] {
  const alternatives: string[] = [];
  do {
    reader.index++;
    for (const text of readSequence(reader, ',}')) alternatives.push(text);
    if (alternatives.length > maxAlternatives) throw tooManyAlternativesError(reader.pattern);
  } while (reader.pattern[reader.index] === ',');
  if (reader.pattern[reader.index] !== '}') throw unbalancedError(reader.pattern, '{', '}');
  reader.index++;
  return alternatives;
}

function combine(starts: readonly string[], ends: readonly string[], pattern: string): string[] {
  if (starts.length * ends.length > maxAlternatives) throw tooManyAlternativesError(pattern);
  return starts.flatMap((start) => ends.map((end) => start + end));
}

/** Index after the bracket expression at `from`. An unclosed `[` is a plain character here; `readSteps` rejects it. */
function classEnd(pattern: string, from: number): number {
  let index = from + 1;
  if (pattern[index] === '!' || pattern[index] === '^') index++;
  // A `]` in first place is a member of the expression.
  for (let isFirst = true; index < pattern.length; index++, isFirst = false) {
    if (pattern[index] === '\\') index++;
    else if (pattern[index] === ']' && !isFirst) return index + 1;
  }
  return from + 1;
}

function tooManyAlternativesError(pattern: string): ToolError {
  return new TooManyAlternativesError(pattern, `${maxAlternatives} patterns`);
}

function unbalancedError(pattern: string, brace: string, counterpart: string): ToolError {
  const problem = `The glob ${quotePattern(pattern)} has a ${brace} without a matching ${counterpart}.`;
  return validationError(`${problem} Close it, or write \\${brace} for the character itself.`);
}

/** Quotes a pattern for an error message, truncated to 80 characters. */
export function quotePattern(pattern: string): string {
  return JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);
}
