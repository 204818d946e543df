// Finds URLs of JSON schemas, which the editor fetches from the network.

export interface RemoteSchema {
  readonly address: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** A JSON property that names a schema. */
const schemaProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\r\n]*)"/gi;
/**
 * A comment for language servers: `# yaml-language-server: $schema=URL`, `# $schema: URL` (both YAML), `#:schema URL`
 * (TOML).
 */
const schemaComment = /^[^\S\n\r\u2028\u2029]*#(?:.*?\$schema\s*[=:]|:schema\s)\s*((?:https?:)?\/\/\S+)/gim;
/** A comment directly after a JSON property's name or its colon. */
const commentByColon = /"\s*(?::\s*)?\/[/*]/;

const maxSchemas = 20;

/**
 * Finds the URLs of JSON schemas that a change adds, at most `maxSchemas`. The editor fetches a schema when the file is
 * opened, so the request can leak this and, in its query, content.
 */
export function findNewRemoteSchemas(before: string | undefined, after: string): readonly RemoteSchema[] {
  const knownAddresses = new Set(schemaAddresses(before ?? ''));
  const newAddresses = [...new Set(schemaAddresses(after))]
    .filter((address) => !knownAddresses.has(address))
    .slice(0, maxSchemas);
  if (newAddresses.length === 0) return [];
  const lines = after.split(/\r\n|\r|\n/).map(unescapeJson);
  return newAddresses.map((address) => ({
    address,
    line: Math.max(1, lines.findIndex((line) => line.includes(address)) + 1),
  }));
}

function schemaAddresses(text: string): string[] {
  if (!/schema|\\u00/i.test(text)) return [];
  const unescapedText = unescapeJson(text);
  const matches = [
    ...unescapedText.matchAll(schemaProperty),
    ...unescapedText.matchAll(schemaComment),
    // The editor's JSON parser skips comments, even in files that should have none.
    ...(commentByColon.test(text) ? unescapeJson(withoutComments(text)).matchAll(schemaProperty) : []),
  ];
  return matches.flatMap((match) => match[1] ?? []);
}

/** Removes the comments of a JSON text. Expects its escapes, since a decoded quote would seem to end a string. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  const opener = /"|\/[/*]/g;
  let copiedTo = 0;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const end = endOfToken(text, match[0], opener.lastIndex);
    if (match[0] !== '"') {
      parts.push(text.slice(copiedTo, match.index));
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

/** Decodes JSON escapes, since a JSON parser reads `"\u0024schema": "http:\/\/…"` as the same property. */
function unescapeJson(text: string): string {
  return text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');
}
