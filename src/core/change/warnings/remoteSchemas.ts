// Finds URLs of schemas that a change adds. The editor and its extensions fetch a schema as soon as the file is opened:
// the request tells the server when that happens, and its query can carry content out.
import { lineAt, lineStarts } from '../../text/text.ts';
import { schemasOfMatch, yamlSchemasIn, type FoundSchema } from './yamlSchemas.ts';

/** The URL of a schema that a change adds. */
export interface RemoteSchema {
  readonly url: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** JSON, read by VS Code itself: `"$schema": "URL"`. As in all patterns here, the only group is the URL. */
const jsonSchemaProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\r\n]*)"/dgi;

/**
 * Notations of a schema, by the extension that fetches it. Each is searched in every file, since settings can assign
 * any language to it. The flag `d` gives `schemasOfMatch` the offset of the URL.
 */
const schemaPatterns: readonly RegExp[] = [
  jsonSchemaProperty,
  // YAML (Red Hat), in a comment, also after other text: `# yaml-language-server: $schema=URL`.
  /\$schema\s*=\s*((?:https?:)?\/\/\S+)/dgi,
  // YAML as JetBrains writes it, in a comment: `# $schema: URL`.
  /^[^\S\n\r\u2028\u2029]*#.*?\$schema\s*:\s*((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo), in a comment: `#:schema URL`.
  /^[^\S\n\r\u2028\u2029]*#:schema\s+((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo): `"$schema" = "URL"`.
  /["']\$schema["']\s*=\s*["']{1,3}((?:https?:)?\/\/[^"'\r\n]*)/dgi,
];

/** Source files of programs, whose objects look like YAML: `{ $schema: 'URL' }`. */
const programFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/i;

/** A comment directly after a JSON property's name or its colon. */
const commentByColon = /"\s*(?::\s*)?\/[/*]/;

const maxSchemas = 20;

/**
 * Finds the URLs of schemas that a change adds, at most `maxSchemas`.
 * @param path of the file; in source files of programs (`programFile`), YAML keys are not searched
 */
export function findNewRemoteSchemas(before: string | undefined, after: string, path: string): readonly RemoteSchema[] {
  const known = new Set(schemasIn(before ?? '', path).map(({ url }) => url));
  const firstByUrl = new Map<string, FoundSchema>();
  for (const schema of schemasIn(after, path)) {
    const { url } = schema;
    if (!known.has(url) && !firstByUrl.has(url)) firstByUrl.set(url, schema);
  }
  const added = [...firstByUrl.values()].slice(0, maxSchemas);
  return added.map((schema) => ({ url: schema.url, line: lineNumberOf(schema) }));
}

function schemasIn(text: string, path: string): FoundSchema[] {
  // Fast path for most files. With a backslash, the word may be written with escapes or over two lines.
  if (!/schema|\\[ux\r\n]/i.test(text)) return [];
  const plainText = decodeEscapes(text);
  const yamlSchemas = programFile.test(path) ? [] : yamlSchemasIn(plainText);
  // The editor's JSON parser skips comments, even in files that should have none.
  const schemasPastComments = commentByColon.test(text)
    ? schemasMatching(decodeEscapes(withoutComments(text)), jsonSchemaProperty)
    : [];
  const schemas = schemaPatterns.flatMap((pattern) => schemasMatching(plainText, pattern));
  return [...schemas, ...yamlSchemas, ...schemasPastComments];
}

function schemasMatching(text: string, pattern: RegExp): FoundSchema[] {
  return [...text.matchAll(pattern)].flatMap((match) => schemasOfMatch(text, match));
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

/** The end of a string or comment with this opener, whose content begins at `from`. A string ends at its line's end. */
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
 * Decodes escapes of ASCII, since JSON, YAML and TOML read `"\u0024schema": "http:\/\/…"` as the same property. Leaves
 * those of control characters: a decoded line break would move the text after it to another line.
 */
function decodeEscapes(text: string): string {
  return text
    .replace(/\\(?:u00|x|U000000)([2-7][0-9a-f])/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll('\\/', '/');
}
