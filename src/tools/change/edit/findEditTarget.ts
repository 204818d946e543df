// Finds the text to edit: the text of a file, or the source of a notebook cell.

import { runYielding } from '../../../async/eventLoop.ts';
import type { Notebook, NotebookCell } from '../../../core/notebook/notebook.ts';
import { applyEdits, type TextEdit } from '../../../core/text/text.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../../core/wording/phrase.ts';
import { rawCell } from '../../shared/fields.ts';
import { parseNotebook } from '../../shared/parseNotebook.ts';

/** The edits of a text, and the text after them. */
export interface EditedText {
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/** A text that a tool edits as if it were a file. */
export interface EditTarget {
  readonly text: string;
  /** Name for the user: the path, or the cell and the path. */
  readonly label: string | Phrase;
  /** The same in English, for models. */
  readonly name: string;
  /** The cell's number, 1-based; undefined for a whole file. */
  readonly cell: number | undefined;
  /** Converts edits of `text` to edits of the file, with the file's resulting text. */
  toFileEdits(edited: EditedText): Promise<EditedText>;
}

/** Maximum number of cells listed in an error. */
const maxListedCells = 20;

/** The part of a call's input that selects the target. */
export interface CellInput {
  /** The cell's number or id, or "raw" for the notebook's JSON. */
  readonly cell?: string | undefined;
  /** The text to replace: without `cell`, the target is the only cell that contains it. */
  readonly oldString?: string;
}

/**
 * The target of an edit. A file that is not a valid notebook is edited as text.
 *
 * @throws ToolError VALIDATION_ERROR for a cell in a file that is not a notebook; NO_MATCH, AMBIGUOUS_MATCH for cells
 * not found
 */
export async function findEditTarget(text: string, path: string, cellInput: CellInput): Promise<EditTarget> {
  const notebookFile = await parseNotebook(text, path, cellInput.cell);
  if (notebookFile === undefined)
    return { text, label: path, name: path, cell: undefined, toFileEdits: async (edited) => edited };
  const { notebook, findCell } = notebookFile;
  const cell =
    cellInput.cell === undefined
      ? findOnlyCellWith(notebook, cellInput.oldString, path)
      : findCell(notebook, cellInput.cell, path);
  const label = phrase('cell {0} of {1}', cell.number, path);
  return {
    text: cell.source.text,
    label,
    name: inEnglish(label),
    cell: cell.number,
    toFileEdits: (edited) => toNotebookEdits(notebook, cell, edited),
  };
}

function findOnlyCellWith({ cells }: Notebook, oldString: string | undefined, path: string): NotebookCell {
  if (oldString === undefined) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${path} is a notebook, whose lines are counted in each cell. Nothing was changed. Send "cell", the number or id of the cell.`,
    );
  }
  const matchingCells = cells.filter(({ source }) => source.text.includes(oldString));
  // A single cell is the target even without an exact match, since the replacement may match loosely.
  const [firstCell, ...otherCells] = matchingCells.length === 0 && cells.length === 1 ? cells : matchingCells;
  if (firstCell !== undefined && otherCells.length === 0) return firstCell;
  const numbers = matchingCells.map(({ number }) => `#${number}`);
  if (firstCell !== undefined) {
    throw new ToolError(
      'AMBIGUOUS_MATCH',
      `oldString is in the cells ${numbers.slice(0, maxListedCells).join(', ')} of ${path}. Nothing was changed. Send "cell" with the one that you mean.`,
    );
  }
  throw new ToolError(
    'NO_MATCH',
    `No cell of ${path} has oldString exactly. Nothing was changed. Read it with redline_read_file and send the text as it stands in the cell, without JSON's quotes and escapes, and "cell"; for metadata or outputs, send cell: "${rawCell}" and the JSON itself.`,
  );
}

/** Converts edits of a cell's source to edits of the notebook's JSON. Throws RangeError if they give another source. */
async function toNotebookEdits(notebook: Notebook, cell: NotebookCell, edited: EditedText): Promise<EditedText> {
  const [{ editSource }, { detectStyle }, { readNotebook }] = await Promise.all([
    import('../../../core/notebook/cellSource.ts'),
    import('../../../core/notebook/jsonStyle.ts'),
    import('../../../core/notebook/notebook.ts'),
  ]);
  const edits = editSource(notebook, cell, edited.edits, detectStyle(notebook));
  const text = applyEdits(notebook.text, edits);
  const reparsed = await runYielding(readNotebook(text));
  const source = 'cells' in reparsed ? reparsed.cells[cell.number - 1]?.source.text : undefined;
  if (source !== edited.text) throw new RangeError('the edit of a cell did not give its text');
  return { text, edits };
}
