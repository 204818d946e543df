import { displayText } from '../../core/text/encoding.ts';
import type { FileMatches, TextMatch } from '../../core/search/textSearch.ts';

interface Shown {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

/**
 * The matches of a file as lines of an answer, `…` between parts that do not touch:
 *
 *     12:4-10,20-26→text        the line, where in it (0-based, end exclusive), the text
 *     12:4-14:2→text            a match that ends on another line
 *     900:5000-5009@4940→text   a long line, shown from that column on
 *     13 →text                  a line near a match
 */
export function matchLines({ matches, context }: FileMatches): string[] {
  const own = new Set(matches.map(({ line }) => line));
  const near = context.filter(({ line }) => !own.has(line));
  const shown: Shown[] = [
    ...groupedByLine(matches),
    ...near.map(({ line, text }) => ({
      line,
      endLine: line,
      text: `${String(line).padStart(6)} →${displayText(text)}`,
    })),
  ].sort((a, b) => a.line - b.line);
  if (context.length === 0) return shown.map(({ text }) => text);
  return shown.flatMap(({ line, text }, at) => {
    const last = shown[at - 1];
    return last !== undefined && line > Math.max(last.endLine, last.line) + 1 ? ['…', text] : [text];
  });
}

/** Matches with the same snippet stand on one line. */
function groupedByLine(matches: readonly TextMatch[]): Shown[] {
  const groups = new Map<string, TextMatch[]>();
  for (const match of matches) {
    const key = `${match.line}:${match.column - match.snippetStart}:${match.endLine > match.line ? match.column : ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [match]);
    else group.push(match);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const from = first.column - first.snippetStart;
    const places = group.map(spanOf).join(',');
    const head = `${String(first.line).padStart(6)}:${places}${from > 0 ? `@${from}` : ''}`;
    return [{ line: first.line, endLine: first.endLine, text: `${head}→${displayText(first.snippet)}` }];
  });
}

function spanOf({ line, column, endLine, endColumn }: TextMatch): string {
  return endLine > line ? `${column}-${endLine}:${endColumn}` : `${column}-${endColumn}`;
}
