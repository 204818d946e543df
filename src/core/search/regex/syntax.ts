// Defines what the parser of regular expressions reads and makes: its cursor, its error, and the syntax tree that
// `parse.ts` creates and `program.ts` compiles.
import { validationError, type ToolError } from '../../wording/errors.ts';

/** Tests whether a code point belongs to a class of characters. */
export type CharacterTest = (codePoint: number) => boolean;

/**
 * A condition at an offset (zero-width assertion). Lines end at LF, CRLF and lone CR. `noWordBefore` and `noWordAfter`
 * have no syntax: the search adds them around a query for whole words.
 */
export type Assertion =
  | 'lineStart'
  | 'lineEnd'
  | 'textStart'
  | 'textEnd'
  | 'wordEdge'
  | 'noWordEdge'
  | 'wordStart'
  | 'wordEnd'
  | 'noWordBefore'
  | 'noWordAfter';

/** A regular expression as a syntax tree. Groups have no node, since captures are not needed. */
export type Regex =
  /** `literal`: the character, if the pattern spells a single one; if case is ignored, its other case matches, too. */
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly literal?: string }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** Without parts, it matches the empty text. */
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  /** Prefers the first alternative that leads to a match. */
  | { readonly kind: 'choice'; readonly alternatives: readonly Regex[] }
  /** `max` may be `Infinity`; `greedy` prefers more repetitions. */
  | {
      readonly kind: 'repeat';
      readonly part: Regex;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    };

/** The flags in effect at a position in an expression. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  /** `.` also matches line endings. */
  readonly dotAll: boolean;
}

/** The state of the parser. Characters are code points, so that surrogate pairs stay together. */
export interface RegexReader {
  readonly source: readonly string[];
  /** Index of the next character; every reading function moves it past what it reads. */
  index: number;
}

/** The error for an invalid expression. */
export function invalidRegexError(reason: string): ToolError {
  const what = `The regular expression is invalid: ${reason}.`;
  return validationError(`${what} Correct it, or send isRegex: false to look for the text itself.`);
}

/** Consumes an ASCII text if it comes next; returns whether it did. */
export function accept(reader: RegexReader, text: string): boolean {
  for (let offset = 0; offset < text.length; offset++) {
    if (reader.source[reader.index + offset] !== text[offset]) return false;
  }
  reader.index += text.length;
  return true;
}
