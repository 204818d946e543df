// Finds URLs of schemas in a file. The editor and its extensions fetch a schema as soon as the file is opened, so that
// a request can send data elsewhere.
import { firstIndex } from '../text/firstIndex.ts';
import { lineAt, lineOf, lineStarts } from '../text/text.ts';

export interface RemoteSchema {
  readonly address: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** A URL that was found in a text. */
interface FoundSchema {
  readonly address: string;
  /** The searched text, which may be decoded or have no comments. */
  readonly text: string;
  /** Offset of the URL in `text`, in UTF-16 units. */
  readonly offset: number;
}

/** JSON, read by VS Code itself: `"$schema": "URL"`. */
const jsonProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\r\n]*)"/dgi;

/**
 * Notations of a schema, by the extension that fetches it. Each is searched in every file, since settings can assign
 * any language to it.
 */
const patterns: readonly RegExp[] = [
  jsonProperty,
  // YAML (Red Hat), in a comment, also after other text: `# yaml-language-server: $schema=URL`.
  /\$schema\s*=\s*((?:https?:)?\/\/\S+)/dgi,
  // YAML as JetBrains writes it, in a comment: `# $schema: URL`.
  /^[^\S\n\r\u2028\u2029]*#.*?\$schema\s*:\s*((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo), in a comment: `#:schema URL`.
  /^[^\S\n\r\u2028\u2029]*#:schema\s+((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo): `"$schema" = "URL"`.
  /["']\$schema["']\s*=\s*["']{1,3}((?:https?:)?\/\/[^"'\r\n]*)/dgi,
];

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

/** Source files of programs, whose objects look like YAML: `{ $schema: 'URL' }`. */
const programName = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/i;

/** A comment directly after a JSON property's name or its colon. */
const commentByColon = /"\s*(?::\s*)?\/[/*]/;

const maxSchemas = 20;

/**
 * Finds the URLs of schemas that a change adds, at most `maxSchemas`. The editor fetches a schema when the file is
 * opened, so the request can leak this and, in its query, content.
 * @param path of the file, of which the ending counts
 */
export function findNewRemoteSchemas(before: string | undefined, after: string, path: string): readonly RemoteSchema[] {
  const known = new Set(schemasIn(before ?? '', path).map(({ address }) => address));
  const added = schemasIn(after, path).filter(({ address }) => !known.has(address));
  const firsts = [...new Set(added.map(({ address }) => address))].slice(0, maxSchemas);
  return firsts.flatMap((address) => {
    const first = added.find((schema) => schema.address === address);
    return first === undefined ? [] : { address, line: lineNumberOf(first) };
  });
}

function schemasIn(text: string, path: string): FoundSchema[] {
  if (!/schema|\\[ux\r\n]/i.test(text)) return [];
  const plainText = decodeEscapes(text);
  const inYaml = programName.test(path) ? [] : yamlSchemasIn(joinContinuedLines(plainText));
  // The editor's JSON parser skips comments, even in files that should have none.
  const afterComments = commentByColon.test(text) ? matchesIn(decodeEscapes(withoutComments(text)), jsonProperty) : [];
  return [...patterns.flatMap((pattern) => matchesIn(plainText, pattern)), ...inYaml, ...afterComments];
}

function matchesIn(text: string, pattern: RegExp): FoundSchema[] {
  return [...text.matchAll(pattern)].flatMap((match) => foundSchema(text, match));
}

/** The URL of a match: that of the only group that matched. */
function foundSchema(text: string, match: RegExpExecArray): readonly FoundSchema[] {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  const [address, range] = [match[group], match.indices?.[group]];
  return address === undefined || range === undefined ? [] : [{ address: foldLines(address), text, offset: range[0] }];
}

/** Joins the lines of a URL as YAML does, without empty ones. */
function foldLines(address: string): string {
  const lines = address.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** The URLs of YAML keys, in quotes or without, and those at the anchors of aliases. */
function yamlSchemasIn(text: string): FoundSchema[] {
  const aliases = new Set<string>();
  const schemas = yamlValuesAfter([...text.matchAll(yamlKey)], text, aliases);
  const anchors = aliases.size === 0 ? [] : [...text.matchAll(yamlAnchor)];
  const usedAnchors = anchors.filter(({ 1: name = '' }) => aliases.has(name));
  return [...schemas, ...yamlValuesAfter(usedAnchors, text, aliases)];
}

/**
 * The URLs after keys or anchors, also after tags, anchors and comments between the two. Takes linear time: looks for a
 * value at each offset only once, however many keys precede it.
 * @param keys matches of keys or anchors, in the order of the text
 * @param aliases receives the names of aliases that are used as values
 */
function yamlValuesAfter(keys: readonly RegExpExecArray[], text: string, aliases: Set<string>): FoundSchema[] {
  const schemas: FoundSchema[] = [];
  const skipProperty = createPropertySkip(text);
  for (const value of yamlValues) {
    const isExamined = new Uint8Array(text.length + 1);
    let lastUrlEnd = 0;
    for (const key of keys) {
      // A key inside the last URL is part of it.
      let offset = key.index < lastUrlEnd ? undefined : key.index + key[0].length;
      while (offset !== undefined && isExamined[offset] === 0) {
        isExamined[offset] = 1;
        value.lastIndex = yamlAlias.lastIndex = offset;
        const match = value.exec(text);
        if (match !== null) {
          schemas.push(...foundSchema(text, match));
          lastUrlEnd = value.lastIndex;
          break;
        }
        const alias = yamlAlias.exec(text)?.[1];
        if (alias !== undefined) aliases.add(alias);
        offset = skipProperty(offset);
      }
    }
  }
  return schemas;
}

/** Joins lines that end with a backslash, as in double quotes of YAML. Later lines keep their numbers. */
function joinContinuedLines(text: string): string {
  let joined = '';
  return text.replace(/\\(\r?\n)[^\S\r\n]*|\r?\n/g, (match, lineBreak: string | undefined) => {
    if (lineBreak === undefined) {
      const lineBreaks = match + joined;
      joined = '';
      return lineBreaks;
    }
    joined += lineBreak;
    return '';
  });
}

/**
 * Creates a function that skips a tag, an anchor, a block mark or a comment, which YAML allows before a value, and the
 * white space after it; undefined if none is at the offset.
 */
function createPropertySkip(text: string): (offset: number) => number | undefined {
  /** Where white space ends. Listed when first needed, since few texts need it. */
  let spaceEnds: readonly number[] | undefined;
  let starts: Int32Array | undefined;
  return (offset) => {
    const mark = text.charAt(offset);
    if (mark === '' || !'!&>|#'.includes(mark)) return undefined;
    spaceEnds ??= Array.from(text.matchAll(/\s+/g), ({ 0: space, index }) => index + space.length);
    if (mark !== '#') return spaceEnds[firstIndex(spaceEnds, (end) => end > offset)];
    starts ??= lineStarts(text);
    const { end: lineEnd = offset, next = offset } = lineOf(text, starts, lineAt(starts, offset)) ?? {};
    return lineEnd === next ? undefined : spaceEnds[firstIndex(spaceEnds, (end) => end >= next)];
  };
}

/** The 1-based line of a URL. Neither decoding escapes nor removing comments moves text to another line. */
function lineNumberOf({ text, offset }: FoundSchema): number {
  return lineAt(lineStarts(text), offset) + 1;
}

/**
 * Removes the comments of a JSON text, except their line breaks. Precondition: escapes are not decoded yet, since a
 * decoded quote would end a string.
 */
function withoutComments(text: string): string {
  const parts: string[] = [];
  const opener = /"|\/[/*]/g;
  let copiedTo = 0;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const end = endOfToken(text, match[0], opener.lastIndex);
    if (match[0] !== '"') {
      parts.push(text.slice(copiedTo, match.index), text.slice(match.index, end).replace(/[^\r\n]+/g, ''));
      copiedTo = end;
    }
    opener.lastIndex = end;
  }
  return parts.join('') + text.slice(copiedTo);
}

/**
 * The end of a string or comment with this opener, whose content begins at `from`. A string ends with its line, too.
 */
function endOfToken(text: string, opener: string, from: number): number {
  const closer = closerOf(opener);
  closer.lastIndex = from;
  let match = closer.exec(text);
  while (match?.[0].startsWith('\\') === true) match = closer.exec(text);
  return match === null ? text.length : closer.lastIndex;
}

/** Matches the end of a string or comment; in a string also escapes, which are skipped. */
function closerOf(opener: string): RegExp {
  if (opener === '"') return /\\.|["\r\n]/g;
  return opener === '/*' ? /\*\//g : /[\r\n]/g;
}

/**
 * Decodes escaped letters, since JSON, YAML and TOML read `"\u0024schema": "http:\/\/…"` as the same property.
 */
function decodeEscapes(text: string): string {
  return text
    .replace(/\\(?:u00|x|U000000)([2-7][0-9a-f])/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll('\\/', '/');
}
