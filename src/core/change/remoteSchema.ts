// Finds URLs of schemas that extensions of the editor fetch from the network as soon as the file is opened.

export interface RemoteSchema {
  readonly address: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** A URL in a text, whose offset is that of the URL. */
interface FoundSchema {
  readonly address: string;
  readonly text: string;
  readonly offset: number;
}

/** JSON, read by VS Code itself: `"$schema": "URL"`. */
const jsonProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\r\n]*)"/dgi;

/** What names a schema, by the extension that fetches it; in any file, since the settings can give it any language. */
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

/** Tags, anchors, block marks and comments that YAML allows before a value; comments bounded, to take linear time. */
const beforeYamlValue = String.raw`(?:(?:[!&>|]\S*\s|#[^\r\n]{0,200}[\r\n])\s*)*`;

/** YAML (Red Hat): `$schema: URL`, where the key and the URL may be in quotes. */
const yamlProperties: readonly RegExp[] = [
  // In quotes.
  String.raw`(?:"((?:https?:)?\/\/[^"\r\n]*)|'((?:https?:)?\/\/[^'\r\n]*))`,
  // Without; ends before a comment, and before a comma or bracket that ends a value.
  String.raw`(https?:\/\/(?:(?![,}\]](?:\s|$)|\s#)[^\r\n])+)`,
].map((value) => new RegExp(String.raw`\$schema["']?\s*:\s*${beforeYamlValue}${value}`, 'dgim'));

/** Files of programs, whose objects look like YAML: `{ $schema: 'URL' }`. */
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
  if (!/schema|\\[ux]/i.test(text)) return [];
  const plainText = decodeEscapes(text);
  const found = patterns.flatMap((pattern) => matchesIn(plainText, pattern));
  if (!programName.test(path)) found.push(...yamlProperties.flatMap((pattern) => matchesIn(plainText, pattern)));
  // The editor's JSON parser skips comments, even in files that should have none.
  if (commentByColon.test(text)) found.push(...matchesIn(decodeEscapes(withoutComments(text)), jsonProperty));
  return found;
}

/** The URLs that a pattern finds; they are its group, or one of its groups. */
function matchesIn(text: string, pattern: RegExp): FoundSchema[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const group = match.findIndex((part, index) => index > 0 && part !== undefined);
    const [address, range] = [match[group], match.indices?.[group]];
    return address === undefined || range === undefined ? [] : { address: address.trimEnd(), text, offset: range[0] };
  });
}

/** The 1-based line of a URL. Neither decoding escapes nor removing comments moves text to another line. */
function lineNumberOf({ text, offset }: FoundSchema): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

/**
 * Removes the comments of a JSON text, but for their line breaks. Expects its escapes, since a decoded quote would seem
 * to end a string.
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
