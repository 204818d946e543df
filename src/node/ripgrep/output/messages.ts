// Parses the messages of `rg --json`.

import { decodeUtf8, displayText } from '../../../core/text/encoding.ts';
import { locateMatches, clipLine } from '../../../core/search/locateMatches.ts';
import type { ContextLine, TextMatch } from '../../../core/search/textSearch.ts';
import { lineOf, lineStarts, splitLines } from '../../../core/text/text.ts';

/** Text in ripgrep's messages: `text` if it is valid UTF-8, else `bytes` in base64. */
export interface RgText {
  readonly text?: string;
  readonly bytes?: string;
}

/**
 * Lines with matches, or around them. Offsets count bytes: `absolute_offset` from the start of the file's text to these
 * lines, and the offsets of a submatch (a match) from the start of `lines`.
 */
export interface RgLines {
  readonly path: RgText;
  readonly lines: RgText;
  /** Line number, 1-based; lines end at LF. */
  readonly line_number: number;
  readonly absolute_offset: number;
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
}

/** A line of `rg --json` (documented in ripgrep's crate grep-printer, module `json`). */
export type RgMessage =
  | { readonly type: 'begin'; readonly data: { readonly path: RgText } }
  | { readonly type: 'match' | 'context'; readonly data: RgLines }
  | { readonly type: 'end'; readonly data: { readonly path: RgText; readonly binary_offset: number | null } }
  | { readonly type: 'summary'; readonly data: { readonly stats: { readonly searches: number } } };

/** Parses a whole message. Does not check its shape: ripgrep's format is stable. */
export function readMessage(record: Buffer): RgMessage {
  const message: RgMessage = JSON.parse(record.toString('utf8'));
  return message;
}

const matchMessageStart = '{"type":"match",';

/** Whether the beginning of a message is that of one with matches; ripgrep writes the type first. */
export function isMatchMessage(messageStart: Buffer): boolean {
  return messageStart.toString('latin1', 0, matchMessageStart.length) === matchMessageStart;
}

/** A path without the `./` of `runWalk`; `undefined` if it is not valid UTF-8, since no tool could open it by name. */
export function readPath({ text }: RgText): string | undefined {
  return text?.startsWith('./') === true ? text.slice(2) : text;
}

/** The start of a message's lines in the file; the key by which `loneCr.ts` corrects their line numbers. */
export interface Anchor {
  /** 1-based, by ripgrep's count. */
  readonly line: number;
  /** Offset in bytes. */
  readonly offset: number;
}

export interface LocatedMatch extends TextMatch {
  readonly anchor: Anchor;
}

export interface LocatedLine extends ContextLine {
  readonly anchor: Anchor;
}

/** The first `limit` matches of a message; `limit` is at least 1. */
export function readMatches(data: RgLines, limit: number): LocatedMatch[] {
  const { text, unitOf } = decodeText(data.lines);
  const starts = lineStarts(text);
  const anchor = { line: data.line_number, offset: data.absolute_offset };
  const spans = data.submatches.slice(0, limit).map(({ start, end }) => ({ start: unitOf(start), end: unitOf(end) }));
  if (spans.length === 0) {
    // Ripgrep lists no submatch for an empty match at the end of a line.
    const endOfLine = lineOf(text, starts, 0)?.end ?? 0;
    spans.push({ start: endOfLine, end: endOfLine });
  }
  return locateMatches(text, starts, data.line_number, spans).map((match) => ({ ...match, anchor }));
}

/** The lines of a context message. */
export function readContext(data: RgLines): LocatedLine[] {
  const { text } = decodeText(data.lines);
  const anchor = { line: data.line_number, offset: data.absolute_offset };
  return splitLines(text).map(({ start, end }, index) => ({
    line: data.line_number + index,
    text: clipLine(text.slice(start, end)),
    anchor,
  }));
}

/** Decodes text; `unitOf` converts byte offsets to UTF-16 offsets, fast if called in ascending order. */
function decodeText(source: RgText): { readonly text: string; readonly unitOf: (offset: number) => number } {
  const bytes = source.text === undefined ? Buffer.from(source.bytes ?? '', 'base64') : Buffer.from(source.text);
  const text = source.text ?? displayText(decodeUtf8(bytes).text);
  if (text.length === bytes.length) return { text, unitOf: (offset) => offset };
  let doneBytes = 0;
  let doneUnits = 0;
  return {
    text,
    unitOf: (offset) => {
      if (offset < doneBytes) {
        doneBytes = 0;
        doneUnits = 0;
      }
      doneUnits += decodeUtf8(bytes.subarray(doneBytes, offset)).text.length;
      doneBytes = offset;
      return doneUnits;
    },
  };
}
