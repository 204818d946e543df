// Formats the answer of `redline_read_file` for a notebook: a page of its cells. Also finds which lines seen
// earlier are unchanged.

import type { Location, TextContent } from '../../core/change/change.ts';
import { isSameCell } from '../../core/notebook/findCell.ts';
import type { Notebook } from '../../core/notebook/notebook.ts';
import { renderCells, type CellPage, type PageLimits } from '../../core/notebook/renderCells.ts';
import { allLines, hasSeen, type SeenLines, type ReadMemory } from '../../core/change/readMemory.ts';
import { splitLines } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { pluralize } from '../../core/wording/phrase.ts';
import { rawCell } from '../shared/fields.ts';
import { parseNotebook, type ParsedNotebook } from '../shared/parseNotebook.ts';
import { formatNextCall } from './nextCall.ts';
import type { ToolAnswer } from '../shared/tool.ts';
import { describeWholeText, type ReadResult, type WholeText } from './readResult.ts';

export interface CellRequest {
  /** Number or id of a cell; with a final `-`, such as `3-`, from that cell on. Undefined for all cells. */
  readonly cell: string | undefined;
  /** First line to return in the first of these cells, 1-based. */
  readonly startLine: number;
}

/**
 * Formats the requested cells as the tool's answer. `seen` has the lines that it shows from their start, for the read
 * memory.
 *
 * @throws `ToolError` as `findCell`; `VALIDATION_ERROR` for a line past the end of its cell
 */
export function answerNotebook(
  file: WholeText,
  parsed: ParsedNotebook,
  { cell, startLine }: CellRequest,
  limits: PageLimits,
): ToolAnswer<ReadResult> & { readonly seen: readonly SeenLines[] } {
  const { at, content } = file;
  const { notebook } = parsed;
  const { first, isOpenRange } = resolveCellRange(at, parsed, cell);
  requireLineInCell(at, notebook, first, startLine);
  const page = renderCells(notebook, first, isOpenRange ? notebook.cells.length : first, startLine, limits);
  const result: ReadResult = {
    ...describeWholeText(file),
    kind: 'notebook',
    content: page.lines.join('\n'),
    startLine,
    truncated: page.next !== undefined || page.cut !== undefined,
    nextStartLine: page.next?.line ?? null,
  };
  const showsLineStarts = limits.column === 0;
  const isWhole = first === 1 && startLine === 1 && isOpenRange && showsLineStarts && !result.truncated;
  // Lines whose start was skipped do not count as seen.
  const seenOnPage = showsLineStarts ? page.seen : [];
  return {
    seen: isWhole ? [allLines] : seenOnPage,
    result,
    text: [formatHeadline(at, content, notebook), ...page.lines, ...formatContinuation(at, page)].join('\n'),
  };
}

/** The number of the first requested cell, and whether the cells after it are requested, too. */
function resolveCellRange(
  { path }: Location,
  { notebook, findCell }: ParsedNotebook,
  cell: string | undefined,
): { readonly first: number; readonly isOpenRange: boolean } {
  if (cell === undefined) return { first: 1, isOpenRange: true };
  const isOpenRange = cell.endsWith('-') && !isIdOfCell(notebook, cell);
  return { first: findCell(notebook, isOpenRange ? cell.slice(0, -1) : cell, path).number, isOpenRange };
}

/** @throws ToolError VALIDATION_ERROR for a line past the end of the cell */
function requireLineInCell({ path }: Location, { cells }: Notebook, cellNumber: number, line: number): void {
  const lines = splitLines(cells[cellNumber - 1]?.source.text ?? '').length;
  if (line <= Math.max(1, lines)) return;
  throw new ToolError(
    'VALIDATION_ERROR',
    `Cell ${cellNumber} of ${path} has ${pluralize(lines, 'line')}, so line ${line} is past its end. Lines are counted in each cell; send "cell" for another one.`,
  );
}

/**
 * The lines that an earlier read showed of cells whose number, id and source have not changed since. Empty if the whole
 * file is unchanged: the read memory then keeps them itself. Must be called before the new read is remembered.
 */
export async function findUnchangedSeenLines(
  { at, content }: WholeText,
  { notebook }: ParsedNotebook,
  reads: ReadMemory,
): Promise<SeenLines[]> {
  const lastRead = reads.lastRead(at);
  if (lastRead === undefined || lastRead.sha256 === content.sha256) return [];
  const earlierCells = (await parseNotebook(lastRead.text, at.path))?.notebook.cells;
  const isWholeSeen = hasSeen(lastRead.seen, allLines);
  return notebook.cells.flatMap((cell): SeenLines[] => {
    const { number, source } = cell;
    if (!isSameCell(earlierCells?.[number - 1], cell)) return [];
    if (isWholeSeen) return [{ cell: number, start: 1, end: splitLines(source.text).length }];
    return lastRead.seen.filter((seen) => seen.cell === number);
  });
}

/** Whether a selector is a cell's id: `ID` or `id:ID`. `5-` is a range, since answers offer it for the next page. */
function isIdOfCell({ cells }: Notebook, selector: string): boolean {
  return !/^#?\d+-$/.test(selector) && cells.some(({ id }) => id !== undefined && [id, `id:${id}`].includes(selector));
}

function formatHeadline({ path }: Location, { sha256 }: TextContent, { format, language, cells }: Notebook): string {
  const languageText = language === undefined ? '' : `${language}; `;
  return [
    `${path}: notebook, format ${format.join('.')}; ${languageText}${pluralize(cells.length, 'cell')}; SHA-256 ${sha256}`,
    `Sources only; "cell": "${rawCell}" reads the JSON with the outputs. Edit by cell with redline_edit_file or redline_edit_notebook.`,
  ].join('\n');
}

/** The calls to continue with, as sentences: for the rest of a long line, and for the next page; none at the end. */
function formatContinuation({ path: filePath }: Location, { next, cut }: CellPage): string[] {
  const sentences: string[] = [];
  if (cut !== undefined) {
    const rest = { filePath, cell: String(cut.cell), startLine: cut.line, maxLines: 1, startColumn: cut.column };
    sentences.push(`A long line was cut; read on with ${formatNextCall('redline_read_file', rest)}`);
  }
  if (next !== undefined) {
    const startLine = next.line === 1 ? undefined : next.line;
    const nextPage = { filePath, cell: `${next.cell}-`, startLine };
    sentences.push(`There is more; continue with ${formatNextCall('redline_read_file', nextPage)}`);
  }
  return sentences;
}
