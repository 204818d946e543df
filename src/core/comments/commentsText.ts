// Formats comments for models. Every line from a file or the user has a prefix, so that it cannot imitate another part.

import { escapeForDisplay } from '../text/unicode.ts';
import { shorten } from '../wording/shorten.ts';
import type { LineComment } from './lineComment.ts';

/** Maximum number of quoted lines of a comment, and of UTF-16 units of each. */
const maxQuotedLines = 12;
const maxQuotedLineChars = 200;
/** Maximum UTF-16 units of all quotes; the user's text is never truncated. */
const maxTotalQuotedChars = 60_000;

/** "3 comments on 2 files". */
export function commentsCount(comments: readonly LineComment[]): string {
  const files = new Set(comments.map(({ path }) => path)).size;
  const countText = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
  return `${countText(comments.length, 'comment')} on ${countText(files, 'file')}`;
}

/**
 * Lists comments by file and line: location, quoted lines (`12 | text`) and the user's text (`> text`).
 * @param proposal what the line numbers refer to: "your proposal", "the file".
 */
export function commentsText(comments: readonly LineComment[], proposal: string): string {
  let quotedChars = 0;
  let number = 0;
  return [...Map.groupBy(comments, ({ path }) => path)]
    .flatMap(([path, fileComments]) => [
      `${escapeForDisplay(path)}:`,
      ...fileComments
        .sort((one, other) => one.lines.start - other.lines.start)
        .map((comment) => {
          quotedChars += quoteOf(comment).length;
          return `${++number}. ${commentText(comment, proposal, quotedChars <= maxTotalQuotedChars)}`;
        }),
    ])
    .join('\n');
}

/** Formats one comment without its file, as in `commentsText`. */
export function commentText(comment: LineComment, proposal: string, withQuote = true): string {
  const quote = withQuote ? quoteOf(comment) : '';
  const userLines = linesOf(comment.words.trim()).map((line) => `   > ${line}`);
  return [positionText(comment, proposal), ...(quote === '' ? [] : [quote]), ...userLines].join('\n');
}

/** A comment as structured data, for clients that read it. */
export interface StructuredComment {
  readonly path: string;
  readonly side: 'before' | 'proposal';
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** What became of the commented lines since the comment. */
  readonly lines: LineComment['fate'];
  readonly quoted: string;
  readonly comment: string;
  /** In a notebook, the number of the cell, and the line of its source that `startLine` is. */
  readonly cell?: number;
  readonly cellLine?: number;
}

export function structuredComments(comments: readonly LineComment[]): StructuredComment[] {
  return comments.map(({ path, side, lines, fate, quoted, words, cell }) => ({
    path,
    side: side === 'before' ? 'before' : 'proposal',
    startLine: lines.start,
    endLine: lines.end,
    lines: fate,
    quoted: quoted.slice(0, maxQuotedLines).map(shortenLine).join('\n'),
    comment: words,
    ...(cell === undefined ? {} : { cell: cell.number }),
    ...(cell?.line === undefined ? {} : { cellLine: cell.line }),
  }));
}

function positionText(
  { side, lines: { start, end }, fate, cell, isExcluded = false }: LineComment,
  proposal: string,
): string {
  const referredText = side === 'before' ? 'the file before the change' : isExcluded ? 'your proposal' : proposal;
  const remarks = [
    ...(cell === undefined ? [] : [`cell ${cell.number}${cell.line === undefined ? '' : `, line ${cell.line}`}`]),
    ...(fate === 'changed' ? ['it read differently when the comment was written'] : []),
    ...(isExcluded ? ['the user excluded this file'] : []),
  ];
  const remark = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  if (fate === 'gone') return `On lines that ${referredText} does not have; they would be at line ${start}${remark}:`;
  return `${start === end ? `Line ${start}` : `Lines ${start} to ${end}`} of ${referredText}${remark}:`;
}

/** Quotes the lines, with numbers only if they are still the lines at the location. */
function quoteOf({ quoted, lines, fate }: LineComment): string {
  const quoteLines = quoted.slice(0, maxQuotedLines).map((line, index) => {
    const number = fate === 'same' ? String(lines.start + index) : '';
    return `   ${number} | ${shortenLine(line)}`;
  });
  const omittedCount = quoted.length - quoteLines.length;
  return [...quoteLines, ...(omittedCount > 0 ? [`   … ${omittedCount} more`] : [])].join('\n');
}

function shortenLine(line: string): string {
  return shorten(linesOf(line).join(' '), maxQuotedLineChars);
}

/** Splits at every character that a model may take for a line ending. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}
