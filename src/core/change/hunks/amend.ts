// Applies a user's edits of a proposed text (amendments) to its exact characters, which an editor does not preserve.
import { displayText, hasLoneSurrogate } from '../../text/encoding.ts';
import { diffLists } from '../../diff/lineDiff.ts';
import { linesWithEndings } from '../../text/text.ts';
import { dominantEol } from '../../text/lineEndings.ts';

/**
 * Applies a user's edits of a proposal. Takes unchanged lines from `proposedText`, since an editor has only one line
 * ending and replaces invalid bytes (decoded to lone surrogates); edited lines get the dominant line ending.
 * @param editedText the editor's text after the edits
 * @returns undefined if an edited line contained bytes that the editor cannot display
 */
export function applyEditorEdits(proposedText: string, editedText: string): string | undefined {
  const proposedLines = linesWithEndings(proposedText);
  const editedLines = linesWithEndings(editedText).map(toEditorLine);
  const eol = dominantEol(proposedText);
  const parts: string[] = [];
  let copiedTo = 0;
  for (const block of diffLists(proposedLines.map(toEditorLine), editedLines)) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
    if (proposedLines.slice(beforeStart, beforeEnd).some(hasLoneSurrogate)) return undefined;
    for (const line of proposedLines.slice(copiedTo, beforeStart)) addLine(parts, line);
    for (const line of editedLines.slice(afterStart, afterEnd)) addLine(parts, line.replace(/\n$/, eol));
    copiedTo = beforeEnd;
  }
  for (const line of proposedLines.slice(copiedTo)) addLine(parts, line);
  return parts.join('');
}

/**
 * Adds a line. After a line that ends in a lone CR, an empty line must not be LF: the two would join to one CRLF. It
 * becomes CR.
 */
function addLine(parts: string[], line: string): void {
  parts.push(line === '\n' && parts.at(-1)?.endsWith('\r') === true ? '\r' : line);
}

/** A line as an editor shows it: with the ending LF, and with a replacement for invalid bytes. */
function toEditorLine(line: string): string {
  return displayText(line.replace(/\r\n?$/, '\n'));
}
