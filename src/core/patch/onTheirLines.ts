import type { TextEdit } from '../text.ts';
import { endsTurn, type Turns } from '../turns.ts';
import type { AppliedHunks, HunkReport } from './applyHunks.ts';
import type { FileText } from './fileText.ts';
import { headingOf, headingsOf } from './headings.ts';
import { replaceRun } from './hunkEdits.ts';
import type { Knowledge } from './offsets.ts';
import type { Searched } from './search.ts';
import type { Hunk } from './types.ts';

/**
 * The edits of hunks that all stand on the very lines of their headers, to the byte and in order; `undefined` where one
 * does not, or where more than that has to be asked. Each bears out the numbers of the others then, so nothing has to be
 * searched, nor any line to be looked at but as it is written: the long way by `placeHunks` makes the same edits, which
 * tests hold it to.
 */
export function* applyOnTheirLines(
  { file, turn }: Searched,
  hunks: readonly Hunk[],
  { base }: Knowledge,
): Turns<Omit<AppliedHunks, 'text'> | undefined> {
  if (base === 'drifted') return undefined;
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  let last = -1;
  let floor = 0;
  for (const hunk of hunks) {
    const { written = [] } = hunk.body;
    const at = (hunk.numbers?.oldStart ?? 0) - 1;
    if (hunk.unfinished || at === last || at < floor || isElsewhere(file, hunk, written, at)) return undefined;
    const end = addEdits(edits, file, written, at);
    if (end === undefined) return undefined;
    const above = Math.max(
      0,
      written.findIndex((line) => !line.startsWith(' ')),
    );
    reports.push({ patchLine: hunk.patchLine, line: at + above + 1, tier: 'exact', alreadyApplied: false });
    floor = end;
    last = at;
    if (endsTurn(turn, 2 * written.length)) yield;
  }
  return { edits, reports };
}

/** True where a hunk may be meant for another place than `at`, or be done there already. */
function isElsewhere(file: FileText, hunk: Hunk, written: readonly string[], at: number): boolean {
  const heading = headingOf(hunk);
  if (heading !== undefined && !headingsOf(file).above(at).startsWith(heading)) return true;
  // A byte order mark that git shows on a first line is no part of the text.
  if (at === 0 && written.some((line) => line.startsWith('\ufeff', 1))) return true;
  // Without context on a side, its result may stand there just as well.
  const isEnclosed = written[0]?.startsWith(' ') === true && written.at(-1)?.startsWith(' ') === true;
  const result = isEnclosed ? [] : written.filter((line) => !line.startsWith('-'));
  return !isEnclosed && result.every((line, index) => isLine(file, at + index, line));
}

/**
 * Adds an edit for each run of changed lines, and returns the line of the file behind the last of them; `undefined` where
 * the old lines do not stand at `at`, one below the other, or there are none.
 */
function addEdits(edits: TextEdit[], file: FileText, written: readonly string[], at: number): number | undefined {
  let place = at;
  let end = at;
  for (let next = 0; next < written.length;) {
    const from = place;
    const added: string[] = [];
    let line = written[next];
    for (; line !== undefined && !line.startsWith(' '); line = written[++next]) {
      if (line.startsWith('+')) added.push(`${line.slice(1)}\n`);
      else if (!isLine(file, place++, line)) return undefined;
    }
    if (place > from || added.length > 0) {
      edits.push(...replaceRun(file, from, place, added));
      end = place;
    }
    for (; line?.startsWith(' '); line = written[++next]) if (!isLine(file, place++, line)) return undefined;
  }
  return place === at ? undefined : end;
}

/** True where a line of the file is, to the byte, what the patch has behind its marker. */
function isLine({ text, starts }: FileText, place: number, written: string): boolean {
  const start = starts[place] ?? 0;
  const next = starts[place + 1];
  // The line of the file has an ending where that of the patch has its marker.
  if (next === undefined || next - start !== written.length || text.charCodeAt(next - 1) !== 10) return false;
  // Cutting both and comparing them takes less than half the time of comparing unit by unit.
  return text.slice(start, next - 1) === written.slice(1);
}
