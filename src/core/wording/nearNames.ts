/** Names longer than this are not compared letter by letter. */
const longest = 100;

/** The names that were probably meant, the likeliest first: another case, another ending, a slip of the pen, a part of it. */
export function nearNames(wanted: string, names: readonly string[], most = 3): string[] {
  const target = wanted.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  if (stemOf(wanted) === stemOf(name) && stemOf(wanted) !== '') return 1;
  const slips = slipsBetween(wanted, name, Math.min(3, Math.floor(wanted.length / 3)));
  if (slips !== undefined) return 1 + slips;
  const part = stemOf(wanted).length >= 4 && name.includes(stemOf(wanted));
  return part || (stemOf(name).length >= 4 && wanted.includes(stemOf(name))) ? 6 : Infinity;
}

/** Without separators and the ending: `user-service.test` for `user_service.test.ts` is another spelling of the same. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).replaceAll(/[-_ ]/g, '');
}

/** Letters to change, insert, drop or swap, if they are at most `most`. */
function slipsBetween(a: string, b: string, most: number): number | undefined {
  if (a.length > longest || b.length > longest || Math.abs(a.length - b.length) > most) return undefined;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same, swapped));
    }
    before = row;
    row = next;
  }
  const slips = row[b.length] ?? Infinity;
  return slips <= most ? slips : undefined;
}
