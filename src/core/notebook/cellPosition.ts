// Maps an offset in a notebook's JSON, such as the offset of a search match, to its cell and the line of the cell's
// source.
import { decodeString } from './jsonReader.ts';
import type { Notebook } from './notebook.ts';

export interface CellPosition {
  /** 1-based. */
  readonly cellNumber: number;
  /** Line of the source, 1-based; undefined outside it: in outputs or metadata. */
  readonly line: number | undefined;
}

/** The cell at an offset (UTF-16 units of the JSON); undefined outside all cells. */
export function findCellPosition({ text, cells }: Notebook, offset: number): CellPosition | undefined {
  const cell = cells.find(({ span }) => span.start <= offset && offset < span.end);
  if (cell === undefined) return undefined;
  const { items, span: sourceSpan } = cell.source;
  if (offset < sourceSpan.start || offset >= sourceSpan.end) return { cellNumber: cell.number, line: undefined };
  const textBefore = items.filter(({ end }) => end <= offset).map((item) => decodeString(text, item));
  // In the string that contains the offset, counts the escapes of line breaks: the part before the offset may end
  // within an escape, so it cannot be decoded.
  const itemWithin = items.find(({ start, end }) => start < offset && offset < end);
  const jsonBefore = itemWithin === undefined ? '' : text.slice(itemWithin.start + 1, offset);
  const escapesBefore = jsonBefore.match(/\\(?:u[0-9a-fA-F]{4}|.)/g) ?? [];
  const lineBreaks = escapesBefore.filter((escape) => /^\\(?:n|u000a)$/i.test(escape));
  return { cellNumber: cell.number, line: textBefore.join('').split('\n').length + lineBreaks.length };
}
