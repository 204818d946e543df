// Detects and changes the indentation of lines as VS Code's edit tools do, since their guess decides what they write: the
// differences between one line and the next are counted, and the most frequent one wins.

/** One level is `size` spaces, or a tab that is as wide. */
export interface Indentation {
  readonly spaces: boolean;
  readonly size: number;
}

/** Maximum number of lines that are looked at. */
const maxLines = 10_000;
const maxSize = 8;
/** From the most to the least likely; the first of equally frequent ones wins. */
const sizes = [2, 4, 6, 8, 3, 5, 7];

/** The most likely indentation of lines; `fallback` where they show none. */
export function guessIndentation(lines: readonly string[], fallback: Indentation): Indentation {
  const counts = Array.from({ length: maxSize + 1 }, () => 0);
  let [withTabs, withSpaces] = [0, 0];
  let previous = '';
  for (const line of lines.slice(0, maxLines).filter((each) => /[^ \t]/.test(each))) {
    const white = whiteOf(line);
    if (white.includes('\t')) withTabs++;
    else if (white.length > 1) withSpaces++;
    const { step, aligns } = stepBetween(previous, line);
    // An aligned line is no level deeper, unless by as many spaces as a level has anyway.
    if (aligns && !(fallback.spaces && fallback.size === step)) continue;
    if (step <= maxSize) counts[step] = (counts[step] ?? 0) + 1;
    previous = line;
  }
  const spaces = withTabs === withSpaces ? fallback.spaces : withTabs < withSpaces;
  return { spaces, size: spaces ? sizeOf(counts, fallback.size) : fallback.size };
}

function sizeOf(counts: readonly number[], fallback: number): number {
  const countOf = (size: number): number => counts[size] ?? 0;
  let [size, most] = [fallback, 0];
  for (const each of sizes) if (countOf(each) > most) [size, most] = [each, countOf(each)];
  const isHalf = size === 4 && countOf(4) > 0 && countOf(2) > 0 && countOf(2) >= countOf(4) / 2;
  return isHalf ? 2 : size;
}

/** By how many spaces a line is indented differently from the one before, and whether it only aligns with its text. */
function stepBetween(before: string, line: string): { readonly step: number; readonly aligns: boolean } {
  const [white, whiteBefore] = [whiteOf(line), whiteOf(before)];
  let same = 0;
  while (same < white.length && white[same] === whiteBefore[same]) same++;
  const [rest, restBefore] = [white.slice(same), whiteBefore.slice(same)];
  const isMixed = (text: string): boolean => text.includes(' ') && text.includes('\t');
  if (isMixed(rest) || isMixed(restBefore)) return { step: 0, aligns: false };
  const tabs = Math.abs(count(rest, '\t') - count(restBefore, '\t'));
  const spaces = count(rest, ' ');
  const step = Math.abs(spaces - count(restBefore, ' '));
  if (tabs > 0) return { step: step % tabs === 0 ? step / tabs : 0, aligns: false };
  const isBelowText =
    step > 0 &&
    spaces > 0 &&
    spaces - 1 < before.length &&
    spaces < line.length &&
    line[spaces] !== ' ' &&
    before[spaces - 1] === ' ';
  return { step, aligns: isBelowText && before.endsWith(',') };
}

/** How many levels deep a line is. */
export function levelOf(line: string, size: number): number {
  let column = 0;
  for (const character of whiteOf(line)) column += character === '\t' ? size - (column % size) : 1;
  return Math.floor(column / size);
}

export function indentBy(count: number, { spaces, size }: Indentation): string {
  return (spaces ? ' '.repeat(size) : '\t').repeat(count);
}

/** A line with its whole levels of one indentation as those of another. */
export function reindent(line: string, from: Indentation, to: Indentation): string {
  if (from.spaces === to.spaces && from.size === to.size) return line;
  const level = indentBy(1, from);
  let depth = 0;
  while (line.startsWith(level, depth * level.length)) depth++;
  return indentBy(depth, to) + line.slice(depth * level.length);
}

function whiteOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
