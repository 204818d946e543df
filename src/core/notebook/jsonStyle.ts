// Detects the formatting of a notebook's JSON, and serializes new values so that they match the existing ones.
import type { ListLayout } from './jsonLists.ts';
import type { JsonSpan } from './jsonReader.ts';
import type { Notebook } from './notebook.ts';

/** The JSON formatting of a notebook. */
export interface JsonStyle {
  /** Whether all non-ASCII characters are escaped, as Python does by default. */
  readonly escapesNonAscii: boolean;
  /** Line ending, and indentation of one level; undefined for JSON on one line. */
  readonly lines: { readonly eol: string; readonly indent: string } | undefined;
  /** The colon between name and value, with its white space. */
  readonly colon: string;
  /** For JSON on one line: the comma between entries, with its white space. */
  readonly comma: string;
  /** For JSON on one line: the white space inside brackets. */
  readonly padding: string;
}

/** A value to serialize as JSON. */
export type JsonValue = string | number | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Detects the formatting from the first two properties of the notebook's object. */
export function detectStyle({ text, members }: Notebook): JsonStyle {
  const [first, second] = members;
  const textBeforeFirst = first === undefined ? '' : text.slice(0, first.key.start);
  const lineBreak = /(\r\n|\n|\r)([ \t]*)$/.exec(textBeforeFirst);
  return {
    // Searches an escape above U+007F, since JSON always escapes control characters.
    escapesNonAscii: !/[\u0080-\uffff]/.test(text) && /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text),
    lines: lineBreak === null ? undefined : { eol: lineBreak[1] ?? '\n', indent: lineBreak[2] ?? '' },
    colon: first === undefined ? ': ' : text.slice(first.key.end, first.value.start),
    padding: first === undefined ? '' : text.slice(text.indexOf('{') + 1, first.key.start),
    comma: first === undefined || second === undefined ? ', ' : text.slice(first.value.end, second.key.start),
  };
}

/** Serializes a text as a JSON string. */
export function serializeString(text: string, { escapesNonAscii }: Pick<JsonStyle, 'escapesNonAscii'>): string {
  const json = JSON.stringify(text);
  if (!escapesNonAscii) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Serializes a value. `lead`: the white space at the start of its first line, which is added to further lines. */
export function serializeValue(value: JsonValue, lead: string, style: JsonStyle): string {
  if (typeof value === 'string') return serializeString(value, style);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = lead + (style.lines?.indent ?? '');
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item: JsonValue) => serializeValue(item, inner, style))
    : Object.entries(value).map(
        ([name, member]) => serializeString(name, style) + style.colon + serializeValue(member, inner, style),
      );
  const [openBracket, closeBracket] = isList ? '[]' : '{}';
  if (entries.length === 0) return `${openBracket}${closeBracket}`;
  const { open, between, close } = layoutAt(lead, style);
  return `${openBracket}${open}${entries.join(between)}${close}${closeBracket}`;
}

/** Layout of a list or object that begins in a line with the indentation `lead`. */
export function layoutAt(lead: string, { lines, comma, padding }: JsonStyle): ListLayout {
  if (lines === undefined) return { open: padding, between: comma, close: padding };
  const inner = `${lines.eol}${lead}${lines.indent}`;
  return { open: inner, between: `,${inner}`, close: `${lines.eol}${lead}` };
}

/**
 * Layout of a list in the notebook: as its first two entries have it, else as the style has it.
 *
 * @param parentStart offset of the object around the list; if that begins after the start of the list's line, the white
 *   space at the start of the line is not the list's indentation
 */
export function detectListLayout(
  json: string,
  list: JsonSpan,
  entrySpans: readonly JsonSpan[],
  parentStart: number,
  style: JsonStyle,
): ListLayout {
  const [first, second] = entrySpans;
  const defaultLayout = layoutAt(leadingWhiteSpaceAt(json, list.start, parentStart), style);
  if (first === undefined) return defaultLayout;
  const open = json.slice(list.start + 1, first.start);
  const defaultBetween = style.lines === undefined ? style.comma : `,${open}`;
  const between = second === undefined ? defaultBetween : json.slice(first.end, second.start);
  return { open, between, close: defaultLayout.close };
}

/** White space at the start of the line with an offset; empty if the line begins before `from`. */
export function leadingWhiteSpaceAt(json: string, offset: number, from = 0): string {
  const start = Math.max(json.lastIndexOf('\n', offset - 1), json.lastIndexOf('\r', offset - 1)) + 1;
  if (start < from) return '';
  return /^[ \t]*/.exec(json.slice(start, offset))?.[0] ?? '';
}
