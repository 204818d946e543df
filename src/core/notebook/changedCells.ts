// Shows the changed cells of a notebook, by their sources.
import type { Yielding } from '../async/yielding.ts';
import { differingRange } from '../diff/differingRange.ts';
import { excerptAround } from '../diff/excerpt.ts';
import { lineAt, lineStarts } from '../text/text.ts';
import { readNotebook, type Notebook, type NotebookCell } from './notebook.ts';
import { cellHead } from './rendition.ts';

/** Maximum number of displayed cells, and of lines of each. */
const [maxCells, maxLines] = [5, 60];

/** New and changed cells, around the differences. Undefined if one of the texts is not a notebook. */
export function* changedCells(before: string, after: string): Yielding<readonly string[] | undefined> {
  const [was, now] = [yield* readNotebook(before), yield* readNotebook(after)];
  if (!('cells' in was) || !('cells' in now)) return undefined;
  const oldCells = new Set(was.cells.map((cell) => rawOf(was, cell)));
  const changed = now.cells.filter((cell) => !oldCells.has(rawOf(now, cell)));
  const more = changed.length - maxCells;
  return [
    ...changed.slice(0, maxCells).flatMap((cell) => [cellHead(cell), aroundChange(sameCell(was, now, cell), cell)]),
    ...(more > 0 ? [`And ${more} more cells.`] : []),
  ];
}

function rawOf({ text }: Notebook, { span }: NotebookCell): string {
  return text.slice(span.start, span.end);
}

/** Finds a cell's earlier version: by id, or by index if the notebook has no ids and the number of cells is the same. */
function sameCell(was: Notebook, now: Notebook, { id, number }: NotebookCell): NotebookCell | undefined {
  if (id !== undefined) return was.cells.find((cell) => cell.id === id);
  return was.cells.length === now.cells.length ? was.cells[number - 1] : undefined;
}

function aroundChange(before: NotebookCell | undefined, { source: { text } }: NotebookCell): string {
  const starts = lineStarts(text);
  const edit = differingRange(before?.source.text ?? '', text) ?? { start: 0, text: '' };
  const start = lineAt(starts, edit.start) + 1;
  const end = lineAt(starts, Math.max(edit.start, edit.start + edit.text.length - 1)) + 1;
  return excerptAround(text, [{ start, end }], 5, maxLines);
}
