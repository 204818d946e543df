// Checks whether an offset is inside a character, where a match must not begin or end.
import { isInsidePair } from '../text/unicode.ts';

/** Matches a combining mark or a joiner. */
const continuesCharacter = /^[\p{M}\u200d]/u;

/** Whether an offset is inside a CRLF, a surrogate pair, a letter with a combining mark, or emoji joined by U+200D. */
export function isInsideCharacter(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  // Fast path: ASCII.
  if (before < 0x80 && after < 0x80) return before === 13 && after === 10;
  if (isInsidePair(text, offset)) return true;
  if (before === 10 || before === 13) return false;
  return before === 0x200d || continuesCharacter.test(text.slice(offset, offset + 2));
}
