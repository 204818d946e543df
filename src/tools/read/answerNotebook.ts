// Answers with a page of the cells of a notebook, with truncated outputs.

import type { Location, TextContent } from '../../core/change/change.ts';
import { isSameCell } from '../../core/notebook/findCell.ts';
import type { Notebook } from '../../core/notebook/notebook.ts';
import { renderCells, type CellPage, type PageLimits } from '../../core/notebook/renderCells.ts';
import { allLines, hasSeen, type SeenLines } from '../../core/diff/seenLines.ts';
import { splitLines } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { pluralize } from '../../core/wording/pluralize.ts';
import { rawCell } from '../shared/cellFields.ts';
import { detectEol } from '../shared/eolName.ts';
import { parseNotebook, type ParsedNotebook } from '../shared/parseNotebook.ts';
import type { ReadMemory } from '../ports/ports.ts';
import { formatNextCall } from '../pipeline/nextCall.ts';
import type { ToolAnswer } from '../shared/tool.ts';
import type { ReadResult, WholeText } from './readResult.ts';

interface CellRequest {
  /** A cell, or `3-`: from that cell on. */
  readonly cell: string | undefined;
  readonly startLine: number;
}

/** Renders cells; lines are counted in each. Throws as `findCell`, VALIDATION_ERROR for a line past the end. */
export function answerNotebook(
  { at, content, snapshot }: WholeText,
  { notebook, findCell }: ParsedNotebook,
  { cell, startLine }: CellRequest,
  limits: PageLimits,
): ToolAnswer<ReadResult> & { readonly seen: readonly SeenLines[] } {
  const isOpenRange = cell === undefined || (cell.endsWith('-') && !isIdOfCell(notebook, cell));
  const requestedCell =
    cell === undefined ? undefined : findCell(notebook, isOpenRange ? cell.slice(0, -1) : cell, at.path);
  const first = requestedCell?.number ?? 1;
  const lines = splitLines(notebook.cells[first - 1]?.source.text ?? '').length;
  if (startLine > Math.max(1, lines)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `Cell ${first} of ${at.path} has ${pluralize(lines, 'line')}, so line ${startLine} is past its end. Lines are counted in each cell; send "cell" for another one.`,
    );
  }
  const page = renderCells(notebook, first, isOpenRange ? notebook.cells.length : first, startLine, limits);
  const result: ReadResult = {
    filePath: at.path,
    kind: 'notebook',
    mediaType: null,
    size: content.bytes.length,
    content: page.lines.join('\n'),
    startLine,
    endLine: null,
    totalLines: null,
    truncated: page.next !== undefined || page.cut !== undefined,
    nextStartLine: page.next?.line ?? null,
    encoding: content.encoding,
    encodingErrors: snapshot.encodingErrors,
    eol: detectEol(content.text),
    sha256: content.sha256,
    unsaved: snapshot.unsaved,
    notes: [],
  };
  const seenOnPage = limits.column === 0 ? page.seen : [];
  const isWhole = first === 1 && startLine === 1 && isOpenRange && limits.column === 0 && !result.truncated;
  return {
    seen: isWhole ? [allLines] : seenOnPage,
    result,
    text: [formatHeadline(at, content, notebook), ...page.lines, ...formatContinuation(at, page)].join('\n'),
  };
}

/** The lines seen before the file changed, of cells whose number, id and source are still the same. */
export async function keepSeenCells(
  { at, content }: WholeText,
  { notebook }: ParsedNotebook,
  reads: ReadMemory,
): Promise<SeenLines[]> {
  const lastRead = reads.lastRead(at);
  if (lastRead === undefined || lastRead.sha256 === content.sha256) return [];
  const earlierCells = (await parseNotebook(lastRead.text, at.path, undefined))?.notebook.cells;
  const isWholeSeen = hasSeen(lastRead.seen, allLines);
  return notebook.cells.flatMap((cell): SeenLines[] => {
    const { number, source } = cell;
    if (!isSameCell(earlierCells?.[number - 1], cell)) return [];
    if (isWholeSeen) return [{ cell: number, start: 1, end: splitLines(source.text).length }];
    return lastRead.seen.filter((seen) => seen.cell === number);
  });
}

/** Whether a cell has exactly this id. `5-` is always a range, since answers offer it for the next page. */
function isIdOfCell({ cells }: Notebook, selector: string): boolean {
  return !/^#?\d+-$/.test(selector) && cells.some(({ id }) => id !== undefined && [id, `id:${id}`].includes(selector));
}

function formatHeadline({ path }: Location, { sha256 }: TextContent, { format, language, cells }: Notebook): string {
  const kernel = language === undefined ? '' : `${language}; `;
  return [
    `${path}: notebook, format ${format.join('.')}; ${kernel}${pluralize(cells.length, 'cell')}; SHA-256 ${sha256}`,
    `Sources only; "cell": "${rawCell}" reads the JSON with the outputs. Edit by cell with redline_edit_file or redline_edit_notebook.`,
  ].join('\n');
}

/** The calls to continue with: for the rest of a long line, and for the next page. */
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
