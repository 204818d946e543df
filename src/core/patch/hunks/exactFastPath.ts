import type { TextEdit } from '../../text/text.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { AppliedHunks, HunkReport } from './applyHunks.ts';
import type { FileText } from '../search/fileText.ts';
import { headingOf, headingsOf } from '../search/anchors.ts';
import { replaceRun } from './hunkEdits.ts';
import type { Knowledge } from '../place/offsets.ts';
import { markers, type PatchLines } from '../parse/patchLines.ts';
import type { Searched } from '../search/search.ts';
import type { Hunk } from '../parse/types.ts';

/**
 * The edits of hunks that all stand on the very lines of their headers, to the byte and in order; `undefined` where one
 * does not, or where more than that has to be asked. Each bears out the numbers of the others then, so nothing has to be
 * searched, nor any line to be looked at but as it is written: the long way by `placeHunks` makes the same edits, which
 * tests hold it to.
 */
export function* applyExactly(
  { file, turn }: Searched,
  hunks: readonly Hunk[],
  { base }: Knowledge,
): Yielding<Omit<AppliedHunks, 'text'> | undefined> {
  if (base === 'drifted') return undefined;
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  let last = -1;
  let floor = 0;
  for (const hunk of hunks) {
    const { written } = hunk.body;
    const at = (hunk.numbers?.oldStart ?? 0) - 1;
    if (written === undefined || hunk.unfinished || at === last || at < floor) return undefined;
    const end = isElsewhere(file, hunk, written, at) ? undefined : addEdits(edits, file, written, at);
    if (end === undefined) return undefined;
    const above = written.endOfContext(0) % written.length;
    reports.push({ patchLine: hunk.patchLine, line: at + above + 1, tier: 'exact', alreadyApplied: false });
    floor = end;
    last = at;
    if (shouldYield(turn, 2 * written.length)) yield;
  }
  return { edits, reports };
}

/** True where a hunk may be meant for another place than `at`, or be done there already. */
function isElsewhere(file: FileText, hunk: Hunk, written: PatchLines, at: number): boolean {
  const heading = headingOf(hunk);
  if (heading !== undefined && !headingsOf(file).above(at).startsWith(heading)) return true;
  // A byte order mark that git shows on a first line is no part of the text.
  if (at === 0 && written.findIndex((line) => line.startsWith('\ufeff', 1)) >= 0) return true;
  // Without context on a side, its result may stand there just as well.
  const isEnclosed =
    written.markerAt(0) === markers.context && written.markerAt(written.length - 1) === markers.context;
  return !isEnclosed && isDone(file, written, at);
}

/** True where the lines that a hunk leaves stand at `at`. */
function isDone(file: FileText, written: PatchLines, at: number): boolean {
  let place = at;
  for (let line = 0; line < written.length; line++) {
    if (written.markerAt(line) !== markers.remove && !isLine(file, place++, written, line)) return false;
  }
  return true;
}

/**
 * Adds an edit for each run of changed lines, and returns the line of the file behind the last of them; `undefined` where
 * the old lines do not stand at `at`, one below the other, or there are none.
 */
function addEdits(edits: TextEdit[], file: FileText, written: PatchLines, at: number): number | undefined {
  let place = at;
  let end = at;
  for (let line = 0; line < written.length;) {
    const from = place;
    const added: string[] = [];
    const next = written.endOfChange(line);
    for (; line < next; line++) {
      if (written.markerAt(line) === markers.add) added.push(`${written.behindMarker(line)}\n`);
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

/** True where a line of the file is, to the byte, what a line of the patch has behind its marker, and LF. */
function isLine({ bytes: { bytes, starts } }: FileText, place: number, written: PatchLines, line: number): boolean {
  const end = (starts[place + 1] ?? 0) - 1;
  return bytes[end] === 10 && written.isBehindMarker(line, bytes, starts[place] ?? 0, end);
}
