// Renders cells as text for models and users: sources with line numbers, outputs only by type and size.
import { numbered, pageOf, type TextPage } from '../diff/excerpt.ts';
import { displayText } from '../text/encoding.ts';
import type { Notebook, NotebookCell } from './notebook.ts';

/** A page of cells. */
export interface CellPage {
  readonly lines: readonly string[];
  /** Numbers of the first and the last cell of the page, 1-based. */
  readonly first: number;
  readonly last: number;
  /** Start of the next page: a cell and a line of its source; undefined at the end. */
  readonly next: { readonly cell: number; readonly line: number } | undefined;
  /** The first truncated line. */
  readonly cut: { readonly cell: number; readonly line: number } | undefined;
}

export interface PageLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
  /** Units to skip at the start of each line. */
  readonly column: number;
}

/** Maximum number of outputs listed for a cell. */
const maxOutputs = 10;

/** Renders cells `[first, last]` (1-based), from a line (1-based) of the first one on, within limits. */
export function renderCells(
  notebook: Notebook,
  first: number,
  last: number,
  line: number,
  limits: PageLimits,
): CellPage {
  const lines: string[] = [];
  let { maxLines, maxBytes } = limits;
  let cut: CellPage['cut'];
  for (const cell of notebook.cells.slice(first - 1, last)) {
    const start = cell.number === first ? line : 1;
    if (cell.number > first && (maxLines <= 0 || maxBytes <= 0))
      return { lines, first, last: cell.number - 1, next: { cell: cell.number, line: 1 }, cut };
    const page = pageOf(cell.source.text, start, Math.max(maxLines, 1), maxBytes, limits.column);
    const rendered = renderCell(cell, page);
    lines.push(...rendered);
    maxLines -= page.lines.length;
    maxBytes -= rendered.reduce((sum, each) => sum + each.length + 1, 0);
    if (page.firstCut !== undefined) cut ??= { cell: cell.number, line: page.firstCut };
    if (page.nextStartLine !== undefined)
      return { lines, first, last: cell.number, next: { cell: cell.number, line: page.nextStartLine }, cut };
  }
  return { lines, first, last, next: undefined, cut };
}

/** Header of a cell: `[cell 3, code, id ab12, run 7]`. */
export function cellHead({ number, kind, id, language, executionCount }: NotebookCell): string {
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
  const more = outputs.length > maxOutputs ? `; ${outputs.length - maxOutputs} more` : '';
  const named = outputs.slice(0, maxOutputs).map(displayText).join('; ');
  return [
    cellHead(cell),
    ...(page.lines.length === 0 ? ['(empty)'] : [numbered(page.lines, page.startLine)]),
    ...(outputs.length === 0 || page.nextStartLine !== undefined ? [] : [`outputs: ${named}${more}`]),
  ];
}
