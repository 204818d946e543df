// Answers with a page of a large file.
import { maxPageBytes } from '../../core/text/sizeLimits.ts';
import { displayText } from '../../core/text/encoding.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { numberLines } from '../../core/diff/excerpt.ts';
import type { LinePage } from '../../core/search/largeFile.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { pluralize } from '../../core/wording/pluralize.ts';
import { nameEol } from '../shared/eolName.ts';
import { formatNextCall, describeLineRest, type ReadTarget } from '../pipeline/nextCall.ts';
import type { ReadResult } from './readResult.ts';
import type { ToolAnswer } from '../shared/tool.ts';

/**
 * The answer for a page of a large file, which is not read whole.
 *
 * @throws `ToolError` `VALIDATION_ERROR` past its end
 */
export function answerLargeFile(target: ReadTarget, page: LinePage, column: number): ToolAnswer<ReadResult> {
  const { filePath } = target;
  const { startLine, lines, totalLines } = page;
  if (lines.length === 0 && startLine > 1) {
    const total = totalLines ?? 0;
    throw new ToolError(
      'VALIDATION_ERROR',
      `${filePath} has ${pluralize(total, 'line')}, so line ${startLine} is past its end. Call again with startLine from 1 to ${Math.max(1, total)}.`,
    );
  }
  const shownLines = lines.map(({ text, cut, bytes }) =>
    cut ? `${displayText(text)} … [truncated here; the line has ${bytes} bytes]` : displayText(text),
  );
  const result: ReadResult = {
    filePath,
    kind: 'text',
    mediaType: null,
    size: page.size,
    content: shownLines.join('\n'),
    startLine,
    endLine: getLastLine(page),
    totalLines: totalLines ?? null,
    truncated: page.nextStartLine !== undefined || lines.some(({ cut }) => cut),
    nextStartLine: page.nextStartLine ?? null,
    encoding: page.encoding,
    encodingErrors: page.encodingErrors,
    eol: nameEol(page.eols),
    sha256: page.sha256 ?? null,
    unsaved: false,
    notes: warnOfTornRead(page),
  };
  return {
    result,
    text: [
      ...formatHeadline(filePath, page),
      ...(column > 0 ? [`Each line is shown from column ${column}.`] : []),
      numberLines(shownLines, startLine),
      ...noteCutLines(target, page, column),
      ...formatContinuation(target, page),
    ].join('\n'),
  };
}

function formatHeadline(filePath: string, page: LinePage): string[] {
  const eol = nameEol(page.eols);
  const total = page.totalLines === undefined ? '' : ` of ${page.totalLines}`;
  const hash = page.sha256 === undefined ? 'SHA-256 not computed, because the file is large' : `SHA-256 ${page.sha256}`;
  const soFar = page.totalLines === undefined ? ' so far' : '';
  return [
    `${filePath}: lines ${page.startLine}–${getLastLine(page)}${total}; ${sizeText(page.size)}; ${page.encoding}; line endings ${eol}${soFar}; ${hash}`,
    ...warnOfTornRead(page),
    ...(page.encodingErrors > 0
      ? [`Not valid ${page.encoding} in this page: ${pluralize(page.encodingErrors, 'byte')}, shown as U+FFFD.`]
      : []),
  ];
}

function warnOfTornRead({ changedMeanwhile }: LinePage): string[] {
  return changedMeanwhile
    ? ['The file changed while it was being read: this page may mix two versions. Read it again.']
    : [];
}

function noteCutLines(target: ReadTarget, { lines, startLine }: LinePage, column: number): string[] {
  const first = lines.findIndex(({ cut }) => cut);
  const units = lines[first]?.text.length;
  if (units === undefined) return [];
  return [describeLineRest(target, startLine + first, column + units, lines.filter(({ cut }) => cut).length)];
}

function getLastLine({ startLine, lines }: LinePage): number {
  return startLine - 1 + lines.length;
}

function formatContinuation(target: ReadTarget, page: LinePage): string[] {
  if (page.nextStartLine === undefined) return [];
  const remainingLines =
    page.totalLines === undefined ? 'More lines' : pluralize(page.totalLines - getLastLine(page), 'more line');
  const reason = page.stoppedBy === 'maxBytes' ? ` (${maxPageBytes / 1024} KiB reached)` : '';
  return [
    `${remainingLines}${reason}; continue with ${formatNextCall('redline_read_file', { ...target, startLine: page.nextStartLine })}`,
  ];
}
