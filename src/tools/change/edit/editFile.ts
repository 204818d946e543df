// Defines the tool that replaces text in a file or a cell of a notebook, with what the other tools that edit text have in
// common with it: the input fields of an edit, and its target.

import * as z from 'zod/mini';
import {
  anyTextField,
  flagField,
  integerField,
  expectedSha256Field,
  filePathAliases,
  filePathField,
  cellField,
  rawCell,
} from '../../shared/fields.ts';
import { withCautions } from '../../../core/change/reviewTexts.ts';
import type { Change, Content } from '../../../core/change/change.ts';
import type { Notebook, NotebookCell } from '../../../core/notebook/notebook.ts';
import type { ReplaceResult } from '../../../core/replace/replace.ts';
import { applyEdits } from '../../../core/text/text.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { inEnglish, phrase, pluralize, type Phrase } from '../../../core/wording/phrase.ts';
import { countChangedLines } from '../../../core/change/summary.ts';
import { findAppliedChange, findWrittenEdits, hashFields, withDiffAndHashes } from '../../shared/appliedChanges.ts';
import { readTextFile, type TextFile } from '../stateBefore.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import type { EditedText } from './writtenReplacements.ts';
import type { Applied } from '../../ports/ports.ts';
import { changeTool } from '../../shared/defineTool.ts';
import { parseNotebook } from '../../shared/parseNotebook.ts';

/** Input fields of one edit, also for each edit of `redline_multi_edit`. */
export const editFields = {
  filePath: filePathField,
  oldString: anyTextField(
    'The exact text to replace, with enough surrounding lines to occur only once; never empty. If it is missing or ambiguous, nothing is changed, and the answer shows the closest place or every match.',
  ),
  newString: anyTextField('The new text, taken literally. The file may grow to 50 MiB.'),
  replaceAll: flagField('Replace every occurrence (default false: it must occur once).'),
  expectedReplacements: z.optional(
    integerField('Refuse unless exactly this many places are replaced; above 1 it implies replaceAll.', 1),
  ),
  cell: cellField(
    'In a notebook (.ipynb): the cell, by its number or id (default: the only one with oldString); "raw" edits the JSON itself.',
  ),
};

export const editFile = changeTool({
  name: 'redline_edit_file',
  displayName: 'Edit File',
  referenceName: 'redlineEditFile',
  description:
    'Edits a file by replacing one exact piece of text with another. The text must occur exactly once unless replaceAll is set. The user reviews the diff first.',
  userDescription: 'Replace text in a file, after your review',
  icon: 'edit',
  aliases: filePathAliases,
  input: z.object({ ...editFields, expectedSha256: expectedSha256Field }),
  result: z.object({
    filePath: z.string(),
    replacements: z.number(),
    linesChanged: z.number(),
    originalSize: z.number(),
    newSize: z.number(),
    tier: z.string(),
    diff: z.string(),
    ...hashFields,
  }),
  progress: ({ filePath }) => phrase('Editing {0}', filePath),
  async plan({ filePath, expectedSha256, cell, ...replacement }, context) {
    const file = await readTextFile(context, filePath, expectedSha256);
    const { at, content, snapshot } = file;
    const { looseCautions, replaceYielding } = await import('../../../core/replace/replace.ts');
    const target = await findEditTarget(content.text, at.path, { cell, oldString: replacement.oldString });
    const replaced = await runYielding(replaceYielding(target.text, { ...replacement, path: target.name }));
    const { text, edits } = await target.toFileEdits(replaced);
    const after = await context.workspace.rewrite(content, text);
    const change: Change = { kind: 'update', at, before: snapshot.content, after, edits };
    return {
      title: phrase('Edit {0}', target.label),
      changes: [withCautions(change, looseCautions(target.name, [replaced]))],
      notes: [],
      describe: (applied) => describeEdit({ file, target, replaced, change }, applied),
    };
  },
});

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
interface CellInput {
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

interface PlannedEdit {
  readonly file: TextFile;
  readonly target: EditTarget;
  /** The edit of the target's text. */
  readonly replaced: ReplaceResult;
  readonly change: Change;
}

/** Describes the edit as it was written: the user may have excluded or amended parts of it. */
async function describeEdit(planned: PlannedEdit, applied: Applied) {
  const { file, target, replaced } = planned;
  const { at, content } = file;
  const appliedChange = findAppliedChange(applied, at);
  // Without an applied change, the user excluded the file, which still has its content.
  const written = appliedChange !== undefined && 'after' in appliedChange ? appliedChange.after : content;
  const replacements = await countReplacements(planned, applied, written);
  const result = {
    filePath: at.path,
    replacements,
    linesChanged: appliedChange === undefined ? 0 : countChangedLines(appliedChange),
    originalSize: content.bytes.length,
    newSize: 'bytes' in written ? written.bytes.length : 0,
    tier: replaced.tier,
  };
  return {
    headline: `Edited ${target.name}: ${pluralize(replacements, 'replacement')} (tier: ${replaced.tier}).`,
    result: withDiffAndHashes(result, appliedChange),
  };
}

/** Counts the replacements that are in the written content; all planned ones if that cannot be compared. */
async function countReplacements(
  { file, target: { text, cell }, replaced, change }: PlannedEdit,
  applied: Applied,
  written: Content,
): Promise<number> {
  if (cell === undefined) return findWrittenEdits(change, applied).length;
  // A single edit of the notebook's JSON may hold several replacements, so they are counted in the cell's source.
  if (written.kind !== 'text') return replaced.replacements;
  const { readCellSource, SuccessiveEdits } = await import('./writtenReplacements.ts');
  const edits = new SuccessiveEdits(text);
  edits.add(text, replaced);
  const [replacements] = (await edits.findIn(await readCellSource(written.text, file.at.path, cell))) ?? [];
  return replacements?.filter(({ isWritten }) => isWritten).length ?? replaced.replacements;
}
