// Finds duplicate keys in JSON.

/**
 * Finds the first duplicate key in an object of a JSON text. `JSON.parse` keeps the last value, while a reader may see
 * the first.
 * @param text valid JSON
 */
export function findDuplicateKey(text: string): string | undefined {
  /** The keys of each open object; undefined for an array. */
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  for (const [token, string, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') keysOfOpenObjects.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') keysOfOpenObjects.pop();
    else if (string !== undefined && colon !== undefined) {
      const name = String(JSON.parse(string));
      const keys = keysOfOpenObjects.at(-1);
      if (keys?.has(name) === true) return name;
      keys?.add(name);
    }
  }
  return undefined;
}
