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

/** Maximum number of typos in a similar name. */
const maxTypos = 3;
/** Minimum length of the misspelled name for each typo, so that short names do not resemble all others. */
const charsPerTypo = 3;
/** The distance of a substring. It must exceed `1 + maxTypos`, the greatest distance of typos. */
const substringDistance = 6;
/** Minimum length of a common substring. */
const minSubstringChars = 4;

/**
 * The distance of two lower-case names: 0 if only the case differs, 1 for another extension, 1 and the number of typos,
 * `substringDistance` if one contains the other's stem, otherwise Infinity.
 */
function distanceOf(misspelled: string, name: string): number {
  if (misspelled === name) return 0;
  const [misspelledStem, stem] = [stemOf(misspelled), stemOf(name)];
  if (misspelledStem === stem && stem !== '') return 1;
  const typos = typosBetween(misspelled, name, Math.min(maxTypos, Math.floor(misspelled.length / charsPerTypo)));
  if (typos !== undefined) return 1 + typos;
  const isSubstring =
    (misspelledStem.length >= minSubstringChars && name.includes(misspelledStem)) ||
    (stem.length >= minSubstringChars && misspelled.includes(stem));
  return isSubstring ? substringDistance : Infinity;
}

/** A name without extension and separators, so that `user-service.js` equals `user_service.ts`. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).replaceAll(/[-_ ]/g, '');
}

/** Number of letters to change, insert, drop or swap (Damerau–Levenshtein distance); undefined if above `limit`. */
function typosBetween(a: string, b: string, limit: number): number | undefined {
  if (a.length > maxComparedChars || b.length > maxComparedChars || Math.abs(a.length - b.length) > limit) {
    return undefined;
  }
  let rowBeforeLast: number[] = [];
  // After round `i`, `lastRow[j]` is the distance between the first `i` letters of `a` and the first `j` of `b`.
  let lastRow = Array.from({ length: b.length + 1 }, (_, length) => length);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapCost =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (rowBeforeLast[j - 2] ?? Infinity) + 1 : Infinity;
      const dropCost = (lastRow[j] ?? 0) + 1;
      const insertCost = (row[j - 1] ?? 0) + 1;
      const substitutionCost = (lastRow[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(dropCost, insertCost, substitutionCost, swapCost));
    }
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  const typos = lastRow[b.length] ?? Infinity;
  return typos <= limit ? typos : undefined;
}
