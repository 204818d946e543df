import type { TextEdit } from '../../text/text.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { AppliedHunks, HunkReport } from './applyHunks.ts';
import type { FileText } from '../search/fileText.ts';
import { headingOf, headingsOf } from '../search/anchors.ts';
import { replaceRun } from './hunkEdits.ts';
import type { Knowledge } from '../place/offsets.ts';
import { markers, type PatchLines } from '../parse/patchLines.ts';
import type { SearchedFile } from '../search/search.ts';
import type { Hunk } from '../parse/types.ts';

/**
 * Fast path: the edits of hunks that are all on the lines of their headers, to the byte and in order; `undefined` if one
 * is not, or its place is in doubt. Makes the same edits as `placeHunks` (a property test compares them).
 */
export function* applyExactly(
  { file, sinceYield }: SearchedFile,
  hunks: readonly Hunk[],
  { base }: Knowledge,
): Yielding<Omit<AppliedHunks, 'text'> | undefined> {
  if (base === 'drifted') return undefined;
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  let last = -1;
  let floor = 0;
  for (const hunk of hunks) {
    const { rawLines } = hunk.body;
    const at = (hunk.numbers?.oldStart ?? 0) - 1;
    if (rawLines === undefined || hunk.maybeTruncated || at === last || at < floor) return undefined;
    const end = mayBelongElsewhere(file, hunk, rawLines, at) ? undefined : addEdits(edits, file, rawLines, at);
    if (end === undefined) return undefined;
    const above = rawLines.endOfContext(0) % rawLines.length;
    reports.push({ patchLine: hunk.patchLine, line: at + above + 1, tier: 'exact', alreadyApplied: false });
    floor = end;
    last = at;
    if (shouldYield(sinceYield, 2 * rawLines.length)) yield;
  }
  return { edits, reports };
}

/** True where a hunk may belong to another place than `at`, or may have been applied there already. */
function mayBelongElsewhere(file: FileText, hunk: Hunk, written: PatchLines, at: number): boolean {
  const heading = headingOf(hunk);
  if (heading !== undefined && !headingsOf(file).above(at).startsWith(heading)) return true;
  // A byte order mark that git shows on a first line is no part of the text.
  if (at === 0 && written.findIndex((line) => line.startsWith('\ufeff', 1)) >= 0) return true;
  // Without context on both sides, the result may be there as well.
  const isEnclosed =
    written.markerAt(0) === markers.context && written.markerAt(written.length - 1) === markers.context;
  return !isEnclosed && isDone(file, written, at);
}

/** True where the result of a hunk is at `at`. */
function isDone(file: FileText, written: PatchLines, at: number): boolean {
  let place = at;
  for (let line = 0; line < written.length; line++) {
    if (written.markerAt(line) !== markers.remove && !isLine(file, place++, written, line)) return false;
  }
  return true;
}

/** Adds an edit for each run of changes; returns the line after the last one, or `undefined` if the old lines are not at `at`. */
function addEdits(edits: TextEdit[], file: FileText, written: PatchLines, at: number): number | undefined {
  let place = at;
  let end = at;
  for (let line = 0; line < written.length;) {
    const from = place;
    const added: string[] = [];
    const next = written.endOfChange(line);
    for (; line < next; line++) {
      if (written.markerAt(line) === markers.add) added.push(`${written.withoutMarker(line)}\n`);
      else if (!isLine(file, place++, written, line)) return undefined;
    }
    if (place > from || added.length > 0) {
      const edit = replaceRun(file, from, place, added);
      if (edit !== undefined) edits.push(edit);
      end = place;
    }
    for (const below = written.endOfContext(line); line < below; line++)
      if (!isLine(file, place++, written, line)) return undefined;
  }
  return place === at ? undefined : end;
}

/** True where a line of the file ends in LF and equals a line of the patch without its marker, to the byte. */
function isLine({ bytes: { bytes, starts } }: FileText, place: number, written: PatchLines, line: number): boolean {
  const end = (starts[place + 1] ?? 0) - 1;
  return bytes[end] === 10 && written.equalsWithoutMarker(line, bytes, starts[place] ?? 0, end);
}
