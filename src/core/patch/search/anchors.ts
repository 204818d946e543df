import { isBlank, splitIndent } from '../../text/fold.ts';
import type { FileText } from './fileText.ts';
import { placesOf, spend } from './lineIndex.ts';
import { indexOf, type Searched } from './search.ts';
import type { Hunk } from '../parse/types.ts';

/**
 * The places among `places` that the anchors of a hunk speak for; all of them where the anchors do not tell.
 * The anchor of an envelope names a line whose block holds the hunk. The section heading of a git hunk names the nearest
 * line above that begins with a letter, `_` or `$` (git's default for function names), cut at 80 bytes.
 */
export function narrowByAnchors(searched: Searched, hunk: Hunk, places: readonly number[]): readonly number[] {
  if (hunk.anchors.length === 0 || places.length < 2) return places;
  if (hunk.numbers === undefined) return inBlocks(searched, hunk.anchors, places);
  const heading = headingOf(hunk);
  return places.filter((place) =>
    headingsOf(searched.file)
      .above(place)
      .startsWith(heading ?? ''),
  );
}

/**
 * Whether a place stands under the section heading of a numbered hunk; `undefined` where that does not tell: there is no
 * such heading, or not exactly one line like it in the file.
 */
export function standsUnderHeading({ file }: Searched, hunk: Hunk, place: number): boolean | undefined {
  const heading = headingOf(hunk);
  const headings = headingsOf(file);
  if (heading === undefined || hunk.numbers === undefined || !headings.hasOne(heading)) return undefined;
  return headings.above(place).startsWith(heading);
}

function inBlocks(searched: Searched, anchors: readonly string[], places: readonly number[]): readonly number[] {
  const { file } = searched;
  let from = 0;
  let to = file.texts.length;
  for (const anchor of anchors) {
    const all = linesOf(searched, anchor);
    const lines = all.filter((line) => line >= from && line < to);
    const [line] = lines;
    if (line === undefined || lines.length > 1) return places;
    const end = blockEnd(file, line);
    spend(searched.budget, all.length + end - line);
    from = line;
    to = Math.min(to, end);
  }
  const inside = places.filter((place) => place >= from && place < to);
  return inside.length > 0 ? inside : places;
}

function linesOf(searched: Searched, anchor: string): number[] {
  const index = indexOf(searched, 'indentation');
  const id = index.ids.get(anchor.trim());
  return id === undefined ? [] : [...placesOf(index, id)];
}

/** Behind the last line that is indented more deeply than `line`, or only closes it. */
function blockEnd(file: FileText, line: number): number {
  const depth = splitIndent(file.texts[line] ?? '').indent.length;
  for (let at = line + 1; at < file.texts.length; at++) {
    const text = file.texts[at] ?? '';
    if (isBlank(text) || splitIndent(text).indent.length > depth) continue;
    if (!/^\s*[)\]}{]/.test(text.slice(0, 200))) return at;
  }
  return file.texts.length;
}

/** The lines of a file that git takes for section headings: those that begin with a letter, `_` or `$`. */
export interface Headings {
  /** The nearest heading above a place (0-based line); empty where there is none. */
  readonly above: (place: number) => string;
  /** True where exactly one of them begins so. */
  readonly hasOne: (beginning: string) => boolean;
}

const known = new WeakMap<FileText, Headings>();

/** Found once for each file, so that no hunk walks through the file for its own heading. */
export function headingsOf(file: FileText): Headings {
  const made = known.get(file) ?? findHeadings(file);
  known.set(file, made);
  return made;
}

/** What the section heading of a hunk begins with, which git cuts at 80 bytes; `undefined` for a hunk without one. */
export function headingOf({ anchors }: Hunk): string | undefined {
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
    above: (place) => texts[lines[firstFrom(lines, (line) => line >= place) - 1] ?? -1] ?? '',
    hasOne: (beginning) => {
      const at = firstFrom(sorted, (text) => byUnits(text, beginning) >= 0);
      return [at, at + 1].map((each) => sorted[each]?.startsWith(beginning) ?? false).join() === 'true,false';
    },
  };
}

function byUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Where in a sorted list the entries begin that are far enough. */
function firstFrom<T>(list: readonly T[], isFar: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || isFar(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The end of the file at which a numbered hunk stood, as the context shows that `diff` has cut short there: less of it
 * below than above, or less above than below in a hunk that begins with line 1. Told only where the counts of the header are those
 * of the body, so that it is what some program wrote.
 */
export function edgeOf({ numbers, body: { lines } }: Hunk, isLast: boolean): 'start' | 'end' | undefined {
  if (numbers === undefined) return undefined;
  const removed = lines.filter((line) => line.kind === 'remove').length;
  const added = lines.filter((line) => line.kind === 'add').length;
  const isCounted =
    (numbers.oldCount ?? 1) === lines.length - added && (numbers.newCount ?? 1) === lines.length - removed;
  const above = lines.findIndex((line) => line.kind !== 'context');
  const below = lines.length - 1 - lines.findLastIndex((line) => line.kind !== 'context');
  if (!isCounted || above === below) return undefined;
  if (below < above) return isLast ? 'end' : undefined;
  return numbers.oldStart <= 1 ? 'start' : undefined;
}
