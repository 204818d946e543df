// Renders cells as text for models and users: sources with line numbers, outputs only by type and size.
import { numberLines, readPage, type TextPage } from '../diff/excerpt.ts';
import type { SeenLines } from '../change/readMemory.ts';
import { displayText } from '../text/encoding.ts';
import type { Notebook, NotebookCell } from './notebook.ts';

/** A page of rendered cells. */
export interface CellPage {
  /** Rendered text; an entry may have several lines. */
  readonly lines: readonly string[];
  /** The source lines of each cell that are on the page. */
  readonly seen: readonly SeenLines[];
  /** Start of the next page: a cell and a line of its source; undefined at the end. */
  readonly next: { readonly cell: number; readonly line: number } | undefined;
  /** The first truncated line, and the column (in UTF-16 units) where its rest begins; undefined if none is. */
  readonly cut: { readonly cell: number; readonly line: number; readonly column: number } | undefined;
}

/** Limits of a page. Its first cell is rendered even if it exceeds them. */
export interface PageLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
  /** UTF-16 units to skip at the start of each line. */
  readonly column: number;
}

/** Maximum number of outputs listed for a cell. */
const maxOutputs = 10;

/** Renders the cells from `firstNumber` to `lastNumber`, the first one from its line `startLine` on, within limits. */
export function renderCells(
  notebook: Notebook,
  firstNumber: number,
  lastNumber: number,
  startLine: number,
  limits: PageLimits,
): CellPage {
  const lines: string[] = [];
  const seen: SeenLines[] = [];
  let { maxLines: remainingLines, maxBytes: remainingBytes } = limits;
  let cut: CellPage['cut'];
  for (const cell of notebook.cells.slice(firstNumber - 1, lastNumber)) {
    const isFirst = cell.number === firstNumber;
    if (!isFirst && (remainingLines <= 0 || remainingBytes <= 0))
      return { lines, seen, next: { cell: cell.number, line: 1 }, cut };
    // Reads at least one line, so that each page makes progress.
    const maxLines = Math.max(remainingLines, 1);
    const page = readPage(cell.source.text, isFirst ? startLine : 1, maxLines, remainingBytes, limits.column);
    seen.push({ cell: cell.number, start: page.startLine, end: page.endLine });
    const rendered = renderCell(cell, page);
    lines.push(...rendered);
    remainingLines -= page.lines.length;
    remainingBytes -= new TextEncoder().encode(rendered.join('\n')).length + 1;
    if (page.firstCut !== undefined) cut ??= { cell: cell.number, ...page.firstCut };
    if (page.nextStartLine !== undefined)
      return { lines, seen, next: { cell: cell.number, line: page.nextStartLine }, cut };
  }
  return { lines, seen, next: undefined, cut };
}

/** Header of a cell: `[cell 3, code, id ab12, run 7]`. */
export function cellHeader({ number, kind, id, language, executionCount }: NotebookCell): string {
  const properties = [
    `cell ${number}`,
    kind + (language === undefined ? '' : ` (${displayText(language)})`),
    ...(id === undefined ? [] : [`id ${displayText(id)}`]),
    ...(executionCount === undefined ? [] : [`run ${executionCount}`]),
  ];
  return `[${properties.join(', ')}]`;
}

function renderCell(cell: NotebookCell, page: TextPage): string[] {
  const { outputs } = cell;
  const omittedText = outputs.length > maxOutputs ? `; ${outputs.length - maxOutputs} more` : '';
  const outputNames = outputs.slice(0, maxOutputs).map(displayText).join('; ');
  // Outputs follow only the end of the source.
  return [
    cellHeader(cell),
    ...(page.lines.length === 0 ? ['(empty)'] : [numberLines(page.lines, page.startLine)]),
    ...(outputs.length === 0 || page.nextStartLine !== undefined ? [] : [`outputs: ${outputNames}${omittedText}`]),
  ];
}
