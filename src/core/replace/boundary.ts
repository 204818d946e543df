// Checks whether an edit would split or join characters or line endings.
import type { TextEdit } from '../text/text.ts';
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

/** Whether an edit would put a LF right after a lone CR, so that two line endings become one. */
export function wouldJoinCrLf(text: string, edit: TextEdit): boolean {
  const after = edit.text === '' ? text[edit.end] : edit.text[0];
  return text[edit.start - 1] === '\r' && after === '\n';
}

/** Whether concatenating two texts would join two lone surrogates into a pair. */
export function wouldJoinSurrogates(left: string, right: string): boolean {
  return isInsidePair(left.slice(-1) + right.slice(0, 1), 1);
}
