// Converts edits of a cell's source to edits of the notebook's text, which leave every other byte unchanged. Example:
//
//   source in the JSON   ["a\n", "b"], the text "a\nb"
//   edit                 insert "x\n" at offset 2
//   segments             "a\n" kept, "x\n" new, "b" kept
//   strings of the list  "a\n" and "b" are unchanged; the list edit inserts "x\n" between them
import { firstIndex } from '../text/firstIndex.ts';
import type { TextEdit } from '../text/text.ts';
import { toTextEdits, type ListEdit } from './jsonLists.ts';
import type { JsonSpan } from './jsonReader.ts';
import { detectListLayout, serializeString, type JsonStyle } from './jsonStyle.ts';
import type { Notebook, NotebookCell } from './notebook.ts';

/** A string of a source list, with its position in the JSON and in the source's text. */
interface SourceString {
  readonly span: JsonSpan;
  readonly start: number;
  readonly end: number;
  /** Cache of the last position that `jsonOffset` found: units of the decoded string, and the offset in the JSON. */
  readonly cursor: { units: number; offset: number };
}

/** A part of the new source. `start` and `end` are offsets in the new text. */
interface Segment {
  readonly start: number;
  readonly end: number;
  /** Offset in the old text from which the part is kept; undefined for new text. */
  readonly oldStart: number | undefined;
  readonly text: string;
}

/** The source before (`json`, `items`) and after the edits (`segments`). */
interface EditedSource {
  readonly json: string;
  readonly items: readonly SourceString[];
  readonly segments: readonly Segment[];
  readonly style: JsonStyle;
}

/**
 * Converts the edits of a cell's source to edits of the notebook's text. Unchanged source keeps its escapes; a
 * list of lines stays a list, and a string a string.
 *
 * @param edits of `cell.source.text`, sorted, without overlaps
 */
export function editSource(
  { text: json }: Notebook,
  { source, span: cell }: NotebookCell,
  edits: readonly TextEdit[],
  style: JsonStyle,
): TextEdit[] {
  if (edits.length === 0) return [];
  const items = locateItems(json, source.items);
  const segments = splitIntoSegments(source.text, edits);
  const edited = { json, items, segments, style };
  if (source.form === 'string') return [{ ...source.span, text: jsonString(edited, 0, newLength(segments)) }];
  const layout = detectListLayout(json, source.span, source.items, cell.start, style);
  return findListEdits(source.text, edited).flatMap((edit) => toTextEdits(source.span, source.items, edit, layout));
}

/**
 * The edits between the strings of the list that stay unchanged: one before each and one after the last; some are
 * empty.
 */
function findListEdits(oldText: string, edited: EditedSource): ListEdit[] {
  const { items, segments } = edited;
  const starts = findStringStarts(oldText, items, segments);
  // Without empty strings, which start where the next one does.
  const indexByStart = new Map(
    items.flatMap((item, index) => (item.end > item.start ? [[item.start, index] as const] : [])),
  );
  const listEdits: ListEdit[] = [];
  /** New strings since the last unchanged one. */
  let newStrings: string[] = [];
  /** Index of the first old string that is neither kept nor replaced yet. */
  let nextItem = 0;
  const replaceUpTo = (to: number): void => {
    listEdits.push({ ...withoutEmptyEnds(items, nextItem, to, newStrings.length > 0), entries: newStrings });
    newStrings = [];
    nextItem = to + 1;
  };
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? newLength(segments);
    if (start === end) continue;
    const oldIndex = indexByStart.get(oldOffsetOf(segments, start, end) ?? -1);
    const isUnchanged = oldIndex !== undefined && itemLength(items[oldIndex]) === end - start;
    if (isUnchanged) replaceUpTo(oldIndex);
    else newStrings.push(jsonString(edited, start, end));
  }
  replaceUpTo(items.length);
  return listEdits;
}

function newLength(segments: readonly Segment[]): number {
  return segments.at(-1)?.end ?? 0;
}

function locateItems(json: string, spans: readonly JsonSpan[]): SourceString[] {
  let start = 0;
  return spans.map((span) => {
    const cursor = { units: 0, offset: span.start + 1 };
    const item = { span, start, end: start + countUnits(json, span), cursor };
    start = item.end;
    return item;
  });
}

/** Length of a decoded JSON string in UTF-16 units. */
function countUnits(json: string, { start, end }: JsonSpan): number {
  let units = 0;
  for (let offset = start + 1; offset < end - 1; offset = nextUnit(json, offset)) units++;
  return units;
}

/** The offset after the character or escape at an offset in a JSON string. */
function nextUnit(json: string, offset: number): number {
  if (json[offset] !== '\\') return offset + 1;
  return offset + (json[offset + 1] === 'u' ? 6 : 2);
}

function splitIntoSegments(text: string, edits: readonly TextEdit[]): Segment[] {
  const segments: Segment[] = [];
  let newOffset = 0;
  const add = (oldStart: number | undefined, part: string): void => {
    segments.push({ start: newOffset, end: newOffset + part.length, oldStart, text: part });
    newOffset += part.length;
  };
  let copiedTo = 0;
  for (const { start, end, text: part } of edits) {
    add(copiedTo, text.slice(copiedTo, start));
    add(undefined, part);
    copiedTo = end;
  }
  add(copiedTo, text.slice(copiedTo));
  return segments;
}

/**
 * Offsets where the strings of the new list begin, sorted: the old ones, unless a line lost its ending, and those after
 * each line ending of new text.
 */
function findStringStarts(text: string, items: readonly SourceString[], segments: readonly Segment[]): number[] {
  const newText = segments.map((segment) => segment.text).join('');
  const starts = new Set([0]);
  for (const { start, oldStart, text: part } of segments) {
    if (oldStart === undefined) {
      for (const lineBreak of part.matchAll(/\n/g)) starts.add(start + lineBreak.index + 1);
      continue;
    }
    // Includes a string that begins right after this part.
    const keptItems = items.slice(firstItemFrom(items, oldStart), firstItemFrom(items, oldStart + part.length + 1));
    for (const item of keptItems) {
      const newStart = start + item.start - oldStart;
      const isLineEndingLost = text[item.start - 1] === '\n' && newText[newStart - 1] !== '\n';
      if (!isLineEndingLost) starts.add(newStart);
    }
  }
  starts.delete(newText.length);
  return [...starts].sort((a, b) => a - b);
}

/** Maps a range of the new text to the old one; undefined unless all of it is unchanged. */
function oldOffsetOf(segments: readonly Segment[], start: number, end: number): number | undefined {
  const segment = segments[firstIndex(segments, (candidate) => candidate.end > start)];
  if (segment?.oldStart === undefined || start < segment.start || end > segment.end) return undefined;
  return segment.oldStart + start - segment.start;
}

/**
 * Narrows a range of old strings to replace, so that empty ones at its ends stay; not if nothing else would be
 * replaced.
 */
function withoutEmptyEnds(
  items: readonly SourceString[],
  from: number,
  to: number,
  hasNewStrings: boolean,
): { from: number; to: number } {
  let [first, last] = [from, to];
  while (last > first && itemLength(items[last - 1]) === 0) last--;
  while (first < last && itemLength(items[first]) === 0) first++;
  return first === last && hasNewStrings ? { from, to } : { from: first, to: last };
}

function itemLength(item: SourceString | undefined): number {
  return item === undefined ? 0 : item.end - item.start;
}

/** `[start, end)` of the new text as a JSON string, in which kept text keeps its escapes. */
function jsonString(edited: EditedSource, start: number, end: number): string {
  const parts = edited.segments
    .filter((segment) => segment.start < end && segment.end > start)
    .map((segment) => {
      const from = Math.max(start, segment.start) - segment.start;
      const to = Math.min(end, segment.end) - segment.start;
      if (segment.oldStart === undefined)
        return serializeString(segment.text.slice(from, to), edited.style).slice(1, -1);
      return oldJson(edited, segment.oldStart + from, segment.oldStart + to);
    });
  return `"${parts.join('')}"`;
}

/** The JSON of `[start, end)` of the old text, without quotes. */
function oldJson({ json, items }: EditedSource, start: number, end: number): string {
  const parts: string[] = [];
  // The string before may contain the start.
  const indexBefore = Math.max(firstItemFrom(items, start) - 1, 0);
  const overlappingItems = items.slice(indexBefore, firstItemFrom(items, end)).filter((item) => item.end > start);
  for (const item of overlappingItems) {
    const from = jsonOffset(json, item, Math.max(start, item.start));
    parts.push(json.slice(from, jsonOffset(json, item, Math.min(end, item.end))));
  }
  return parts.join('');
}

/** Index of the first string that begins at or after an offset. */
function firstItemFrom(items: readonly SourceString[], offset: number): number {
  return firstIndex(items, ({ start }) => start >= offset);
}

/** Maps an offset in the old source, inside a string, to one in the JSON. Moves the string's cursor there. */
function jsonOffset(json: string, item: SourceString, sourceOffset: number): number {
  const wantedUnits = sourceOffset - item.start;
  const { cursor } = item;
  // Most calls are in ascending order; for others the cursor starts again.
  if (cursor.units > wantedUnits) Object.assign(cursor, { units: 0, offset: item.span.start + 1 });
  for (; cursor.units < wantedUnits; cursor.units++) cursor.offset = nextUnit(json, cursor.offset);
  return cursor.offset;
}
