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
 * @throws `ToolError` `VALIDATION_ERROR` for an unbalanced brace, and `TooManyAlternativesError` for more than
 *   `maxAlternatives`, or more than `maxExpandedChars` of them together
 */
export function expandBraces(pattern: string): string[] {
  const openBraces: OpenBrace[] = [];
  let alternatives = [''];
  for (let index = 0; index < pattern.length;) {
    const character = pattern[index] ?? '';
    const openBrace = openBraces.at(-1);
    if (character === '}' && openBrace === undefined) throw unbalancedError(pattern, '}', '{');
    const end = tokenEnd(pattern, index);
    if (character === '{') {
      openBraces.push({ before: alternatives, inside: [] });
      alternatives = [''];
    } else if (openBrace !== undefined && (character === '}' || character === ',')) {
      for (const text of alternatives) openBrace.inside.push(text);
      if (openBrace.inside.length > maxAlternatives) throw tooManyAlternativesError(pattern);
      alternatives = character === ',' ? [''] : combine(openBrace.before, openBrace.inside, pattern);
      if (character === '}') openBraces.pop();
    } else {
      const token = pattern.slice(index, end);
      alternatives = alternatives.map((text) => text + token);
    }
    index = end;
  }
  if (openBraces.length > 0) throw unbalancedError(pattern, '{', '}');
  if (alternatives.length > 1 && alternatives.reduce((sum, { length }) => sum + length, 0) > maxExpandedChars)
    throw new TooManyAlternativesError(pattern, `${maxExpandedChars.toLocaleString('en')} characters`);
  return alternatives;
}

/** A `{` whose `}` was not reached yet. A list of them instead of recursion: a hostile glob nests thousands. */
interface OpenBrace {
  /** The alternatives of the text before it, from the last `{` or `,` of the brace around it on. */
  readonly before: readonly string[];
  /** The alternatives between it and the last `,`. */
  readonly inside: string[];
}

function combine(starts: readonly string[], ends: readonly string[], pattern: string): string[] {
  if (starts.length * ends.length > maxAlternatives) throw tooManyAlternativesError(pattern);
  return starts.flatMap((start) => ends.map((end) => start + end));
}

/** Index after the character at `index` and the character that it escapes, or after a bracket expression. */
function tokenEnd(pattern: string, index: number): number {
  if (pattern[index] === '[') return classEnd(pattern, index);
  return index + (pattern[index] === '\\' ? 2 : 1);
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

/** Maximum length of a pattern in an error message, in UTF-16 units. */
const maxQuotedChars = 80;

/** Quotes a pattern for an error message, truncated to `maxQuotedChars`. */
export function quotePattern(pattern: string): string {
  return JSON.stringify(pattern.length > maxQuotedChars ? `${pattern.slice(0, maxQuotedChars)}…` : pattern);
}
