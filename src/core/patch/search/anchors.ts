// Narrows positions by the `@@` anchors and section headings of hunks, and by the ends of the file.
import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import type { FileText } from './fileText.ts';
import { linesWithId, chargeBudget } from './lineIndex.ts';
import { indexFor, type SearchedFile } from './search.ts';
import { leadingContext, trailingContext } from '../parse/hunkBody.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * The positions that the anchors of a hunk select; all if the anchors select none. The anchor of an envelope is a line
 * whose block contains the hunk. The section heading of a git hunk is the nearest line above that begins with a letter,
 * `_` or `$` (git's default for function names), truncated at 80 bytes.
 */
export function narrowByAnchors(
  searched: SearchedFile,
  hunk: PatchHunk,
  positions: readonly number[],
): readonly number[] {
  if (hunk.anchors.length === 0 || positions.length < 2) return positions;
  if (hunk.numbers === undefined) return inBlocks(searched, hunk.anchors, positions);
  const heading = headingOf(hunk);
  return positions.filter((position) =>
    headingsOf(searched.file)
      .above(position)
      .startsWith(heading ?? ''),
  );
}

/**
 * Whether a position is under the section heading of a numbered hunk; undefined if it has none, or if the file does not
 * have exactly one such line.
 */
export function isUnderHeading({ file }: SearchedFile, hunk: PatchHunk, position: number): boolean | undefined {
  const heading = headingOf(hunk);
  const headings = headingsOf(file);
  if (heading === undefined || hunk.numbers === undefined || !headings.hasOne(heading)) return undefined;
  return headings.above(position).startsWith(heading);
}

function inBlocks(searched: SearchedFile, anchors: readonly string[], positions: readonly number[]): readonly number[] {
  const { file } = searched;
  let from = 0;
  let to = file.texts.length;
  for (const anchor of anchors) {
    const anchorLinesInFile = anchorLines(searched, anchor);
    const lines = anchorLinesInFile.filter((line) => line >= from && line < to);
    const [line] = lines;
    if (line === undefined || lines.length > 1) return positions;
    const end = blockEnd(file, line);
    chargeBudget(searched.budget, anchorLinesInFile.length + end - line);
    from = line;
    to = Math.min(to, end);
  }
  const inside = positions.filter((position) => position >= from && position < to);
  return inside.length > 0 ? inside : positions;
}

function anchorLines(searched: SearchedFile, anchor: string): number[] {
  const index = indexFor(searched, 'indentation');
  const id = index.ids.get(anchor.trim());
  return id === undefined ? [] : [...linesWithId(index, id)];
}

/** The line after the block that `line` opens: lines with deeper indentation, or that only close it. */
function blockEnd(file: FileText, line: number): number {
  const depth = splitIndent(file.texts[line] ?? '').indent.length;
  for (let at = line + 1; at < file.texts.length; at++) {
    const text = file.texts[at] ?? '';
    if (isBlank(text) || splitIndent(text).indent.length > depth) continue;
    if (!/^\s*[)\]}{]/.test(text.slice(0, 200))) return at;
  }
  return file.texts.length;
}

/** The lines of a file that git uses as section headings: those that begin with a letter, `_` or `$`. */
export interface Headings {
  /** The nearest heading above a position (0-based line); empty if there is none. */
  readonly above: (position: number) => string;
  /** Whether exactly one of them begins with a text. */
  readonly hasOne: (beginning: string) => boolean;
}

const cache = new WeakMap<FileText, Headings>();

/** The headings of a file, cached. */
export function headingsOf(file: FileText): Headings {
  const headings = cache.get(file) ?? findHeadings(file);
  cache.set(file, headings);
  return headings;
}

/** The section heading of a hunk, which git truncates at 80 bytes; undefined for a hunk without one. */
export function headingOf({ anchors }: PatchHunk): string | undefined {
  const heading = anchors[0]?.trimEnd() ?? '';
  return isHeading(heading) ? heading : undefined;
}

function isHeading(text: string): boolean {
  return /^[A-Za-z_$]/.test(text);
}

function findHeadings({ texts }: FileText): Headings {
  const lines: number[] = [];
  for (const [at, text] of texts.entries()) if (isHeading(text)) lines.push(at);
  const sorted = lines.map((line) => texts[line] ?? '').sort(byUnits);
  return {
    above: (position) => texts[lines[firstIndex(lines, (line) => line >= position) - 1] ?? -1] ?? '',
    hasOne: (beginning) => {
      const at = firstIndex(sorted, (text) => byUnits(text, beginning) >= 0);
      return [at, at + 1].map((each) => sorted[each]?.startsWith(beginning) ?? false).join() === 'true,false';
    },
  };
}

function byUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Index of the first entry of a sorted list that passes a test which all later entries pass, too (binary search). */
function firstIndex<T>(list: readonly T[], test: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || test(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The end of the file at which a numbered hunk was when the patch was made: the last hunk has less context below, or
 * one at line 1 less above. Undefined unless the header's counts match the body, as in a patch generated by a program.
 */
export function fileEdgeOf({ numbers, body: { lines } }: PatchHunk, isLast: boolean): 'start' | 'end' | undefined {
  if (numbers === undefined) return undefined;
  const removed = lines.filter((line) => line.kind === 'remove').length;
  const added = lines.filter((line) => line.kind === 'add').length;
  const isCounted =
    (numbers.oldCount ?? 1) === lines.length - added && (numbers.newCount ?? 1) === lines.length - removed;
  const [above, below] = [leadingContext(lines), trailingContext(lines)];
  if (!isCounted || above === below) return undefined;
  if (below < above) return isLast ? 'end' : undefined;
  return numbers.oldStart <= 1 ? 'start' : undefined;
}
