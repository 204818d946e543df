import { diffArrays } from 'diff';
import { displayText, hasLoneSurrogate } from './encoding.ts';
import { dominantEol, splitLines } from './text.ts';

/**
 * The text that a person means who was shown `proposed` in an editor and left it as `shown`. An editor shows one line
 * ending and no bytes that are not text; lines that the person left alone keep both, changed ones get the proposal's
 * usual ending. Undefined where a changed line held bytes that the editor could not show.
 */
export function amend(proposed: string, shown: string): string | undefined {
  const own = linesOf(proposed);
  const theirs = linesOf(shown);
  const eol = dominantEol(proposed);
  const parts: string[] = [];
  let at = 0;
  let lost = false;
  for (const part of diffArrays(own.map(toShown), theirs.map(toShown))) {
    if (part.added) {
      parts.push(...part.value.map((line) => line.replace(/\n$/, eol)));
      continue;
    }
    const lines = own.slice(at, at + part.value.length);
    at += lines.length;
    if (part.removed) lost ||= lines.some(hasLoneSurrogate);
    else parts.push(...lines);
  }
  return lost ? undefined : parts.join('');
}

function linesOf(text: string): string[] {
  return splitLines(text).map((line) => text.slice(line.start, line.next));
}

function toShown(line: string): string {
  return displayText(line.replace(/\r\n?$/, '\n'));
}
