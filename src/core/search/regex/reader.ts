// Defines the cursor of the regular expression parser, and its error.
import { validationError, type ToolError } from '../../wording/errors.ts';

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
