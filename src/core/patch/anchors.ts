import { isBlank, splitIndent } from '../fold.ts';
import type { FileText } from './fileText.ts';
import { spend } from './lineIndex.ts';
import { indexOf, type Searched } from './search.ts';
import type { Hunk } from './types.ts';

/**
 * The places among `places` that the anchors of a hunk speak for; all of them where the anchors do not tell.
 * The anchor of an envelope names a line whose block holds the hunk. The section heading of a git hunk names the nearest
 * line above that begins with a letter, `_` or `$` (git's default for function names), cut at 80 bytes.
 */
export function narrowByAnchors(searched: Searched, hunk: Hunk, places: readonly number[]): readonly number[] {
  if (hunk.anchors.length === 0 || places.length < 2) return places;
  spend(searched.budget, searched.file.texts.length);
  return hunk.numbers === undefined ? inBlocks(searched, hunk.anchors, places) : underHeading(searched, hunk, places);
}

function underHeading(searched: Searched, hunk: Hunk, places: readonly number[]): readonly number[] {
  const heading = headingOf(hunk);
  if (heading === undefined) return places;
  const nearestHeading = headingsDown(searched.file);
  return places.filter((place) => nearestHeading(place).startsWith(heading));
}

/** The nearest heading above a place; to be asked from the first place to the last. */
export function headingsDown({ texts }: FileText): (place: number) => string {
  let at = 0;
  let nearest = '';
  return (place) => {
    for (; at < place; at++) if (isHeading(texts[at])) nearest = texts[at] ?? '';
    return nearest;
  };
}

/**
 * Whether a place stands under the section heading of a numbered hunk; `undefined` where that does not tell: there is no
 * such heading, or not exactly one line like it in the file.
 */
export function standsUnderHeading(searched: Searched, hunk: Hunk, place: number): boolean | undefined {
  const heading = headingOf(hunk);
  if (heading === undefined || hunk.numbers === undefined) return undefined;
  const { texts } = searched.file;
  spend(searched.budget, texts.length);
  if (texts.filter((text) => text.startsWith(heading)).length !== 1) return undefined;
  const nearest = texts.slice(0, Math.max(0, place)).findLast(isHeading);
  return nearest?.startsWith(heading) ?? false;
}

/** What a section heading begins with; `undefined` for a hunk without one. */
export function headingOf(hunk: Hunk): string | undefined {
  const heading = hunk.anchors[0]?.trimEnd();
  return isHeading(heading) ? heading : undefined;
}

function isHeading(text: string | undefined): boolean {
  return /^[A-Za-z_$]/.test(text ?? '');
}

function inBlocks(searched: Searched, anchors: readonly string[], places: readonly number[]): readonly number[] {
  const { file } = searched;
  let from = 0;
  let to = file.texts.length;
  for (const anchor of anchors) {
    spend(searched.budget, to - from);
    const lines = linesOf(searched, anchor).filter((line) => line >= from && line < to);
    const [line] = lines;
    if (line === undefined || lines.length > 1) return places;
    from = line;
    to = Math.min(to, blockEnd(file, line));
  }
  const inside = places.filter((place) => place >= from && place < to);
  if (inside.length > 0) return inside;
  const below = places.filter((place) => place >= from);
  return below.length === 1 ? below : places;
}

function linesOf(searched: Searched, anchor: string): number[] {
  const index = indexOf(searched, 'indentation');
  const id = index.ids.get(anchor.trim());
  if (id === undefined) return [];
  return [...index.places.subarray(index.offsets[id] ?? 0, index.offsets[id + 1] ?? 0)];
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
