// Applies hunks whose lines are exactly where their headers say, without a search.
import type { TextEdit } from '../../text/text.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { AppliedHunks, HunkReport } from './hunkReports.ts';
import type { FileText } from '../search/fileText.ts';
import { headingOf, headingsOf } from '../search/anchors.ts';
import { replaceRun } from './hunkEdits.ts';
import { markers, type PatchLines } from '../parse/patchLines.ts';
import type { SearchedFile } from '../search/search.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Fast path: applies hunks whose lines are all, byte for byte and in order, at the line numbers of their headers.
 * Undefined if one is not, or may belong elsewhere. Makes the same edits as `applyBySearch` (a property test compares them).
 */
export function* applyExactly(
  { base, file, sinceYield }: SearchedFile,
  hunks: readonly PatchHunk[],
): Yielding<Omit<AppliedHunks, 'text'> | undefined> {
  if (base === 'drifted') return undefined;
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  let previousLine = -1;
  let minLine = 0;
  for (const hunk of hunks) {
    const { rawLines } = hunk.body;
    const headerLine = (hunk.numbers?.oldStart ?? 0) - 1;
    if (rawLines === undefined || hunk.maybeTruncated || headerLine === previousLine || headerLine < minLine)
      return undefined;
    const end = mayBelongElsewhere(file, hunk, rawLines, headerLine)
      ? undefined
      : addEdits(edits, file, rawLines, headerLine);
    if (end === undefined) return undefined;
    // 0 for a hunk that is all context.
    const contextAbove = rawLines.endOfContext(0) % rawLines.length;
    reports.push({
      patchLine: hunk.patchLine,
      line: headerLine + contextAbove + 1,
      tier: 'exact',
      alreadyApplied: false,
    });
    minLine = end;
    previousLine = headerLine;
    if (shouldYield(sinceYield, 2 * rawLines.length)) yield;
  }
  return { edits, reports };
}

/** Whether a hunk whose old lines are at line `at` may belong elsewhere, or may already be applied there. */
function mayBelongElsewhere(file: FileText, hunk: PatchHunk, rawLines: PatchLines, at: number): boolean {
  const heading = headingOf(hunk);
  if (heading !== undefined && !headingsOf(file).above(at).startsWith(heading)) return true;
  // Git shows a byte order mark as part of the first line, but the text does not contain it.
  if (at === 0 && rawLines.findIndex((line) => line.startsWith('\ufeff', 1)) >= 0) return true;
  // With context on both sides, the old lines and the result cannot both be at this line.
  const isEnclosed =
    rawLines.markerAt(0) === markers.context && rawLines.markerAt(rawLines.length - 1) === markers.context;
  return !isEnclosed && isResultAt(file, rawLines, at);
}

/** Whether the result of a hunk is at line `at`. */
function isResultAt(file: FileText, rawLines: PatchLines, at: number): boolean {
  let fileLine = at;
  for (let line = 0; line < rawLines.length; line++) {
    if (rawLines.markerAt(line) !== markers.remove && !isLine(file, fileLine++, rawLines, line)) return false;
  }
  return true;
}

/**
 * Adds an edit for each run of changes of a hunk at line `at`. Returns the line after the last one; undefined if the old
 * lines of the hunk are not there.
 */
function addEdits(edits: TextEdit[], file: FileText, rawLines: PatchLines, at: number): number | undefined {
  let fileLine = at;
  let end = at;
  for (let line = 0; line < rawLines.length;) {
    const from = fileLine;
    const added: string[] = [];
    const next = rawLines.endOfChange(line);
    for (; line < next; line++) {
      if (rawLines.markerAt(line) === markers.add) added.push(`${rawLines.withoutMarker(line)}\n`);
      else if (!isLine(file, fileLine++, rawLines, line)) return undefined;
    }
    if (fileLine > from || added.length > 0) {
      const edit = replaceRun(file, from, fileLine, added);
      if (edit !== undefined) edits.push(edit);
      end = fileLine;
    }
    for (const below = rawLines.endOfContext(line); line < below; line++)
      if (!isLine(file, fileLine++, rawLines, line)) return undefined;
  }
  return fileLine === at ? undefined : end;
}

/** Whether a line of the file ends in LF, and equals a line of the patch without its marker, byte for byte. */
function isLine({ bytes: { bytes, starts } }: FileText, fileLine: number, rawLines: PatchLines, line: number): boolean {
  const end = (starts[fileLine + 1] ?? 0) - 1;
  return bytes[end] === 10 && rawLines.equalsWithoutMarker(line, bytes, starts[fileLine] ?? 0, end);
}
