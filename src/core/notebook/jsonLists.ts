// Inserts, replaces and removes entries of a JSON list in a notebook without touching the others.
import type { TextEdit } from '../text/text.ts';
import type { JsonSpan } from './jsonReader.ts';

/** The white space of a list: after `[`, between entries with the comma, and before `]`. */
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

/**
 * Converts an edit of a list, whose entries are at `spans`, to edits of its text; none if nothing changes. The layout is
 * only for new commas, and for the entries of a list that was empty.
 */
export function toTextEdits(
  list: JsonSpan,
  spans: readonly JsonSpan[],
  edit: ListEdit,
  layout: ListLayout,
): TextEdit[] {
  const { from, to, entries } = edit;
  const text = entries.join(layout.between);
  const [previousEntry, firstReplaced, lastReplaced, nextEntry] = [
    spans[from - 1],
    spans[from],
    spans[to - 1],
    spans[to],
  ];
  const isInsertion = firstReplaced === undefined || lastReplaced === undefined || from === to;
  if (isInsertion) {
    if (entries.length === 0) return [];
    if (previousEntry !== undefined)
      return [{ start: previousEntry.end, end: previousEntry.end, text: layout.between + text }];
    if (nextEntry !== undefined) return [{ start: nextEntry.start, end: nextEntry.start, text: text + layout.between }];
    return [{ ...list, text: `[${layout.open}${text}${layout.close}]` }];
  }
  if (entries.length > 0) return [{ start: firstReplaced.start, end: lastReplaced.end, text }];
  if (previousEntry !== undefined) return [{ start: previousEntry.end, end: lastReplaced.end, text: '' }];
  if (nextEntry !== undefined) return [{ start: firstReplaced.start, end: nextEntry.start, text: '' }];
  return [{ ...list, text: '[]' }];
}
