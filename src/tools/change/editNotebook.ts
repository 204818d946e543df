// Defines the tool that inserts, deletes, moves and replaces cells of a notebook.

import * as z from 'zod/mini';
import type * as Structure from '../../core/notebook/cellStructure.ts';
import { isNamedByNumber, isSameCell } from '../../core/notebook/findCell.ts';
import type { JsonStyle } from '../../core/notebook/jsonStyle.ts';
import type { Notebook, NotebookCell } from '../../core/notebook/notebook.ts';
import { applyEdits, type TextEdit } from '../../core/text/text.ts';
import { dominantEol, withEol } from '../../core/text/lineEndings.ts';
import { inEnglish, phrase, type Phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { unifiedDiff } from '../../core/diff/diff.ts';
import { allLines, hasSeen } from '../../core/change/readMemory.ts';
import { reportStaleFiles, maxStaleDiffChars } from '../pipeline/lastRead.ts';
import { cellField, expectedSha256Field, filePathAliases, filePathField, anyTextField } from '../shared/fields.ts';
import { findAppliedChange, getHashes, hashFields, withDiffAndHashes } from '../shared/appliedChanges.ts';
import { readTextFile, type TextFile } from './stateBefore.ts';
import { parseNotebook, type ParsedNotebook } from '../shared/parseNotebook.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';

const inputSchema = z.object({
  filePath: filePathField,
  action: z
    .enum(['insert', 'replace', 'delete', 'move', 'setKind'])
    .check(z.describe('What to do. To change a part of a cell, use redline_edit_file.')),
  cell: cellField('The cell, by its number or id; for "insert" omit it.'),
  after: cellField('For "insert" and "move": the cell to put it after; "0" for the top (default: the end).'),
  source: z.optional(anyTextField('For "insert" and "replace": the whole source of the cell, as plain text.')),
  kind: z.optional(
    z
      .enum(['code', 'markdown', 'raw'])
      .check(z.describe('For "setKind", "insert" (default "code") and "replace" (default: as it is).')),
  ),
  expectedSha256: expectedSha256Field,
});
type Input = z.infer<typeof inputSchema>;

export const editNotebook = changeTool({
  name: 'redline_edit_notebook',
  displayName: 'Edit Notebook',
  referenceName: 'redlineEditNotebook',
  description:
    'Inserts, deletes, moves or replaces cells of a Jupyter notebook. Everything else stays as it is, outputs too. The user reviews it first.',
  userDescription: 'Insert, delete, move or replace cells of a notebook, after your review',
  icon: 'notebook',
  aliases: {
    ...filePathAliases,
    notebookPath: 'filePath',
    cellId: 'cell',
    newSource: 'source',
    newCode: 'source',
    cellType: 'kind',
    editMode: 'action',
    editType: 'action',
  },
  input: inputSchema,
  result: z.object({
    filePath: z.string(),
    cell: z.nullable(z.number()),
    id: z.nullable(z.string()),
    diff: z.string(),
    ...hashFields,
  }),
  progress: ({ filePath }) => phrase('Editing {0}', filePath),
  async plan(input, context) {
    const file = await readTextFile(context, input.filePath, input.expectedSha256);
    const { at, content } = file;
    const parsed = await parseNotebook(content.text, at.path, anyCell);
    if (parsed === undefined)
      throw new ToolError('VALIDATION_ERROR', `${at.path} is not a notebook. Use redline_edit_file.`);
    const { edits, title, numberAfter } = await planAction(input, file, parsed, context);
    const text = applyEdits(content.text, edits);
    if (text === content.text)
      throw new ToolError('NO_CHANGE', `${at.path} is already as this call would make it. Nothing was changed.`);
    const after = await context.workspace.rewrite(content, text);
    const plannedNotebook = (await parseNotebook(text, at.path, anyCell))?.notebook;
    const id = numberAfter === undefined ? undefined : plannedNotebook?.cells[numberAfter - 1]?.id;
    return {
      title,
      changes: [{ kind: 'update', at, before: file.snapshot.content, after, edits }],
      notes: [],
      describe(applied) {
        const change = findAppliedChange(applied, at);
        // If the user excluded or amended parts, the cells may have other numbers than planned.
        const isAsPlanned = getHashes(change).sha256After === after.sha256;
        const outcome = isAsPlanned
          ? `done.${formatPosition(numberAfter, id)} The notebook has ${pluralize(plannedNotebook?.cells.length ?? 0, 'cell')}.`
          : 'written, but not as planned. Read it again with redline_read_file before you name a cell by its number.';
        const cellFields = isAsPlanned ? { cell: numberAfter ?? null, id: id ?? null } : { cell: null, id: null };
        return {
          headline: `${inEnglish(title)}: ${outcome}`,
          result: withDiffAndHashes({ filePath: at.path, ...cellFields }, change),
        };
      },
    };
  },
});

/** Any `cell` makes `parseNotebook` throw for a file that is no valid notebook; it does not look for the cell. */
const anyCell = '1';

function formatPosition(numberAfter: number | undefined, id: string | undefined): string {
  if (numberAfter === undefined) return '';
  return ` It is now cell ${numberAfter}${id === undefined ? '' : `, id ${id}`}.`;
}

interface CellPlan {
  readonly edits: readonly TextEdit[];
  readonly title: Phrase;
  /** The cell's number after the action, 1-based; undefined if the cell is deleted. */
  readonly numberAfter: number | undefined;
}

async function planAction(
  input: Input,
  file: TextFile,
  parsed: ParsedNotebook,
  context: ToolContext,
): Promise<CellPlan> {
  if (input.action === 'insert') return planInsertion(input, file, parsed, context);
  const insertIndex = input.action === 'move' ? await findInsertIndex(input, input.after, file, parsed, context) : 0;
  const cell = await findKnownCell(input, requireField(input, 'cell'), file, parsed, context);
  return planCellAction(input, file.at.path, parsed.notebook, cell, insertIndex);
}

async function planInsertion(
  input: Input,
  file: TextFile,
  parsed: ParsedNotebook,
  context: ToolContext,
): Promise<CellPlan> {
  const { notebook } = parsed;
  // The tools of other agents insert after the cell that they call `cell`.
  const index = await findInsertIndex(input, input.after ?? input.cell, file, parsed, context);
  const source = withEol(requireField(input, 'source'), '\n');
  const edits = await planStructureEdits(notebook, ({ insertCell }, style) =>
    insertCell(notebook, index, input.kind ?? 'code', source, style),
  );
  return { edits, title: phrase('Insert a cell into {0}', file.at.path), numberAfter: index + 1 };
}

/** Plans an action on an existing cell; `insertIndex`, of `findInsertIndex`, is used only by `move`. */
async function planCellAction(
  input: Input,
  path: string,
  notebook: Notebook,
  cell: NotebookCell,
  insertIndex: number,
): Promise<CellPlan> {
  const { number } = cell;
  if (input.action === 'delete') {
    const edits = await planStructureEdits(notebook, ({ deleteCell }, style) => deleteCell(notebook, cell, style));
    return { edits, title: phrase('Delete cell {0} of {1}', number, path), numberAfter: undefined };
  }
  if (input.action === 'move') {
    // Removing the cell first decrements the indexes of those after it.
    const targetIndex = insertIndex >= number ? insertIndex - 1 : insertIndex;
    const edits = await planStructureEdits(notebook, ({ moveCell }, style) =>
      moveCell(notebook, cell, targetIndex, style),
    );
    return { edits, title: phrase('Move cell {0} of {1}', number, path), numberAfter: targetIndex + 1 };
  }
  // Both `replace` and `setKind` may change the kind; only `replace` changes the source.
  const kind = input.action === 'setKind' ? requireField(input, 'kind') : input.kind;
  const edits = await planStructureEdits(notebook, ({ changeKind }, style) =>
    kind === undefined ? [] : changeKind(notebook, cell, kind, style),
  );
  if (input.action === 'setKind')
    return { edits, title: phrase('Change the kind of cell {0} of {1}', number, path), numberAfter: number };
  const cellEdits = [...edits, ...(await planSourceEdits(notebook, cell, requireField(input, 'source')))];
  cellEdits.sort((one, other) => one.start - other.start);
  return { edits: cellEdits, title: phrase('Replace cell {0} of {1}', number, path), numberAfter: number };
}

/** Calls `createEdits` with the lazily loaded functions that edit a notebook's cells, and the style of its JSON. */
async function planStructureEdits(
  notebook: Notebook,
  createEdits: (structure: typeof Structure, style: JsonStyle) => readonly TextEdit[],
): Promise<readonly TextEdit[]> {
  const [structure, { detectStyle }] = await Promise.all([
    import('../../core/notebook/cellStructure.ts'),
    import('../../core/notebook/jsonStyle.ts'),
  ]);
  return createEdits(structure, detectStyle(notebook));
}

/** The edits of the JSON that replace the differing part of a cell's source, keeping its line endings. */
async function planSourceEdits(notebook: Notebook, cell: NotebookCell, source: string): Promise<readonly TextEdit[]> {
  const [{ editSource }, { detectStyle }, { differingRange }] = await Promise.all([
    import('../../core/notebook/cellSource.ts'),
    import('../../core/notebook/jsonStyle.ts'),
    import('../../core/diff/differingRange.ts'),
  ]);
  const edit = differingRange(cell.source.text, withEol(source, dominantEol(cell.source.text)));
  return edit === undefined ? [] : editSource(notebook, cell, [edit], detectStyle(notebook));
}

/** The index (0-based) at which to insert a cell: after the cell `after`, at the top (`0`), or by default at the end. */
async function findInsertIndex(
  input: Input,
  after: string | undefined,
  file: TextFile,
  parsed: ParsedNotebook,
  context: ToolContext,
): Promise<number> {
  if (after === undefined) return parsed.notebook.cells.length;
  if (/^#?0$/.test(after) || after.toUpperCase() === 'TOP') return 0;
  // Numbers are 1-based, so this is the index of the next cell.
  return (await findKnownCell(input, after, file, parsed, context)).number;
}

/**
 * The cell that `selector` names. One named by its number, not its id, must still be the one read, unless the caller knows
 * the file by `expectedSha256`, which `readTextFile` has checked.
 * @throws ToolError NO_MATCH, AMBIGUOUS_MATCH, VALIDATION_ERROR, STALE
 */
async function findKnownCell(
  { expectedSha256 }: Input,
  selector: string,
  { at, content }: TextFile,
  { notebook, findCell }: ParsedNotebook,
  { reads }: ToolContext,
): Promise<NotebookCell> {
  const cell = findCell(notebook, selector, at.path);
  if (expectedSha256 !== undefined || !isNamedByNumber(selector, cell)) return cell;
  const lastRead = reads.lastRead(at);
  const seen = lastRead?.seen ?? [];
  const isCellSeen = seen.some((lines) => lines.cell === cell.number) || hasSeen(seen, allLines);
  if (isCellSeen && lastRead?.sha256 === content.sha256) return cell;
  if (lastRead === undefined || !isCellSeen) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `You have not read ${lastRead === undefined ? at.path : `this cell of ${at.path}`}, so cell ${cell.number} could be another one than you mean. Nothing was changed. Read it with redline_read_file first, or send the cell's id.`,
    );
  }
  const readNotebook = await parseNotebook(lastRead.text, at.path);
  if (isSameCell(readNotebook?.notebook.cells[cell.number - 1], cell)) return cell;
  const diff = unifiedDiff(at.path, lastRead.text, content.text, { maxChars: maxStaleDiffChars });
  throw reportStaleFiles([{ at, current: content, diff }], reads);
}

function requireField<K extends 'source' | 'cell' | 'kind'>(input: Input, name: K): NonNullable<Input[K]> {
  const value = input[name];
  // The value is never null; the check only gives it its type.
  if (value !== undefined && value !== null) return value;
  throw new ToolError('VALIDATION_ERROR', `To ${input.action} a cell, send "${name}" too. Nothing was changed.`);
}
