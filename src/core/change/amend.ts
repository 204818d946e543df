import { displayText, hasLoneSurrogate } from '../text/encoding.ts';
import { diffLists } from '../diff/lineDiff.ts';
import { dominantEol, splitLines } from '../text/text.ts';

/**
 * The text that a person means who was shown `proposed` in an editor and left it as `shown`. An editor shows one line
 * ending and no bytes that are not text; lines that the person left alone keep both, changed ones get the proposal's
 * usual ending. Undefined where a changed line held bytes that the editor could not show.
 */
export function amend(proposed: string, shown: string): string | undefined {
  const own = linesOf(proposed);
  const theirs = linesOf(shown).map(toShown);
  const eol = dominantEol(proposed);
  const parts: string[] = [];
  let at = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of diffLists(own.map(toShown), theirs)) {
    if (own.slice(beforeStart, beforeEnd).some(hasLoneSurrogate)) return undefined;
    for (const line of own.slice(at, beforeStart)) parts.push(line);
    for (const line of theirs.slice(afterStart, afterEnd)) parts.push(line.replace(/\n$/, eol));
    at = beforeEnd;
  }
  return parts.join('') + own.slice(at).join('');
}

function linesOf(text: string): string[] {
  return splitLines(text).map((line) => text.slice(line.start, line.next));
}

function toShown(line: string): string {
  return displayText(line.replace(/\r\n?$/, '\n'));
}
