// Finds how the indentation of an agent's lines differs from the file's, and shifts other lines by as much.
import { isBlank, splitIndent } from './normalizeLine.ts';

/**
 * A change of indentation for a whole block:
 *
 * - `prefix`: each line's prefix `remove` becomes `add`.
 * - `tabsToSpaces`: each tab becomes `width` spaces.
 * - `spacesToTabs`: every `width` columns become a tab; a remainder stays spaces.
 */
export type IndentShift =
  | { readonly kind: 'prefix'; readonly remove: string; readonly add: string }
  | { readonly kind: 'tabsToSpaces' | 'spacesToTabs'; readonly width: number };

/** Maximum number of columns of a tab in a shift, so that lines that just differ are not taken for a shift. */
const maxTabWidth = 16;

/** The shift without an effect. */
export const noShift: IndentShift = { kind: 'prefix', remove: '', add: '' };

/**
 * Finds the shift from the indentation of every requested line to the indentation of its line in the file (lists of the
 * same length). Skips blank lines, and compares only indentation.
 *
 * @returns `noShift` if all are indented alike; undefined if no single shift fits all lines
 */
export function findShift(requestedLines: readonly string[], fileLines: readonly string[]): IndentShift | undefined {
  const pairs: IndentPair[] = [];
  for (const [index, line] of requestedLines.entries()) {
    const foundLine = fileLines[index] ?? '';
    if (isBlank(line) || isBlank(foundLine)) continue;
    pairs.push({ requested: splitIndent(line).indent, inFile: splitIndent(foundLine).indent });
  }
  return findPrefixShift(pairs) ?? findTabShift(pairs);
}

/** Shifts the indentation of a line; undefined if it lacks the prefix. A blank line only loses a prefix. */
export function shiftIndent(line: string, shift: IndentShift): string | undefined {
  // Only saves time: any other empty shift has the same result.
  if (shift === noShift) return line;
  if (isBlank(line)) {
    const losesPrefix = shift.kind === 'prefix' && line.startsWith(shift.remove);
    return losesPrefix ? line.slice(shift.remove.length) : line;
  }
  const { indent, rest } = splitIndent(line);
  const shifted = applyShift(indent, shift);
  return shifted === undefined ? undefined : shifted + rest;
}

/** The indentation of a line as requested, and of the same line in the file. */
interface IndentPair {
  readonly requested: string;
  readonly inFile: string;
}

function applyShift(indent: string, shift: IndentShift): string | undefined {
  if (shift.kind === 'prefix') {
    return indent.startsWith(shift.remove) ? shift.add + indent.slice(shift.remove.length) : undefined;
  }
  if (shift.kind === 'tabsToSpaces') return indent.replaceAll('\t', ' '.repeat(shift.width));
  const columns = columnsOf(indent, shift.width);
  return '\t'.repeat(Math.floor(columns / shift.width)) + ' '.repeat(columns % shift.width);
}

function findPrefixShift(pairs: readonly IndentPair[]): IndentShift | undefined {
  const [first] = pairs;
  if (first === undefined) return noShift;
  // Length of the common end, since shifts change only the beginning.
  let commonLength = 0;
  const shorterLength = Math.min(first.requested.length, first.inFile.length);
  while (commonLength < shorterLength && first.requested.at(-1 - commonLength) === first.inFile.at(-1 - commonLength))
    commonLength++;
  const remove = first.requested.slice(0, first.requested.length - commonLength);
  const add = first.inFile.slice(0, first.inFile.length - commonLength);
  // If one prefix replaces another, the unit (tab or spaces) differs, which `findTabShift` handles on every level.
  if (remove !== '' && add !== '') return undefined;
  const shift: IndentShift = { kind: 'prefix', remove, add };
  return pairs.every((pair) => applyShift(pair.requested, shift) === pair.inFile) ? shift : undefined;
}

/** Derives the tab width from the first pair with different numbers of tabs, and checks it on all pairs. */
function findTabShift(pairs: readonly IndentPair[]): IndentShift | undefined {
  for (const { requested, inFile } of pairs) {
    const requestedTabs = countTabs(requested);
    const fileTabs = countTabs(inFile);
    if (requestedTabs === fileTabs) continue;
    // An indentation has `length - tabs + tabs * width` columns. Solves for the width at which both have as many:
    // `requested.length - requestedTabs + requestedTabs * width = inFile.length - fileTabs + fileTabs * width`.
    const width = (requested.length - inFile.length - requestedTabs + fileTabs) / (fileTabs - requestedTabs);
    if (!Number.isInteger(width) || width < 1 || width > maxTabWidth) return undefined;
    const shift: IndentShift = { kind: fileTabs > requestedTabs ? 'spacesToTabs' : 'tabsToSpaces', width };
    return pairs.every((pair) => applyShift(pair.requested, shift) === pair.inFile) ? shift : undefined;
  }
  return undefined;
}

function columnsOf(indent: string, width: number): number {
  const tabs = countTabs(indent);
  return tabs * width + indent.length - tabs;
}

function countTabs(indent: string): number {
  return indent.split('\t').length - 1;
}
