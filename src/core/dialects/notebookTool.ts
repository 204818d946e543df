// Reads and predicts Claude Code's NotebookEdit, which reserializes the whole notebook. As observed with 2.1.330.
import type { Dialect, FileOperation } from './dialect.ts';
import { parseJson } from '../endpoint/parseJson.ts';
import { fieldsOf, readString, type Fields } from './fields.ts';
import { approvedAt, type Tool } from './tools.ts';

type CellOperation = Extract<FileOperation, { readonly kind: 'cell' }>;

const otherToolReason =
  "NotebookEdit cannot be made to write exactly this. Call Redline's edit_notebook, or its edit_file with the cell.";

/** Claude Code's NotebookEdit. */
export const notebookTool: Tool = {
  intentOf(input) {
    const operation = readOperation(input);
    return operation === undefined ? undefined : { kind: 'changes', operations: [operation] };
  },
  amend(input, approved) {
    const operation = readOperation(input);
    const file = approvedAt(approved, operation?.path);
    const { before, after } = file ?? {};
    if (operation === undefined || operation.action === 'delete' || after === undefined)
      return { reason: otherToolReason };
    const index = cellIndexOf(cellsIn(before), operation);
    const cell = cellsIn(after)?.[operation.action === 'insert' ? (index ?? -1) + 1 : (index ?? -1)];
    const source = cell === undefined ? undefined : readString(cell, 'source');
    if (source === undefined || predictCellEdit({ ...operation, source }, before) !== after)
      return { reason: otherToolReason };
    return { input: { ...input, new_source: source } };
  },
};

function readOperation(input: Fields): CellOperation | undefined {
  const path = readString(input, 'notebook_path');
  const source = readString(input, 'new_source');
  const action = input['edit_mode'] ?? 'replace';
  const [cell, cellType] = [input['cell_id'] ?? undefined, input['cell_type'] ?? undefined];
  if (path === undefined || source === undefined) return undefined;
  if (action !== 'replace' && action !== 'insert' && action !== 'delete') return undefined;
  if (cell !== undefined && typeof cell !== 'string') return undefined;
  if (cellType !== undefined && cellType !== 'code' && cellType !== 'markdown') return undefined;
  return { kind: 'cell', path, action, cell, source, cellType };
}

/** `predictEdit` for cells: the JSON with an indentation of one space, and a final line ending if there was one. */
export function predictCellEdit(operation: CellOperation, before: string | undefined): string | undefined {
  const mark = before?.startsWith('\ufeff') === true ? '\ufeff' : '';
  const notebook = fieldsOf(parseNotebookJson(before));
  const cells = notebook?.['cells'];
  if (notebook === undefined || !Array.isArray(cells) || before === undefined) return undefined;
  const newCells = editCells(operation, notebook, cells);
  if (newCells === undefined) return undefined;
  const json = JSON.stringify({ ...notebook, cells: newCells }, undefined, 1) + (before.endsWith('\n') ? '\n' : '');
  return mark + (isMostlyCrlf(before) ? json.replaceAll('\n', '\r\n') : json);
}

function editCells(operation: CellOperation, notebook: Fields, cells: readonly unknown[]): unknown[] | undefined {
  const { action, source, cellType } = operation;
  const index = cellIndexOf(cells.map(fieldsOf), operation);
  if (action === 'insert') {
    // New cells of format 4.5 get a random id, so the result cannot be predicted.
    if (!isBefore45(notebook) || (operation.cell !== undefined && index === undefined)) return undefined;
    const commonFields = { cell_type: cellType, source, metadata: {} };
    const cell = cellType === 'code' ? { ...commonFields, execution_count: null, outputs: [] } : commonFields;
    return cellType === undefined ? undefined : cells.toSpliced((index ?? -1) + 1, 0, cell);
  }
  const cell = index === undefined ? undefined : fieldsOf(cells[index]);
  if (index === undefined || cell === undefined) return undefined;
  if (action === 'delete') return cells.toSpliced(index, 1);
  const clearedOutputs = cell['cell_type'] === 'code' ? { execution_count: null, outputs: [] } : {};
  return cells.with(index, {
    ...cell,
    source,
    ...clearedOutputs,
    ...(cellType === undefined ? {} : { cell_type: cellType }),
  });
}

/** The first cell with the id; otherwise `cell-3` is the fourth. */
function cellIndexOf(cells: readonly (Fields | undefined)[] | undefined, { cell }: CellOperation): number | undefined {
  const index = cells?.findIndex((candidate) => cell !== undefined && candidate?.['id'] === cell) ?? -1;
  if (index >= 0) return index;
  const number = Number(/^cell-(\d{1,9})$/.exec(cell ?? '')?.[1]);
  return cells !== undefined && number < cells.length ? number : undefined;
}

function cellsIn(text: string | undefined): readonly (Fields | undefined)[] | undefined {
  const cells = fieldsOf(parseNotebookJson(text))?.['cells'];
  return Array.isArray(cells) ? cells.map(fieldsOf) : undefined;
}

function isBefore45(notebook: Fields): boolean {
  const [major, minor] = [notebook['nbformat'], notebook['nbformat_minor']];
  return major === 4 && typeof minor === 'number' && minor < 5;
}

/** Parses a notebook's JSON, after its byte order mark; undefined if it is invalid. */
function parseNotebookJson(text: string | undefined): unknown {
  return parseJson(text?.replace(/^\ufeff/, '') ?? '');
}

/** Extends a text prediction to edits of cells. */
export function withCells(predict: Dialect['predictEdit']): Dialect['predictEdit'] {
  return (operation, before) =>
    operation.kind === 'cell' ? predictCellEdit(operation, before) : predict(operation, before);
}

/** The agent's test for a CRLF file: more CRLF than LF in its beginning. */
export function isMostlyCrlf(text: string): boolean {
  const endings = text.slice(0, 4096).match(/\r?\n/g) ?? [];
  return endings.filter((each) => each === '\r\n').length * 2 > endings.length;
}
