// Finds the section headings of a file: the lines that git shows behind `@@ … @@` (its default for function names).
import { firstIndex } from '../../text/firstIndex.ts';
import type { FileText } from './fileText.ts';
import type { SearchedFile } from './searchedFile.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Whether a position is under the section heading of a numbered hunk; undefined if it has none, or if the file does not
 * have exactly one such line.
 */
export function isUnderHeading({ file }: SearchedFile, hunk: PatchHunk, position: number): boolean | undefined {
  const heading = headingOf(hunk);
  const headings = headingsOf(file);
  if (heading === undefined || hunk.numbers === undefined || headings.uniqueLine(heading) === undefined)
    return undefined;
  return headings.above(position).startsWith(heading);
}

export interface Headings {
  /** The text of the nearest heading above a position (0-based line); empty if there is none. */
  readonly above: (position: number) => string;
  /** The line (0-based) of the only heading that begins with a text; undefined for none or several. */
  readonly uniqueLine: (beginning: string) => number | undefined;
}

const headingsByFile = new WeakMap<FileText, Headings>();

/** The headings of a file, cached. */
export function headingsOf(file: FileText): Headings {
  const headings = headingsByFile.get(file) ?? findHeadings(file);
  headingsByFile.set(file, headings);
  return headings;
}

/** The section heading of a hunk, which git truncates at 80 bytes; undefined for a hunk without one. */
export function headingOf({ anchors }: PatchHunk): string | undefined {
  const heading = anchors[0]?.trimEnd() ?? '';
  return isHeading(heading) ? heading : undefined;
}

/** Whether a line is a section heading by git's default: it begins with a letter, `_` or `$`. */
export function isHeading(text: string): boolean {
  return /^[A-Za-z_$]/.test(text);
}

function findHeadings({ texts }: FileText): Headings {
  const lines: number[] = [];
  for (const [at, text] of texts.entries()) if (isHeading(text)) lines.push(at);
  const textAt = (line: number | undefined): string => texts[line ?? -1] ?? '';
  // Sorted by text, so that a binary search finds the first heading with a beginning; the next one may share it.
  const sortedLines = [...lines].sort((left, right) => compareUnits(textAt(left), textAt(right)));
  return {
    above: (position) => textAt(lines[firstIndex(lines, (line) => line >= position) - 1]),
    uniqueLine: (beginning) => {
      const at = firstIndex(sortedLines, (line) => compareUnits(textAt(line), beginning) >= 0);
      const [line, nextLine] = [sortedLines[at], sortedLines[at + 1]];
      return textAt(line).startsWith(beginning) && !textAt(nextLine).startsWith(beginning) ? line : undefined;
    },
  };
}

/** Compares by UTF-16 units, so that all texts with one beginning are neighbours. */
function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
