// Converts edits of a cell's source to edits of the notebook's JSON, which leave every other byte unchanged. Example:
//
//   source in the JSON   ["a\n", "b"], the text "a\nb"
//   edit                 insert "x\n" at offset 2
//   segments             "a\n" kept, "x\n" new, "b" kept
//   strings of the list  "a\n" and "b" are unchanged; the list edit inserts "x\n" between them
import { firstIndex, type TextEdit } from '../text/text.ts';
import { toTextEdits, type ListEdit } from './jsonLists.ts';
import type { JsonSpan } from './jsonReader.ts';
import { detectListLayout, serializeString, type JsonStyle } from './jsonStyle.ts';
import type { Notebook, NotebookCell } from './notebook.ts';

/**
 * A string of a source list: `span` is its position in the JSON; `start` and `end` are its position in the source's
 * text.
 */
interface SourceString {
  readonly span: JsonSpan;
  readonly start: number;
  readonly end: number;
  /** Cache of the last position that `jsonOffset` found: units of the decoded string, and the offset in the JSON. */
  readonly cursor: { units: number; offset: number };
}

/** A part of the new source, kept or new. It may be empty. `start` and `end` are offsets in the new text. */
interface Segment {
  readonly start: number;
  readonly end: number;
  /** Offset in the old text from which the part is kept; undefined for new text. */
  readonly oldStart: number | undefined;
  readonly text: string;
}

/** The source before (`json`, `oldStrings`) and after the edits (`segments`). */
interface EditedSource {
  readonly json: string;
  readonly oldStrings: readonly SourceString[];
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
  { source, span: cellSpan }: NotebookCell,
  edits: readonly TextEdit[],
  style: JsonStyle,
): TextEdit[] {
  if (edits.length === 0) return [];
  const oldStrings = locateStrings(json, source.items);
  const segments = splitIntoSegments(source.text, edits);
  const edited = { json, oldStrings, segments, style };
  if (source.form === 'string') return [{ ...source.span, text: jsonString(edited, 0, newLength(segments)) }];
  const layout = detectListLayout(json, source.span, source.items, cellSpan.start, style);
  return findListEdits(source.text, edited).flatMap((edit) => toTextEdits(source.span, source.items, edit, layout));
}

/**
 * The edits of the list: one before each string that stays unchanged, and one after the last of these. An edit may
 * change nothing.
 */
function findListEdits(oldText: string, edited: EditedSource): ListEdit[] {
  const { oldStrings, segments } = edited;
  const starts = findStringStarts(oldText, oldStrings, segments);
  // Omits empty strings: they start where the next one does.
  const indexByStart = new Map<number, number>();
  for (const [index, oldString] of oldStrings.entries())
    if (lengthOf(oldString) > 0) indexByStart.set(oldString.start, index);
  const listEdits: ListEdit[] = [];
  /** New strings since the last unchanged one. */
  let newStrings: string[] = [];
  /** Index of the first old string that is neither kept nor replaced yet. */
  let nextString = 0;
  /** Replaces the old strings before `to`, which stays unchanged, by the new strings. */
  const replaceUpTo = (to: number): void => {
    listEdits.push({ ...withoutEmptyEnds(oldStrings, nextString, to, newStrings.length > 0), entries: newStrings });
    newStrings = [];
    nextString = to + 1;
  };
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? newLength(segments);
    if (start === end) continue;
    const oldIndex = indexByStart.get(oldOffsetOf(segments, start, end) ?? -1);
    const isUnchanged = oldIndex !== undefined && lengthOf(oldStrings[oldIndex]) === end - start;
    if (isUnchanged) replaceUpTo(oldIndex);
    else newStrings.push(jsonString(edited, start, end));
  }
  replaceUpTo(oldStrings.length);
  return listEdits;
}

function newLength(segments: readonly Segment[]): number {
  return segments.at(-1)?.end ?? 0;
}

function locateStrings(json: string, spans: readonly JsonSpan[]): SourceString[] {
  let start = 0;
  return spans.map((span) => {
    const cursor = { units: 0, offset: span.start + 1 };
    const oldString = { span, start, end: start + countUnits(json, span), cursor };
    start = oldString.end;
    return oldString;
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

/** Splits the new text at the ends of the edits. `text` is the old one. */
function splitIntoSegments(text: string, edits: readonly TextEdit[]): Segment[] {
  const segments: Segment[] = [];
  let newOffset = 0;
  const add = (oldStart: number | undefined, part: string): void => {
    segments.push({ start: newOffset, end: newOffset + part.length, oldStart, text: part });
    newOffset += part.length;
  };
  let copiedTo = 0;
  for (const { start, end, text: newPart } of edits) {
    add(copiedTo, text.slice(copiedTo, start));
    add(undefined, newPart);
    copiedTo = end;
  }
  add(copiedTo, text.slice(copiedTo));
  return segments;
}

/**
 * Offsets in the new text where the strings of the new list begin, sorted: the start of each old string that is kept,
 * unless the line before it lost its ending, and the start of each line in new text.
 */
function findStringStarts(text: string, oldStrings: readonly SourceString[], segments: readonly Segment[]): number[] {
  const newText = segments.map((segment) => segment.text).join('');
  const starts = new Set([0]);
  for (const { start, oldStart, text: part } of segments) {
    if (oldStart === undefined) {
      for (const lineBreak of part.matchAll(/\n/g)) starts.add(start + lineBreak.index + 1);
      continue;
    }
    const firstKept = firstStringFrom(oldStrings, oldStart);
    // Includes a string that begins right after this part.
    const keptEnd = firstStringFrom(oldStrings, oldStart + part.length + 1);
    for (const oldString of oldStrings.slice(firstKept, keptEnd)) {
      const newStart = start + oldString.start - oldStart;
      const isLineEndingLost = text[oldString.start - 1] === '\n' && newText[newStart - 1] !== '\n';
      if (!isLineEndingLost) starts.add(newStart);
    }
  }
  // No string begins at the end.
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
  oldStrings: readonly SourceString[],
  from: number,
  to: number,
  hasNewStrings: boolean,
): { from: number; to: number } {
  let [first, last] = [from, to];
  while (last > first && lengthOf(oldStrings[last - 1]) === 0) last--;
  while (first < last && lengthOf(oldStrings[first]) === 0) first++;
  return first === last && hasNewStrings ? { from, to } : { from: first, to: last };
}

function lengthOf(oldString: SourceString | undefined): number {
  return oldString === undefined ? 0 : oldString.end - oldString.start;
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
function oldJson({ json, oldStrings }: EditedSource, start: number, end: number): string {
  const parts: string[] = [];
  // The string before the first one from `start` on may contain `start`.
  const indexBefore = Math.max(firstStringFrom(oldStrings, start) - 1, 0);
  const overlappingStrings = oldStrings
    .slice(indexBefore, firstStringFrom(oldStrings, end))
    .filter((oldString) => oldString.end > start);
  for (const oldString of overlappingStrings) {
    const from = jsonOffset(json, oldString, Math.max(start, oldString.start));
    parts.push(json.slice(from, jsonOffset(json, oldString, Math.min(end, oldString.end))));
  }
  return parts.join('');
}

/** Index of the first string that begins at or after an offset. */
function firstStringFrom(oldStrings: readonly SourceString[], offset: number): number {
  return firstIndex(oldStrings, ({ start }) => start >= offset);
}

/** Maps an offset in the old source, inside a string, to one in the JSON. Moves the string's cursor there. */
function jsonOffset(json: string, oldString: SourceString, sourceOffset: number): number {
  const wantedUnits = sourceOffset - oldString.start;
  const { cursor } = oldString;
  // Most calls ask for ascending offsets; for a lower one, the cursor starts again.
  if (cursor.units > wantedUnits) Object.assign(cursor, { units: 0, offset: oldString.span.start + 1 });
  for (; cursor.units < wantedUnits; cursor.units++) cursor.offset = nextUnit(json, cursor.offset);
  return cursor.offset;
}
