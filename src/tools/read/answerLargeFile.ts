// Formats the answer of `redline_read_file` for a file too large to be read whole: one page of its lines.
import { maxPageBytes } from '../../core/text/sizeLimits.ts';
import { displayText } from '../../core/text/encoding.ts';
import { numberLines } from '../../core/diff/excerpt.ts';
import type { LinePage } from '../../core/search/largeFile.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { pluralize } from '../../core/wording/phrase.ts';
import { nameEol } from './lineEnding.ts';
import { formatNextCall, describeLineRest, type ReadTarget } from './nextCall.ts';
import { createPastEndError, emptyReadResult, type ReadResult } from './readResult.ts';
import type { ToolAnswer } from '../shared/tool.ts';

/**
 * Formats a page as the tool's answer. `page` was read with the same `startColumn`.
 *
 * @param startColumn UTF-16 units that were skipped at the start of each line
 * @throws `ToolError` `VALIDATION_ERROR` for a page past the end of the file
 */
export function answerLargeFile(target: ReadTarget, page: LinePage, startColumn: number): ToolAnswer<ReadResult> {
  const { filePath } = target;
  const { startLine, lines, totalLines } = page;
  if (lines.length === 0 && startLine > 1) throw createPastEndError(filePath, startLine, totalLines ?? 0);
  const shownLines = lines.map(({ text, cut, bytes }) =>
    cut ? `${displayText(text)} … [truncated here; the line has ${bytes} bytes]` : displayText(text),
  );
  const result: ReadResult = {
    ...emptyReadResult,
    filePath,
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
    notes: warnOfTornRead(page),
  };
  return {
    result,
    text: [
      ...formatHeader(filePath, page),
      ...(startColumn > 0 ? [`Each line is shown from column ${startColumn}.`] : []),
      numberLines(shownLines, startLine),
      ...describeCutLines(target, page, startColumn),
      ...formatContinuation(target, page),
    ].join('\n'),
  };
}

function formatHeader(filePath: string, page: LinePage): string[] {
  // The line ending of the whole file if it was read to its end (then `totalLines` is known); otherwise, of the part
  // read so far.
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
  if (!changedMeanwhile) return [];
  return ['The file changed while it was being read: this page may mix two versions. Read it again.'];
}

/** The call that reads the rest of the first truncated line; none if no line was truncated. */
function describeCutLines(target: ReadTarget, { lines, startLine }: LinePage, startColumn: number): string[] {
  const firstIndex = lines.findIndex(({ cut }) => cut);
  const firstCutLine = lines[firstIndex];
  if (firstCutLine === undefined) return [];
  const nextColumn = startColumn + firstCutLine.text.length;
  const cutCount = lines.filter(({ cut }) => cut).length;
  return [describeLineRest(target, startLine + firstIndex, nextColumn, cutCount)];
}

/** Number of the page's last line, 1-based; `startLine - 1` for a page without lines. */
function getLastLine({ startLine, lines }: LinePage): number {
  return startLine - 1 + lines.length;
}

/** The call that reads the next page; none at the end of the file. */
function formatContinuation(target: ReadTarget, page: LinePage): string[] {
  if (page.nextStartLine === undefined) return [];
  const remainingLines =
    page.totalLines === undefined ? 'More lines' : pluralize(page.totalLines - getLastLine(page), 'more line');
  const reason = page.stoppedBy === 'maxBytes' ? ` (${maxPageBytes / 1024} KiB reached)` : '';
  return [
    `${remainingLines}${reason}; continue with ${formatNextCall('redline_read_file', { ...target, startLine: page.nextStartLine })}`,
  ];
}
