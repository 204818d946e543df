// Checks that an edit joins no halves of characters or line endings with the text around it, and adds no byte order
// mark.
import { validationError } from '../wording/errors.ts';
import type { TextEdit } from '../text/text.ts';
import { isInsidePair } from '../text/encoding.ts';

/** The byte order mark, which counts only at the start of a text. */
export const bom = '\uFEFF';

/**
 * Checks that an edit joins no halves of a surrogate pair or of a CRLF, and adds no byte order mark.
 *
 * @throws ToolError VALIDATION_ERROR
 */
export function checkJoins(text: string, edit: TextEdit): void {
  const before = text.charAt(edit.start - 1);
  const after = text.charAt(edit.end);
  const joinsSurrogates =
    edit.text === ''
      ? wouldJoinSurrogates(before, after)
      : wouldJoinSurrogates(before, edit.text) || wouldJoinSurrogates(edit.text, after);
  if (joinsSurrogates) {
    throw validationError('The edit would join two halves of characters into one. Send whole characters.');
  }
  if (wouldJoinCrLf(text, edit)) {
    throw validationError(
      'The edit would join a lone CR and an LF into one line ending. Include the line before in oldString.',
    );
  }
  if (edit.start === 0 && edit.text.startsWith(bom) && !text.startsWith(bom)) {
    throw validationError('newString begins with a byte order mark, which the file keeps anyway. Omit it.');
  }
}

/** Whether an edit would put an LF right after a CR, so that two line endings become one. */
export function wouldJoinCrLf(text: string, edit: TextEdit): boolean {
  const after = edit.text === '' ? text[edit.end] : edit.text[0];
  return text[edit.start - 1] === '\r' && after === '\n';
}

/** Whether concatenating two texts would join two lone surrogates into a pair. */
export function wouldJoinSurrogates(left: string, right: string): boolean {
  return isInsidePair(left.slice(-1) + right.slice(0, 1), 1);
}
