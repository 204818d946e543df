// Renders the matches of `redline_search_text` in one file as lines of text.

import { displayText } from '../../core/text/encoding.ts';
import type { FileMatches, TextMatch } from '../../core/search/textSearch.ts';

/** A line of the answer, and the lines of the file that it represents: `line` to `endLine`, 1-based, inclusive. */
interface AnswerLine {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

/**
 * The matches of a file as lines of an answer, in the order of the file. If context lines were requested, `…` is between
 * parts that do not touch. The forms of a line:
 *
 *     12:4-10,20-26→text        line, columns (0-based, end exclusive), text
 *     12:4-14:2→text            a match that ends on another line
 *     900:5000-5009@4940→text   a long line, shown from that column on
 *     13 →text                  a line near a match
 */
export function formatMatches({ matches, context }: FileMatches): string[] {
  const matchedLines = new Set(matches.map(({ line }) => line));
  const contextLines = context.filter(({ line }) => !matchedLines.has(line));
  const lines: AnswerLine[] = [...joinBySnippet(matches), ...contextLines.map(toContextLine)].sort(
    (a, b) => a.line - b.line,
  );
  if (context.length === 0) return lines.map(({ text }) => text);
  return lines.flatMap(({ line, text }, index) => {
    const previous = lines[index - 1];
    const isGap = previous !== undefined && line > previous.endLine + 1;
    return isGap ? ['…', text] : [text];
  });
}

/** Joins the matches that share a snippet, except those that end on another line, since their spans name that line. */
function joinBySnippet(matches: readonly TextMatch[]): AnswerLine[] {
  const snippetKey = (match: TextMatch): string => {
    const { line, endLine, column } = match;
    const uniqueIfSpanning = endLine > line ? column : '';
    return `${line}:${snippetColumnOf(match)}:${uniqueIfSpanning}`;
  };
  return [...Map.groupBy(matches, snippetKey).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const snippetColumn = snippetColumnOf(first);
    const spans = group.map(formatSpan).join(',');
    const prefix = `${formatLineNumber(first.line)}:${spans}${snippetColumn > 0 ? `@${snippetColumn}` : ''}`;
    return [{ line: first.line, endLine: first.endLine, text: `${prefix}→${displayText(first.snippet)}` }];
  });
}

/** The column of the line at which the match's snippet starts: over 0 in a long line. */
function snippetColumnOf({ column, snippetStart }: TextMatch): number {
  return column - snippetStart;
}

function toContextLine({ line, text }: FileMatches['context'][number]): AnswerLine {
  return { line, endLine: line, text: `${formatLineNumber(line)} →${displayText(text)}` };
}

function formatLineNumber(line: number): string {
  return String(line).padStart(6);
}

function formatSpan({ line, column, endLine, endColumn }: TextMatch): string {
  return endLine > line ? `${column}-${endLine}:${endColumn}` : `${column}-${endColumn}`;
}
