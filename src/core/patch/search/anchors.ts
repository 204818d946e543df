import { isBlank, splitIndent } from '../../text/fold.ts';
import type { FileText } from './fileText.ts';
import { headingOf, headingsOf } from './headings.ts';
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
  if (inside.length > 0) return inside;
  const below = places.filter((place) => place >= from);
  return below.length === 1 ? below : places;
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
