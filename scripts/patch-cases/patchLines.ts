// Changes patches as `git diff` writes them, line by line and hunk by hunk.

/** Returns a number from 0 up to 1. */
export type Random = () => number;
/** Malforms a patch. */
export type Malform = (patch: string, random: Random) => string;

export type Lines = readonly string[];

/** Changes each line, by whether it is inside a hunk. */
export function mapLines(patch: string, change: (line: string, inHunk: boolean) => string | readonly string[]): string {
  let inHunk = false;
  const lines = patch.replace(/\n$/, '').split('\n');
  const out = lines.flatMap((line) => {
    if (line.startsWith('diff --git ')) inHunk = false;
    const changed = change(line, inHunk && !line.startsWith('@@'));
    if (line.startsWith('@@')) inHunk = true;
    return changed;
  });
  return `${out.join('\n')}\n`;
}

/** Changes the headers of hunks. */
export const onHeaders =
  (change: (header: string) => string | readonly string[]): Malform =>
  (patch) =>
    mapLines(patch, (line, inHunk) => (!inHunk && line.startsWith('@@') ? change(line) : line));

/** Changes the context lines. */
export const onContext =
  (change: (line: string, random: Random) => string): Malform =>
  (patch, random) =>
    mapLines(patch, (line, inHunk) => (inHunk && line.startsWith(' ') ? change(line, random) : line));

/** Changes the lines above the hunks of each file. */
export const onHead =
  (change: (line: string) => string | readonly string[]): Malform =>
  (patch) =>
    mapLines(patch, (line, inHunk) => (inHunk || line.startsWith('@@') ? line : change(line)));

/** Matches the header of a hunk: the starts and counts of both sides, and the heading. */
export const numbers = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

export function renumber(header: string, change: (values: number[]) => number[]): string {
  const match = numbers.exec(header);
  if (match === null) return header;
  const [a = 0, b = 1, c = 0, d = 1] = change([match[1], match[2] ?? 1, match[3], match[4] ?? 1].map(Number));
  return `@@ -${a},${b} +${c},${d} @@${match[5] ?? ''}`;
}

/** Changes only a patch that neither creates nor deletes files: in those, nothing would reveal such a fault. */
export const onUpdates =
  (change: Malform): Malform =>
  (patch, random) =>
    /^(?:new|deleted) file/m.test(patch) ? patch : change(patch, random);

/** The hunks of each file: the head lines, then each hunk's lines with its header. */
export function split(patch: string): readonly { head: Lines; hunks: readonly Lines[] }[] {
  const files: { head: string[]; hunks: string[][] }[] = [];
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) files.push({ head: [], hunks: [] });
    const file = files.at(-1);
    if (line.startsWith('@@')) file?.hunks.push([]);
    (file?.hunks.at(-1) ?? file?.head)?.push(line);
  }
  return files;
}

export function join(files: readonly { head: Lines; hunks: readonly Lines[] }[]): string {
  return `${files.flatMap(({ head, hunks }) => [...head, ...hunks.flat()]).join('\n')}\n`;
}

/** Changes the hunks, each with its header. */
export const onHunks =
  (change: (hunk: Lines, random: Random) => Lines): Malform =>
  (patch, random) =>
    join(split(patch).map(({ head, hunks }) => ({ head, hunks: hunks.map((hunk) => change(hunk, random)) })));

export function isContext(line: string | undefined): boolean {
  return line?.startsWith(' ') ?? false;
}

/** A hunk with at most so many context lines at its ends. */
export function withContext(hunk: Lines, above: number, below: number): Lines {
  const body = hunk.slice(1);
  const first = body.findIndex((line) => !isContext(line));
  const last = body.findLastIndex((line) => !isContext(line));
  const from = Math.max(0, first - above);
  return [hunk[0] ?? '', ...body.slice(from, last + 1 + below)];
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A random integer from 1 to `max`. */
export const bump = (random: Random, max: number): number => 1 + Math.floor(random() * max);
