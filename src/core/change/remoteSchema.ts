/** How a file names its schema: as a JSON property, or in the comment that YAML and TOML servers read. */
const property = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\s]*)"/gi;
const modeline = /^\s*#.*?\$schema\s*=\s*((?:https?:)?\/\/\S+)|^\s*#:schema\s+((?:https?:)?\/\/\S+)/gim;

/**
 * Addresses of schemas that a change brings in. The editor fetches a schema as soon as the file is opened, so an
 * address tells its owner that, when, and (by its query) with what content; the review names it. At most 20.
 */
export function newRemoteSchemas(before: string | undefined, after: string): readonly string[] {
  const known = new Set(remoteSchemas(before ?? ''));
  return [...new Set(remoteSchemas(after))].filter((address) => !known.has(address)).slice(0, 20);
}

function remoteSchemas(text: string): string[] {
  if (!/schema|\\u00/i.test(text)) return [];
  const plain = unescapeJson(text);
  const found = [...plain.matchAll(property), ...plain.matchAll(modeline)];
  return found.flatMap((match) => match[1] ?? match[2] ?? []);
}

/** `"\u0024schema": "http:\/\/…"` is the same property to the reader that matters. */
function unescapeJson(text: string): string {
  return text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');
}
