// Finds URLs of JSON schemas, which the editor fetches from the network.

export interface RemoteSchema {
  readonly address: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** Patterns for the two ways to reference a schema: a JSON property, and the comment read by YAML and TOML language servers. */
const schemaProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\s]*)"/gi;
const schemaComment = /^[^\S\n\r\u2028\u2029]*#(?:.*?\$schema\s*=|:schema\s)\s*((?:https?:)?\/\/\S+)/gim;

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
    line:
      Math.max(
        0,
        lines.findIndex((line) => line.includes(address)),
      ) + 1,
  }));
}

function schemaAddresses(text: string): string[] {
  if (!/schema|\\u00/i.test(text)) return [];
  const unescapedText = unescapeJson(text);
  const matches = [...unescapedText.matchAll(schemaProperty), ...unescapedText.matchAll(schemaComment)];
  return matches.flatMap((match) => match[1] ?? []);
}

/** Decodes JSON escapes, since a JSON parser reads `"\u0024schema": "http:\/\/…"` as the same property. */
function unescapeJson(text: string): string {
  return text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');
}
