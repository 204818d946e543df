// Replicates `guessIndentation` in VS Code's indentationGuesser.ts, to predict how its `apply_patch` re-indents lines.
// Counts the differences of indentation between successive lines, and takes the most frequent one.

/** An indentation: one level is `size` spaces, or a tab of that width. */
export interface Indentation {
  readonly usesSpaces: boolean;
  readonly size: number;
}

/** Maximum number of lines to examine; this and the following numbers are VS Code's. */
const maxLines = 10_000;
const maxIndentSize = 8;
/** Candidates from most to least likely; the first of equally frequent ones wins. */
const candidateSizes = [2, 4, 6, 8, 3, 5, 7];

/** The most likely indentation of lines; `fallback` if they do not show one. */
export function guessIndentation(lines: readonly string[], fallback: Indentation): Indentation {
  const counts = Array.from({ length: maxIndentSize + 1 }, () => 0);
  let [tabLines, spaceLines] = [0, 0];
  let previous = '';
  for (const line of lines.slice(0, maxLines).filter((text) => /[^ \t]/.test(text))) {
    const whiteSpace = leadingWhiteSpace(line);
    if (whiteSpace.includes('\t')) tabLines++;
    // A single space may be alignment, as in a block comment.
    else if (whiteSpace.length > 1) spaceLines++;
    const { step, looksAligned } = stepBetween(previous, line);
    // An aligned line is no deeper level, unless its offset equals the size of a level. It is skipped: the next line is
    // compared with the one above it.
    if (looksAligned && !(fallback.usesSpaces && fallback.size === step)) continue;
    if (step <= maxIndentSize) counts[step] = (counts[step] ?? 0) + 1;
    previous = line;
  }
  const usesSpaces = tabLines === spaceLines ? fallback.usesSpaces : tabLines < spaceLines;
  return { usesSpaces, size: usesSpaces ? mostFrequentSize(counts, fallback.size) : fallback.size };
}

/** The most frequent difference; 2 instead of 4 if differences of 2 are at least half as frequent. */
function mostFrequentSize(counts: readonly number[], fallbackSize: number): number {
  const frequencyOf = (size: number): number => counts[size] ?? 0;
  let [size, highestCount] = [fallbackSize, 0];
  for (const candidate of candidateSizes)
    if (frequencyOf(candidate) > highestCount) [size, highestCount] = [candidate, frequencyOf(candidate)];
  const prefersTwo = size === 4 && frequencyOf(2) > 0 && frequencyOf(2) >= frequencyOf(4) / 2;
  return prefersTwo ? 2 : size;
}

/**
 * Compares a line's indentation with the previous one. `step`: the difference in spaces. `looksAligned`: whether the
 * line may be aligned with a word of the previous line, which ends with a comma.
 */
function stepBetween(previous: string, line: string): { readonly step: number; readonly looksAligned: boolean } {
  const [whiteSpace, previousWhiteSpace] = [leadingWhiteSpace(line), leadingWhiteSpace(previous)];
  let commonLength = 0;
  while (commonLength < whiteSpace.length && whiteSpace[commonLength] === previousWhiteSpace[commonLength])
    commonLength++;
  const [rest, previousRest] = [whiteSpace.slice(commonLength), previousWhiteSpace.slice(commonLength)];
  const isMixed = (text: string): boolean => text.includes(' ') && text.includes('\t');
  if (isMixed(rest) || isMixed(previousRest)) return { step: 0, looksAligned: false };
  const tabs = Math.abs(countOf(rest, '\t') - countOf(previousRest, '\t'));
  const spaces = countOf(rest, ' ');
  const step = Math.abs(spaces - countOf(previousRest, ' '));
  // One line has spaces where the other has tabs, so the width of a level is the number of spaces for one tab.
  if (tabs > 0) return { step: step % tabs === 0 ? step / tabs : 0, looksAligned: false };
  // As in VS Code, `spaces` counts only from the first difference, and yet is used as a column of both lines.
  const isBelowWord =
    step > 0 && spaces > 0 && spaces < line.length && line[spaces] !== ' ' && previous[spaces - 1] === ' ';
  return { step, looksAligned: isBelowWord && previous.endsWith(',') };
}

/** Number of whole indentation levels of a line. @param size columns of a level, and of a tab */
export function levelOf(line: string, size: number): number {
  let column = 0;
  for (const character of leadingWhiteSpace(line)) column += character === '\t' ? size - (column % size) : 1;
  return Math.floor(column / size);
}

/** White space of indentation levels. */
export function indentBy(levels: number, { usesSpaces, size }: Indentation): string {
  return (usesSpaces ? ' '.repeat(size) : '\t').repeat(levels);
}

/** Converts the whole levels of a line's indentation to another indentation; white space after them stays. */
export function reindent(line: string, from: Indentation, to: Indentation): string {
  if (from.usesSpaces === to.usesSpaces && from.size === to.size) return line;
  const level = indentBy(1, from);
  let depth = 0;
  while (line.startsWith(level, depth * level.length)) depth++;
  return indentBy(depth, to) + line.slice(depth * level.length);
}

function leadingWhiteSpace(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
