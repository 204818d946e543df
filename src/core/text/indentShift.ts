// Changes the indentation of whole blocks.
import { isBlank, splitIndent } from './normalizeLine.ts';

/**
 * A change of indentation for a whole block: each line's prefix `remove` becomes `add`, each tab becomes `width` spaces,
 * or every `width` columns become a tab (a remainder stays spaces).
 */
export type IndentShift =
  | { readonly kind: 'prefix'; readonly remove: string; readonly add: string }
  | { readonly kind: 'tabsToSpaces' | 'spacesToTabs'; readonly width: number };

/** The shift without an effect. */
export const noShift: IndentShift = { kind: 'prefix', remove: '', add: '' };

/**
 * Finds the shift from the indentation of every `wanted` line to that of its `found` line (lists of the same length);
 * undefined if there is none. Skips blank lines, and compares only indentation.
 */
export function findShift(wanted: readonly string[], found: readonly string[]): IndentShift | undefined {
  const pairs: Pair[] = [];
  for (const [index, line] of wanted.entries()) {
    const other = found[index] ?? '';
    if (isBlank(line) || isBlank(other)) continue;
    pairs.push({ wanted: splitIndent(line).indent, found: splitIndent(other).indent });
  }
  return prefixShift(pairs) ?? tabShift(pairs);
}

/** Shifts the indentation of a line; undefined if the line lacks the prefix. Of blank lines a prefix is only removed. */
export function shiftIndent(line: string, shift: IndentShift): string | undefined {
  if (shift === noShift) return line;
  if (isBlank(line))
    return shift.kind === 'prefix' && line.startsWith(shift.remove) ? line.slice(shift.remove.length) : line;
  const { indent, rest } = splitIndent(line);
  const shifted = shiftOf(indent, shift);
  return shifted === undefined ? undefined : shifted + rest;
}

interface Pair {
  readonly wanted: string;
  readonly found: string;
}

function shiftOf(indent: string, shift: IndentShift): string | undefined {
  if (shift.kind === 'prefix') {
    return indent.startsWith(shift.remove) ? shift.add + indent.slice(shift.remove.length) : undefined;
  }
  if (shift.kind === 'tabsToSpaces') return indent.replaceAll('\t', ' '.repeat(shift.width));
  const columns = columnsOf(indent, shift.width);
  return '\t'.repeat(Math.floor(columns / shift.width)) + ' '.repeat(columns % shift.width);
}

function prefixShift(pairs: readonly Pair[]): IndentShift | undefined {
  const [first] = pairs;
  if (first === undefined) return noShift;
  let common = 0;
  const shorter = Math.min(first.wanted.length, first.found.length);
  while (common < shorter && first.wanted.at(-1 - common) === first.found.at(-1 - common)) common++;
  const remove = first.wanted.slice(0, first.wanted.length - common);
  const add = first.found.slice(0, first.found.length - common);
  // Replacing a prefix by another changes the unit (tabs or spaces), which `tabShift` checks on every level.
  if (remove !== '' && add !== '') return undefined;
  const shift: IndentShift = { kind: 'prefix', remove, add };
  return pairs.every((pair) => shiftOf(pair.wanted, shift) === pair.found) ? shift : undefined;
}

function tabShift(pairs: readonly Pair[]): IndentShift | undefined {
  for (const { wanted, found } of pairs) {
    const wantedTabs = countTabs(wanted);
    const foundTabs = countTabs(found);
    if (wantedTabs === foundTabs) continue;
    const width = (wanted.length - found.length - wantedTabs + foundTabs) / (foundTabs - wantedTabs);
    if (!Number.isInteger(width) || width < 1 || width > 16) return undefined;
    const shift: IndentShift = { kind: foundTabs > wantedTabs ? 'spacesToTabs' : 'tabsToSpaces', width };
    return pairs.every((pair) => shiftOf(pair.wanted, shift) === pair.found) ? shift : undefined;
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
