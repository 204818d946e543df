import { displayText, hasLoneSurrogate } from '../text/encoding.ts';
import { diffLists } from '../diff/lineDiff.ts';
import { dominantEol, linesWithEndings } from '../text/text.ts';

/**
 * Carries a person's edits of a proposal back into its text; `edited` is what the editor shows afterwards. An editor has
 * one line ending and replaces invalid bytes, so unchanged lines are taken from `proposed`, and changed lines get its
 * dominant line ending. Undefined if a changed line held bytes that the editor could not show.
 */
export function amend(proposed: string, edited: string): string | undefined {
  const proposedLines = linesWithEndings(proposed);
  const editedLines = linesWithEndings(edited).map(asEditorShows);
  const eol = dominantEol(proposed);
  const parts: string[] = [];
  let copiedTo = 0;
  for (const block of diffLists(proposedLines.map(asEditorShows), editedLines)) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
    if (proposedLines.slice(beforeStart, beforeEnd).some(hasLoneSurrogate)) return undefined;
    for (const line of proposedLines.slice(copiedTo, beforeStart)) parts.push(line);
    for (const line of editedLines.slice(afterStart, afterEnd)) parts.push(line.replace(/\n$/, eol));
    copiedTo = beforeEnd;
  }
  return parts.join('') + proposedLines.slice(copiedTo).join('');
}

function asEditorShows(line: string): string {
  return displayText(line.replace(/\r\n?$/, '\n'));
}
