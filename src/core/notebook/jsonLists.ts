// Inserts, replaces and removes entries of a JSON list in a notebook without touching the others.
import type { TextEdit } from '../text/text.ts';
import type { JsonSpan } from './jsonReader.ts';

/** The white space of a list: after `[`, between entries with the comma, and before `]`. */
export interface ListLayout {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

/** A replacement of the entries `[from, to)` of a list (0-based) by `entries`, each serialized as JSON. */
export interface ListEdit {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly string[];
}

/**
 * Converts an edit of a list to at most one edit of the text; none if nothing changes. `list` and `entrySpans` are the
 * positions of the list and its entries. The layout is only for new commas, and for the entries of a list that was
 * empty.
 */
export function toTextEdits(
  list: JsonSpan,
  entrySpans: readonly JsonSpan[],
  edit: ListEdit,
  layout: ListLayout,
): TextEdit[] {
  const { from, to, entries } = edit;
  const text = entries.join(layout.between);
  const previousEntry = entrySpans[from - 1];
  const firstReplaced = entrySpans[from];
  const lastReplaced = entrySpans[to - 1];
  const nextEntry = entrySpans[to];
  // `undefined` only narrows the types: a range of entries has a first and a last one.
  const isInsertion = firstReplaced === undefined || lastReplaced === undefined || from === to;
  if (isInsertion) {
    if (entries.length === 0) return [];
    if (previousEntry !== undefined)
      return [{ start: previousEntry.end, end: previousEntry.end, text: layout.between + text }];
    if (nextEntry !== undefined) return [{ start: nextEntry.start, end: nextEntry.start, text: text + layout.between }];
    return [{ ...list, text: `[${layout.open}${text}${layout.close}]` }];
  }
  if (entries.length > 0) return [{ start: firstReplaced.start, end: lastReplaced.end, text }];
  // A deletion removes the comma before it, or else the one after it.
  if (previousEntry !== undefined) return [{ start: previousEntry.end, end: lastReplaced.end, text: '' }];
  if (nextEntry !== undefined) return [{ start: firstReplaced.start, end: nextEntry.start, text: '' }];
  return [{ ...list, text: '[]' }];
}
