// Finds the notebook cell to which a model refers by number or id, and tells whether it is still the same cell.
import { ToolError } from '../wording/errors.ts';
import type { Notebook, NotebookCell } from './notebook.ts';

const maxQuotedChars = 80;

/**
 * The cell with this number (`3`, `#3`) or id (`ab12`, `id:ab12`).
 *
 * @param path display path of the notebook, for errors
 * @throws ToolError NO_MATCH; AMBIGUOUS_MATCH if several cells have that id, or it is another cell's number
 */
export function findCell({ cells }: Notebook, selector: string, path: string): NotebookCell {
  const number = /^#?(\d{1,9})$/.exec(selector)?.[1];
  const byNumber = number === undefined ? undefined : cells[Number(number) - 1];
  const byId = cells.filter(({ id }) => id !== undefined && (id === selector || `id:${id}` === selector));
  const matchingCells = new Set([...(byNumber === undefined ? [] : [byNumber]), ...byId]);
  const [match] = matchingCells;
  if (match === undefined) {
    throw new ToolError(
      'NO_MATCH',
      `${path} has no cell ${JSON.stringify(selector.slice(0, maxQuotedChars))}; its cells are numbered from 1 to ${cells.length}. Nothing was changed. Read it again with redline_read_file and send a cell's number or id.`,
    );
  }
  if (matchingCells.size === 1) return match;
  const numbers = [...matchingCells].map((cell) => `#${cell.number}`).join(', ');
  throw new ToolError(
    'AMBIGUOUS_MATCH',
    `${JSON.stringify(selector)} could be the cells ${numbers} of ${path}. Nothing was changed. Send the one that you mean by its number, as it stands here.`,
  );
}

/** Whether `findCell` found the cell by its number, which changes if a cell is added before it. */
export function isNamedByNumber(selector: string, cell: NotebookCell): boolean {
  return cell.id === undefined || (selector !== cell.id && selector !== `id:${cell.id}`);
}

/** Whether a cell has the id and source of an earlier cell; false without one. */
export function isSameCell(earlier: NotebookCell | undefined, { id, source }: NotebookCell): boolean {
  return earlier !== undefined && earlier.id === id && earlier.source.text === source.text;
}
