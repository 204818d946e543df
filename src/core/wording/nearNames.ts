// Suggests existing names similar to a misspelled one, for errors about missing paths.

/** Maximum length of names that are compared letter by letter, in UTF-16 units, which bounds the time. */
const maxComparedChars = 100;

/**
 * Suggests existing names similar to a misspelled one, most similar first: other case, other extension, a typo, or a
 * substring.
 */
export function suggestNames(misspelled: string, names: readonly string[], maxCount = 3): string[] {
  const target = misspelled.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, maxCount)
    .map(({ name }) => name);
}

/** Maximum number of typos in a similar name, and the minimum length of a name for each. */
const maxTypos = 3;
const charsPerTypo = 3;
/** The distance of a substring. It must exceed `1 + maxTypos`, the distance of typos. */
const substringDistance = 6;
/** Minimum length of a common substring. */
const minSubstringChars = 4;

/**
 * 0 for another case, 1 for another extension, 2 and more for typos, `substringDistance` for a substring, else
 * Infinity.
 */
function distanceOf(misspelled: string, name: string): number {
  if (misspelled === name) return 0;
  const [misspelledStem, stem] = [stemOf(misspelled), stemOf(name)];
  if (misspelledStem === stem && stem !== '') return 1;
  const typos = typosBetween(misspelled, name, Math.min(maxTypos, Math.floor(misspelled.length / charsPerTypo)));
  if (typos !== undefined) return 1 + typos;
  const isPart =
    (misspelledStem.length >= minSubstringChars && name.includes(misspelledStem)) ||
    (stem.length >= minSubstringChars && misspelled.includes(stem));
  return isPart ? substringDistance : Infinity;
}

/** A name without extension and separators, so that `user-service.test` equals `user_service.test.ts`. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).replaceAll(/[-_ ]/g, '');
}

/** Number of letters to change, insert, drop or swap (Damerau–Levenshtein distance); undefined if above `limit`. */
function typosBetween(a: string, b: string, limit: number): number | undefined {
  if (a.length > maxComparedChars || b.length > maxComparedChars || Math.abs(a.length - b.length) > limit) {
    return undefined;
  }
  let previousRow: number[] = [];
  // `row[j]` is the distance between the first `i` letters of `a` and the first `j` of `b`.
  let row = Array.from({ length: b.length + 1 }, (_, length) => length);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitutionCost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapCost = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (previousRow[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + substitutionCost, swapCost));
    }
    previousRow = row;
    row = next;
  }
  const typos = row[b.length] ?? Infinity;
  return typos <= limit ? typos : undefined;
}
