// Inserts, deletes and moves cells and changes their kind, as edits of the notebook's text that keep every other byte.
// The exported functions throw the ToolError VALIDATION_ERROR for nbformat 3.
import type { TextEdit } from '../text/text.ts';
import { ToolError } from '../wording/errors.ts';
import { toTextEdits, type ListEdit } from './jsonLists.ts';
import type { JsonSpan } from './jsonReader.ts';
import {
  layoutAt,
  leadingWhiteSpaceAt,
  detectListLayout,
  serializeValue,
  type JsonValue,
  type JsonStyle,
} from './jsonStyle.ts';
import type { Member, Notebook, NotebookCell } from './notebook.ts';

/** The kinds of cells of nbformat 4. */
export type CellKind = 'code' | 'markdown' | 'raw';

/** Inserts a cell after the first `cellsBefore` cells. In nbformat 4.5 and later it gets a unique id. */
export function insertCell(
  notebook: Notebook,
  cellsBefore: number,
  kind: CellKind,
  source: string,
  style: JsonStyle,
): TextEdit[] {
  const cell = createCell(notebook, cellsBefore, kind, source);
  return insertSerialized(notebook, cellsBefore, (lead) => serializeValue(cell, lead, style), style);
}

/** Deletes a cell, with its comma. */
export function deleteCell(notebook: Notebook, { number }: NotebookCell, style: JsonStyle): TextEdit[] {
  return editList(notebook, { from: number - 1, to: number, entries: [] }, style);
}

/** Moves a cell unchanged, after the first `otherCellsBefore` of the other cells. */
export function moveCell(
  notebook: Notebook,
  cell: NotebookCell,
  otherCellsBefore: number,
  style: JsonStyle,
): TextEdit[] {
  const json = notebook.text.slice(cell.span.start, cell.span.end);
  // Counts the moved cell, too, since the insertion refers to the list before the deletion.
  const cellsBefore = otherCellsBefore >= cell.number ? otherCellsBefore + 1 : otherCellsBefore;
  if (cellsBefore === cell.number || cellsBefore === cell.number - 1) return [];
  const edits = [...deleteCell(notebook, cell, style), ...insertSerialized(notebook, cellsBefore, () => json, style)];
  return edits.sort((a, b) => a.start - b.start);
}

/**
 * Changes a cell's kind. Only code has outputs and an execution count, so these are added or removed.
 *
 * @throws ToolError VALIDATION_ERROR for attachments, which code cannot have
 */
export function changeKind(
  { text, format }: Notebook,
  cell: NotebookCell,
  kind: CellKind,
  style: JsonStyle,
): TextEdit[] {
  requireFormat4(format);
  if (cell.kind === kind) return [];
  const type = cell.members.find(({ name }) => name === 'cell_type');
  // Only narrows the type: every parsed cell has one.
  if (type === undefined) return [];
  if (kind === 'code' && cell.members.some(({ name }) => name === 'attachments')) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `Cell ${cell.number} has attachments, which a cell of code cannot have. Nothing was changed. Insert a new cell instead.`,
    );
  }
  const edits: TextEdit[] = [{ ...type.value, text: JSON.stringify(kind) }];
  if (cell.kind === 'code') edits.push(...removeMembers(cell, ['execution_count', 'outputs']));
  if (kind === 'code') edits.push(addMembers(text, cell, { execution_count: null, outputs: [] }, style));
  return edits.sort((a, b) => a.start - b.start);
}

function requireFormat4([major]: Notebook['format']): void {
  if (major === 4) return;
  throw new ToolError(
    'VALIDATION_ERROR',
    'This notebook has the old format 3, in which Redline edits sources only. Nothing was changed. Ask the user to convert it to format 4.',
  );
}

/** The new cell as a value: its source is a list of lines, unless that of every other cell is a string. */
function createCell(
  { format: [, minor], cells, text }: Notebook,
  cellsBefore: number,
  kind: CellKind,
  source: string,
): JsonValue {
  const lines = source === '' ? [] : source.split(/(?<=\n)/);
  const usesStrings = cells.length > 0 && cells.every((cell) => cell.source.form === 'string');
  return {
    cell_type: kind,
    ...(kind === 'code' ? { execution_count: null } : {}),
    ...(minor >= 5 ? { id: createUniqueId(cells, `${cellsBefore}${kind}${source}${text.length}`) } : {}),
    metadata: {},
    ...(kind === 'code' ? { outputs: [] } : {}),
    source: usesStrings ? source : lines,
  };
}

/** A unique id of eight hexadecimal digits, in Jupyter's format; deterministic for a notebook and seed. */
function createUniqueId(cells: readonly NotebookCell[], seed: string): string {
  const usedIds = new Set(cells.map(({ id }) => id));
  for (let salt = 0; ; salt++) {
    const id = fnv1a(`${salt}:${seed}`);
    if (!usedIds.has(id)) return id;
  }
}

/** 32-bit FNV-1a hash of a text's UTF-16 units, with the standard offset basis and prime. */
function fnv1a(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/**
 * Inserts the JSON that `serialize` returns as a cell. `serialize` gets the indentation of the cell before or, at the
 * start, of the first cell.
 */
function insertSerialized(
  notebook: Notebook,
  cellsBefore: number,
  serialize: (lead: string) => string,
  style: JsonStyle,
): TextEdit[] {
  const { text, cells } = notebook;
  const neighbour = cells[Math.max(cellsBefore - 1, 0)];
  const list = listOf(notebook);
  const lead =
    neighbour === undefined
      ? leadingWhiteSpaceAt(text, list.start) + (style.lines?.indent ?? '')
      : leadingWhiteSpaceAt(text, neighbour.span.start);
  return editList(notebook, { from: cellsBefore, to: cellsBefore, entries: [serialize(lead)] }, style);
}

function editList(notebook: Notebook, edit: ListEdit, style: JsonStyle): TextEdit[] {
  const list = listOf(notebook);
  const spans = notebook.cells.map(({ span }) => span);
  const notebookStart = 0;
  return toTextEdits(list, spans, edit, detectListLayout(notebook.text, list, spans, notebookStart, style));
}

/**
 * The list of cells.
 *
 * @throws ToolError VALIDATION_ERROR for format 3, which may have several
 */
function listOf({ format, members }: Notebook): JsonSpan {
  requireFormat4(format);
  const list = members.find(({ name }) => name === 'cells')?.value;
  if (list === undefined) throw new RangeError('a notebook of format 4 without cells');
  return list;
}

/** Edits that remove properties, each with one comma; none if no property would stay. */
function removeMembers({ members }: NotebookCell, names: readonly string[]): TextEdit[] {
  const isKept = ({ name }: Member): boolean => !names.includes(name);
  const firstKeptIndex = members.findIndex(isKept);
  const [firstMember, firstKept] = [members[0], members[firstKeptIndex]];
  if (firstMember === undefined || firstKept === undefined) return [];
  // Properties before the first kept one are removed with the comma after them, later ones with the comma before.
  const leadingEdits =
    firstKeptIndex === 0 ? [] : [{ start: firstMember.key.start, end: firstKept.key.start, text: '' }];
  const laterEdits = members.flatMap((member, index) => {
    const before = members[index - 1];
    if (index < firstKeptIndex || isKept(member) || before === undefined) return [];
    return [{ start: before.value.end, end: member.value.end, text: '' }];
  });
  return [...leadingEdits, ...laterEdits];
}

/** The edit that adds properties after the last one, without those that the cell has. */
function addMembers(
  text: string,
  { members, span }: NotebookCell,
  added: Readonly<Record<string, JsonValue>>,
  style: JsonStyle,
): TextEdit {
  const [first] = members;
  const lastMember: Member | undefined = members.at(-1);
  const lead = first === undefined ? '' : leadingWhiteSpaceAt(text, first.key.start, span.start);
  // `lead` is already the indentation of a property, so the layout must not add a level.
  const { between } = layoutAt(lead, { ...style, lines: style.lines && { ...style.lines, indent: '' } });
  const memberNames = new Set(members.map(({ name }) => name));
  const entries = Object.entries(added).filter(([name]) => !memberNames.has(name));
  const json = entries.map(
    ([name, value]) => `${between}${JSON.stringify(name)}${style.colon}${serializeValue(value, lead, style)}`,
  );
  const offset = lastMember?.value.end ?? span.end - 1;
  return { start: offset, end: offset, text: json.join('') };
}
