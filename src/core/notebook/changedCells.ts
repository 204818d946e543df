// Renders the new and changed cells of a notebook, each with its header and source, for the answer after a change.
import type { Yielding } from '../async/yielding.ts';
import { differingRange } from '../diff/differingRange.ts';
import { excerptAround } from '../diff/excerpt.ts';
import { lineAt, lineStarts } from '../text/text.ts';
import { readNotebook, type Notebook, type NotebookCell } from './notebook.ts';
import { cellHeader } from './renderCells.ts';

/** Maximum number of rendered cells. */
const maxCells = 5;
/** Maximum number of rendered lines of a cell. */
const maxCellLines = 60;
/** Number of lines above and below a difference that are rendered, too. */
const contextLines = 5;

/**
 * The headers and sources of new and changed cells, as alternating entries, then perhaps the number of omitted cells.
 * Of a long source, only the part around the difference. Undefined if one of the texts is not a notebook.
 */
export function* renderChangedCells(before: string, after: string): Yielding<readonly string[] | undefined> {
  const [oldNotebook, newNotebook] = [yield* readNotebook(before), yield* readNotebook(after)];
  if (!('cells' in oldNotebook) || !('cells' in newNotebook)) return undefined;
  const cells = findChangedCells(oldNotebook, newNotebook);
  const omittedCount = cells.length - maxCells;
  return [
    ...cells
      .slice(0, maxCells)
      .flatMap((cell) => [cellHeader(cell), excerptOfChange(findOldCell(oldNotebook, newNotebook, cell), cell)]),
    ...(omittedCount > 0 ? [`And ${omittedCount} more cells.`] : []),
  ];
}

/** Finds the cells of the new notebook whose JSON equals no cell of the old one. Each old cell counts once. */
function findChangedCells(oldNotebook: Notebook, newNotebook: Notebook): readonly NotebookCell[] {
  const unmatchedCounts = new Map<string, number>();
  for (const cell of oldNotebook.cells) {
    const json = jsonOf(oldNotebook, cell);
    unmatchedCounts.set(json, (unmatchedCounts.get(json) ?? 0) + 1);
  }
  const changedCells: NotebookCell[] = [];
  for (const cell of newNotebook.cells) {
    const json = jsonOf(newNotebook, cell);
    const count = unmatchedCounts.get(json) ?? 0;
    if (count === 0) changedCells.push(cell);
    else unmatchedCounts.set(json, count - 1);
  }
  return changedCells;
}

function jsonOf({ text }: Notebook, { span }: NotebookCell): string {
  return text.slice(span.start, span.end);
}

/**
 * Finds a cell's earlier version: by id; if it has none, by number, provided that the number of cells is the same.
 */
function findOldCell(
  oldNotebook: Notebook,
  newNotebook: Notebook,
  { id, number }: NotebookCell,
): NotebookCell | undefined {
  if (id !== undefined) return oldNotebook.cells.find((cell) => cell.id === id);
  return oldNotebook.cells.length === newNotebook.cells.length ? oldNotebook.cells[number - 1] : undefined;
}

function excerptOfChange(before: NotebookCell | undefined, { source: { text } }: NotebookCell): string {
  const starts = lineStarts(text);
  // If the sources are equal, another part of the cell differs, and the excerpt is the beginning of the source.
  const edit = differingRange(before?.source.text ?? '', text) ?? { start: 0, text: '' };
  const start = lineAt(starts, edit.start) + 1;
  const lastChanged = Math.max(edit.start, edit.start + edit.text.length - 1);
  const end = lineAt(starts, lastChanged) + 1;
  return excerptAround(text, [{ start, end }], contextLines, maxCellLines);
}
