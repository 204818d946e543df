// Inserts, replaces and removes entries of a JSON list without touching the others.
import type { TextEdit } from '../text/text.ts';
import type { JsonSpan } from './jsonReader.ts';

/** The white space of a list: behind `[`, between entries with the comma, and before `]`. */
export interface ListLayout {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

/** A replacement of the entries `[from, to)` of a list by `entries`, each serialized as JSON. */
export interface ListEdit {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly string[];
}

/** The edit for a gap; none if nothing changes. The layout is used only for new commas. */
export function listEdit(list: JsonSpan, spans: readonly JsonSpan[], gap: ListEdit, layout: ListLayout): TextEdit[] {
  const { from, to, entries } = gap;
  const text = entries.join(layout.between);
  const [before, first, last, after] = [spans[from - 1], spans[from], spans[to - 1], spans[to]];
  if (first === undefined || last === undefined || from === to) {
    if (entries.length === 0) return [];
    if (before !== undefined) return [{ start: before.end, end: before.end, text: layout.between + text }];
    if (after !== undefined) return [{ start: after.start, end: after.start, text: text + layout.between }];
    return [{ ...list, text: `[${layout.open}${text}${layout.close}]` }];
  }
  if (entries.length > 0) return [{ start: first.start, end: last.end, text }];
  if (before !== undefined) return [{ start: before.end, end: last.end, text: '' }];
  if (after !== undefined) return [{ start: first.start, end: after.start, text: '' }];
  return [{ ...list, text: '[]' }];
}
