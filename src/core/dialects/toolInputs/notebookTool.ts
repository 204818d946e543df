// Reads and amends calls of Claude Code's NotebookEdit, and predicts the notebook that it writes. As observed with
// 2.1.330.
import type { ApprovedFile, Dialect, FileOperation } from '../dialect.ts';
import { parseJson } from '../../endpoint/parseJson.ts';
import { fieldsOf, readString, type Fields } from '../fields.ts';
import { approvedAt, type Tool } from './toolAdapters.ts';

type CellOperation = Extract<FileOperation, { readonly kind: 'cell' }>;

const otherToolReason =
  "NotebookEdit cannot be made to write exactly this. Call Redline's edit_notebook, or its edit_file with the cell.";

/** Claude Code's NotebookEdit. It can be amended only in the source of its cell. */
export const notebookTool: Tool = {
  intentOf(input) {
    const operation = readOperation(input);
    return operation === undefined ? undefined : { kind: 'changes', operations: [operation] };
  },
  amend(input, approved) {
    const operation = readOperation(input);
    const source = operation && approvedSource(operation, approvedAt(approved, operation.path));
    return source === undefined ? { reason: otherToolReason } : { input: { ...input, new_source: source } };
  },
};

/** The source with which the tool writes exactly the approved notebook; undefined if none does, or it was excluded. */
function approvedSource(operation: CellOperation, { before, after }: Partial<ApprovedFile> = {}): string | undefined {
  if (operation.action === 'delete' || after === undefined) return undefined;
  const index = cellIndexOf(cellsIn(before), operation) ?? -1;
  // A new cell comes after the named one, or first.
  const cell = cellsIn(after)?.[operation.action === 'insert' ? index + 1 : index];
  const source = cell && readString(cell, 'source');
  if (source === undefined || predictCellEdit({ ...operation, source }, before) !== after) return undefined;
  return source;
}

function readOperation(input: Fields): CellOperation | undefined {
  const path = readString(input, 'notebook_path');
  const source = readString(input, 'new_source');
  const action = input['edit_mode'] ?? 'replace';
  // Claude Code treats null as absent.
  const [cell, cellType] = [input['cell_id'] ?? undefined, input['cell_type'] ?? undefined];
  if (path === undefined || source === undefined) return undefined;
  if (action !== 'replace' && action !== 'insert' && action !== 'delete') return undefined;
  if (cell !== undefined && typeof cell !== 'string') return undefined;
  if (cellType !== undefined && cellType !== 'code' && cellType !== 'markdown') return undefined;
  return { kind: 'cell', path, action, cell, source, cellType };
}

/** `predictEdit` for cells. Claude Code writes JSON indented by one space, and keeps the final line ending. */
function predictCellEdit(operation: CellOperation, before: string | undefined): string | undefined {
  const notebook = fieldsOf(parseNotebookJson(before));
  const cells = notebook?.['cells'];
  if (notebook === undefined || !Array.isArray(cells) || before === undefined) return undefined;
  const newCells = editCells(operation, notebook, cells);
  if (newCells === undefined) return undefined;
  const json = JSON.stringify({ ...notebook, cells: newCells }, undefined, 1) + (before.endsWith('\n') ? '\n' : '');
  const byteOrderMark = before.startsWith('\ufeff') ? '\ufeff' : '';
  return byteOrderMark + (isMostlyCrlf(before) ? json.replaceAll('\n', '\r\n') : json);
}

/** The cells after the operation; undefined if Claude Code rejects it, or if the result is uncertain. */
function editCells(operation: CellOperation, notebook: Fields, cells: readonly unknown[]): unknown[] | undefined {
  const { action, source, cellType } = operation;
  const index = cellIndexOf(cells.map(fieldsOf), operation);
  if (action === 'insert') {
    // New cells of format 4.5 get a random id, so the result cannot be predicted.
    if (cellType === undefined || !isBefore45(notebook)) return undefined;
    if (operation.cell !== undefined && index === undefined) return undefined;
    const cell = { cell_type: cellType, source, metadata: {}, ...outputFieldsOf(cellType) };
    return cells.toSpliced((index ?? -1) + 1, 0, cell);
  }
  const cell = index === undefined ? undefined : fieldsOf(cells[index]);
  if (index === undefined || cell === undefined) return undefined;
  if (action === 'delete') return cells.toSpliced(index, 1);
  const newType = cellType === undefined ? {} : { cell_type: cellType };
  return cells.with(index, { ...cell, source, ...outputFieldsOf(cell['cell_type']), ...newType });
}

/** The fields of a code cell that has not been run; none for another type of cell. */
function outputFieldsOf(cellType: unknown): Fields {
  return cellType === 'code' ? { execution_count: null, outputs: [] } : {};
}

/** Index of the first cell with the operation's id; otherwise `cell-3` means the fourth. Undefined if there is none. */
function cellIndexOf(
  cells: readonly (Fields | undefined)[] | undefined,
  { cell: id }: CellOperation,
): number | undefined {
  const index = cells?.findIndex((cell) => id !== undefined && cell?.['id'] === id) ?? -1;
  if (index >= 0) return index;
  const number = Number(/^cell-(\d{1,9})$/.exec(id ?? '')?.[1]);
  return cells !== undefined && number < cells.length ? number : undefined;
}

/** The cells of a notebook, each undefined if it is no object; undefined for a text that is no notebook. */
function cellsIn(text: string | undefined): readonly (Fields | undefined)[] | undefined {
  const cells = fieldsOf(parseNotebookJson(text))?.['cells'];
  return Array.isArray(cells) ? cells.map(fieldsOf) : undefined;
}

/** Whether a notebook has the format 4.0 to 4.4, without cell ids. */
function isBefore45(notebook: Fields): boolean {
  const [major, minor] = [notebook['nbformat'], notebook['nbformat_minor']];
  return major === 4 && typeof minor === 'number' && minor < 5;
}

/** Parses a notebook's JSON, after its byte order mark; undefined if it is invalid. */
function parseNotebookJson(text: string | undefined): unknown {
  return parseJson(text?.replace(/^\ufeff/, '') ?? '');
}

/** Extends the prediction of Claude Code's text tools to its edits of cells. */
export function withCells(predict: Dialect['predictEdit']): Dialect['predictEdit'] {
  return (operation, before) =>
    operation.kind === 'cell' ? predictCellEdit(operation, before) : predict(operation, before);
}

/** Claude Code's test for a CRLF file: more CRLF than LF in its first 4096 UTF-16 units. */
export function isMostlyCrlf(text: string): boolean {
  const endings = text.slice(0, 4096).match(/\r?\n/g) ?? [];
  return endings.filter((ending) => ending === '\r\n').length * 2 > endings.length;
}
