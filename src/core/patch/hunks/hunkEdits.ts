import { shiftIndent } from '../../text/indentShift.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from './applyHunks.ts';
import type { FileText } from '../search/fileText.ts';
import type { Placement } from '../place/placement.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/**
 * The edits of a placed hunk, one for each run of changes; offsets are in the text of the file. At the tier `exact` line
 * endings are as the patch writes them, like git; at all others they follow the file.
 */
export function editsOf(placement: Placement, file: FileText): readonly TextEdit[] {
  if (placement.alreadyApplied) return [];
  return runsOf(placement).flatMap((run) => editsOfRun(run, placement, file));
}

function runsOf({ lines, at }: Placement): readonly Run[] {
  const runs: Run[] = [];
  let line = at;
  for (let next = 0; next < lines.length;) {
    if (lines[next]?.kind === 'context') {
      line++;
      next++;
      continue;
    }
    let end = next;
    while (end < lines.length && lines[end]?.kind !== 'context') end++;
    const changed = lines.slice(next, end);
    const removed = changed.filter((entry) => entry.kind === 'remove');
    const added = changed.filter((entry) => entry.kind === 'add');
    runs.push({ removed, added, from: line, to: line + removed.length, above: lines[next - 1] });
    line += removed.length;
    next = end;
  }
  return runs;
}

function editsOfRun(run: Run, { tier, shift, lines }: Placement, file: FileText): readonly TextEdit[] {
  const literal = tier === 'exact' && lines.some((line) => line.kind !== 'add');
  const derived = lineEndingsOf(run, file);
  const ends = literal ? run.added.map((line) => line.end) : derived;
  const texts = run.added.map((line, at) => {
    const text = at === 0 ? withoutMark(line.text, run, file) : line.text;
    return shiftIndent(text, shift) ?? text;
  });
  const added = texts.map((text, at) => text + endOf(ends, at, run, file));
  const needsEnd = run.from > 0 && file.endings[run.from - 1] === '';
  const joint = needsEnd ? (derived.find((end) => end !== '') ?? nearEnd(file)) : '';
  const edit = replaceRun(file, run.from, run.to, added, joint);
  return edit === undefined ? [] : [edit];
}

/**
 * The smallest edit that replaces lines `[from, to)` of a file by lines with their endings; `undefined` if nothing changes.
 * `joint` is put before the first.
 */
export function replaceRun(
  file: FileText,
  from: number,
  to: number,
  lines: readonly string[],
  joint = '',
): TextEdit | undefined {
  const most = Math.min(lines.length, to - from);
  let above = 0;
  while (above < most && isLineAt(file, from + above, lines[above])) above++;
  let below = 0;
  while (above + below < most && isLineAt(file, to - below - 1, lines.at(-below - 1))) below++;
  const last = lines.length - below;
  const start = file.starts[from + above] ?? 0;
  const end = file.starts[to - below] ?? start;
  if (above === last && start === end) return undefined;
  return { start, end, text: above === last ? '' : joint + lines.slice(above, last).join('') };
}

/** Only the last line of a file can be without an ending. */
function endOf(ends: readonly string[], at: number, run: Run, file: FileText): string {
  const end = ends[at] ?? '\n';
  if (end !== '' || (at === ends.length - 1 && run.to === file.texts.length)) return end;
  return nearEnd(file);
}

function nearEnd(file: FileText): string {
  return file.endings.find((end) => end !== '') ?? '\n';
}

/** Drops a byte order mark that git shows on a first line: the file keeps its own, unless the mark is new. */
function withoutMark(text: string, { from, removed }: Run, { isUtf8WithoutBom }: FileText): string {
  if (from > 0 || !isMarked(text)) return text;
  return isUtf8WithoutBom && !isMarked(removed[0]?.text) ? text : text.slice(1);
}

function isMarked(text: string | undefined): boolean {
  return text?.startsWith('\ufeff') === true;
}

/** Whether hunks take away the byte order mark that git shows on a first line, and put none there. */
export function removesBom(hunks: readonly Hunk[], reports: readonly HunkReport[]): boolean {
  return hunks.some(({ body: { lines } }, at) => {
    const first = lines.find(({ kind }) => kind !== 'add');
    if (first?.kind !== 'remove' || !isMarked(first.text) || reports[at]?.line !== 1) return false;
    return !isMarked(lines.find(({ kind }) => kind !== 'remove')?.text);
  });
}

/** True for a line of the file with its ending. */
function isLineAt({ text, starts }: FileText, line: number, given: string | undefined): boolean {
  const start = starts[line] ?? text.length;
  const next = starts[line + 1] ?? text.length;
  return given?.length === next - start && text.startsWith(given, start);
}

/** A run of changed lines that replaces the lines `[from, to)` of the file. */
export interface Run {
  readonly removed: readonly HunkLine[];
  readonly added: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** The old line of the hunk right above the run. */
  readonly above: HunkLine | undefined;
}

/**
 * The ending of each added line: that of the removed line it replaces, else of the line above, the line below, or LF.
 * The final newline stays present or absent as it was, unless the patch changes it (`\ No newline …` on one side only).
 */
export function lineEndingsOf(run: Run, file: FileText): string[] {
  const { from, to, added } = run;
  const near = endAt(file, from - 1) ?? endAt(file, to) ?? endAt(file, from) ?? '\n';
  const ends = added.map((_, at) => (from + at < to ? endAt(file, from + at) : undefined) ?? near);
  if (to === file.texts.length && ends.length > 0 && !staysEnded(run, file)) ends[ends.length - 1] = '';
  return ends;
}

function endAt(file: FileText, line: number): string | undefined {
  const end = file.endings[line];
  return end === undefined || end === '' ? undefined : end;
}

function staysEnded({ removed, added, above }: Run, file: FileText): boolean {
  const before = (removed.at(-1) ?? above)?.end;
  const after = added.at(-1)?.end;
  const fileEnds = file.endings.at(-1) !== '';
  if (before === undefined || (before === '') === (after === ''))
    return fileEnds || (before === undefined && after !== '' && file.texts.length === 0);
  return after !== '';
}
