// Finds the URLs of schemas in YAML for remoteSchemas.ts: `$schema: URL`, with all that YAML allows between the two. Also
// reads such a URL from a match, which may be folded as in YAML.
import { lineAt, lineOf, lineStarts, firstIndex } from '../../text/text.ts';

/** A URL that was found in a text. */
export interface FoundSchema {
  readonly url: string;
  /** The searched text: that of the file, perhaps with escapes decoded or comments removed, but with the same lines. */
  readonly text: string;
  /** Offset of the URL in `text`, in UTF-16 units. */
  readonly offset: number;
}

/** YAML (Red Hat): `$schema: URL`, where the key and the URL may be in quotes. */
const yamlKey = /\$schema["']?\s*:\s*/gi;
const yamlValues: readonly RegExp[] = [
  // In quotes, also folded over several lines.
  /"\s*((?:https?:)?\/\/[^"]*)|'\s*((?:https?:)?\/\/[^']*)/dgiy,
  // Without; ends before a comment, and before a comma or bracket that ends a value.
  /(https?:\/\/(?:(?![,}\]](?:\s|$)|\s#)[^\r\n])+)/dgimy,
];

/** A YAML alias (`*name`), and an anchor (`&name `). The bound keeps the search linear, since matches may overlap. */
const yamlAlias = /\*([^\s,[\]{}]{1,100})/y;
const yamlAnchor = /&([^\s,[\]{}]{1,100})\s+/g;

/** The URLs that are values of `$schema` keys, in quotes or without, also as aliases of anchors. */
export function yamlSchemasIn(yaml: string): FoundSchema[] {
  const text = joinContinuedLines(yaml);
  const aliases = new Set<string>();
  const schemas = yamlValuesAfter([...text.matchAll(yamlKey)], text, aliases);
  const anchors = aliases.size === 0 ? [] : [...text.matchAll(yamlAnchor)];
  const usedAnchors = anchors.filter(([, name = '']) => aliases.has(name));
  return [...schemas, ...yamlValuesAfter(usedAnchors, text, aliases)];
}

/**
 * The URLs after keys or anchors, also after tags, anchors and comments between the two. Takes linear time: looks for a
 * value at each offset only once, however many keys precede it.
 * @param keys matches of keys or anchors, in the order of the text
 * @param aliases receives the names of aliases that are used as values
 */
function yamlValuesAfter(keys: readonly RegExpExecArray[], text: string, aliases: Set<string>): FoundSchema[] {
  const skipProperty = createPropertySkip(text);
  return yamlValues.flatMap((valuePattern) => {
    const isExamined = new Uint8Array(text.length + 1);
    /** The value at an offset, or after what `skipProperty` skips; null also at an examined offset. */
    const findValue = (from: number): RegExpExecArray | null => {
      let offset: number | undefined = from;
      while (offset !== undefined && isExamined[offset] === 0) {
        isExamined[offset] = 1;
        const match = matchAt(valuePattern, text, offset);
        if (match !== null) return match;
        const alias = matchAt(yamlAlias, text, offset)?.[1];
        if (alias !== undefined) aliases.add(alias);
        offset = skipProperty(offset);
      }
      return null;
    };
    const schemas: FoundSchema[] = [];
    let lastUrlEnd = 0;
    for (const { 0: key, index } of keys) {
      // A key inside the last URL is part of it.
      const match = index < lastUrlEnd ? null : findValue(index + key.length);
      if (match === null) continue;
      schemas.push(...schemasOfMatch(text, match));
      lastUrlEnd = match.index + match[0].length;
    }
    return schemas;
  });
}

/** Matches a sticky pattern at an offset. */
function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/**
 * Joins lines that end with a backslash, as in double quotes of YAML. Moves the removed line breaks to the end of the
 * joined line, so that later lines keep their numbers.
 */
function joinContinuedLines(text: string): string {
  let removedBreaks = '';
  return text.replace(/\\(\r?\n)[^\S\r\n]*|\r?\n/g, (match, continuedBreak: string | undefined) => {
    if (continuedBreak === undefined) {
      const lineBreaks = match + removedBreaks;
      removedBreaks = '';
      return lineBreaks;
    }
    removedBreaks += continuedBreak;
    return '';
  });
}

/**
 * Creates a function that skips what YAML allows before a value: a tag (`!`), an anchor (`&`), the indicator of a block
 * scalar (`|` or `>`) or a comment (`#`). It returns the offset after that and the following white space; undefined if
 * none is at the offset.
 */
function createPropertySkip(text: string): (offset: number) => number | undefined {
  // Created when first needed, since few texts need them.
  let spaceEnds: readonly number[] | undefined;
  let starts: Int32Array | undefined;
  return (offset) => {
    const mark = text.charAt(offset);
    if (mark === '' || !'!&>|#'.includes(mark)) return undefined;
    spaceEnds ??= Array.from(text.matchAll(/\s+/g), ({ 0: space, index }) => index + space.length);
    if (mark !== '#') return spaceEnds[firstIndex(spaceEnds, (end) => end > offset)];
    starts ??= lineStarts(text);
    const comment = lineOf(text, starts, lineAt(starts, offset));
    const isLastLine = comment === undefined || comment.end === comment.next;
    return isLastLine ? undefined : spaceEnds[firstIndex(spaceEnds, (end) => end >= comment.next)];
  };
}

/** The URL in the only group that matched, as a list. @param match of a pattern with flag `d` */
export function schemasOfMatch(text: string, match: RegExpExecArray): readonly FoundSchema[] {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  const [url, range] = [match[group], match.indices?.[group]];
  return url === undefined || range === undefined ? [] : [{ url: foldLines(url), text, offset: range[0] }];
}

/** Joins the lines of a URL as YAML does, without empty ones. */
function foldLines(url: string): string {
  const lines = url.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
