// Formats comments for models, as text and as data. In the text, every line from a file or the user has a prefix, so
// that it cannot imitate another part.

import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { pluralize, shorten } from '../wording/phrase.ts';
import type { LineComment } from './lineComment.ts';

/** Maximum number of quoted lines of a comment. */
const maxQuotedLines = 12;
/** Maximum UTF-16 units of a quoted line. */
const maxQuotedLineChars = 200;
/** Maximum UTF-16 units of all quotes; after that, comments have none. The user's text is never truncated. */
const maxTotalQuotedChars = 60_000;

/** Counts comments and their files: "3 comments on 2 files". */
export function formatCommentCount(comments: readonly LineComment[]): string {
  const fileCount = new Set(comments.map(({ path }) => path)).size;
  return `${pluralize(comments.length, 'comment')} on ${pluralize(fileCount, 'file')}`;
}

/**
 * Lists comments by file and line: location, quoted lines (`12 | text`) and the user's text (`> text`).
 * @param textName names the text that the line numbers refer to: "your proposal", "the approved text"
 */
export function listComments(comments: readonly LineComment[], textName: string): string {
  let quotedChars = 0;
  let number = 0;
  const paragraphs: string[] = [];
  for (const [path, fileComments] of Map.groupBy(comments, (comment) => comment.path)) {
    paragraphs.push(`${escapeForDisplay(path)}:`);
    for (const comment of fileComments.toSorted((a, b) => a.lines.start - b.lines.start)) {
      number++;
      const quote = quoteOf(comment);
      quotedChars += quote.length;
      const fittingQuote = quotedChars <= maxTotalQuotedChars ? quote : '';
      paragraphs.push(`${number}. ${formatComment(comment, textName, fittingQuote)}`);
    }
  }
  return paragraphs.join('\n');
}

/** Formats one comment as in `listComments`, without its file. @param quote formatted lines; empty for none */
export function formatComment(comment: LineComment, textName: string, quote = quoteOf(comment)): string {
  const userLines = splitAtAnyLineEnding(comment.words.trim()).map((line) => `   > ${line}`);
  return [positionText(comment, textName), ...(quote === '' ? [] : [quote]), ...userLines].join('\n');
}

/** A comment as structured data, for clients that read it. */
export interface StructuredComment {
  readonly path: string;
  readonly side: 'before' | 'proposal';
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Whether the commented lines are the same, changed or gone since the comment. */
  readonly lines: LineComment['fate'];
  /** The commented lines as they were, shortened; empty if they may not be quoted. */
  readonly quoted: string;
  readonly comment: string;
  /** In a notebook, the number of the cell, and the line of its source that `startLine` is. */
  readonly cell?: number;
  readonly cellLine?: number;
}

/** Comments as structured data; quotes are shortened as in the text, but all are kept. */
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
  textName: string,
): string {
  // The approved text does not contain a file that was excluded.
  const newTextName = isExcluded ? 'your proposal' : textName;
  const commentedText = side === 'before' ? 'the file before the change' : newTextName;
  const cellLine = cell?.line === undefined ? '' : `, line ${cell.line}`;
  const remarks = [
    ...(cell === undefined ? [] : [`cell ${cell.number}${cellLine}`]),
    ...(fate === 'changed' ? ['it read differently when the comment was written'] : []),
    ...(isExcluded ? ['the user excluded this file'] : []),
  ];
  const remark = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  if (fate === 'gone') return `On lines that ${commentedText} does not have; they would be at line ${start}${remark}:`;
  const lines = start === end ? `Line ${start}` : `Lines ${start} to ${end}`;
  return `${lines} of ${commentedText}${remark}:`;
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
  return shorten(splitAtAnyLineEnding(line).join(' '), maxQuotedLineChars);
}

/** Splits at every character that a model may take for a line ending. */
function splitAtAnyLineEnding(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}
