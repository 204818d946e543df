// Undoes the escaping of a patch that was escaped once too often; each decoder undoes one kind.

const characterByEscape: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  '/': '/',
  '\\': '\\',
};

/** Undoes the escapes of a JSON string (RFC 8259, section 7); other backslashes stay. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g,
    (escape: string, hex: string | undefined, letter: string) =>
      hex === undefined ? (characterByEscape[letter] ?? escape) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Undoes `\"` alone, for text in which quotes were escaped, but backslashes were not. */
export function decodeQuotes(text: string): string {
  return text.replaceAll('\\"', '"');
}

const characterByEntity: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
};

/** Matches an HTML entity that `decodeEntities` undoes. */
export const entityPattern = /&(?:lt|gt|amp|quot|apos|#39|#x27);/;
const allEntitiesPattern = new RegExp(entityPattern, 'g');

/** Undoes HTML escaping. */
export function decodeEntities(text: string): string {
  return text.replace(allEntitiesPattern, (entity) => characterByEntity[entity] ?? entity);
}
