import type { FileText } from '../search/fileText.ts';
import type { HunkLine } from '../parse/types.ts';

/** A run of changes in a hunk, at its place: `[from, to)` are the lines of the file it replaces. */
export interface Run {
  readonly removed: readonly HunkLine[];
  readonly added: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** The old line of the hunk right above the run. */
  readonly above: HunkLine | undefined;
}

/**
 * The ending of each added line of a run, where the endings of the patch say nothing: that of the removed line it stands
 * for, else of the line above, else of the line below, else LF. At the end of the file the last line keeps the file's way
 * to end, unless the patch itself changes it (`\ No newline at end of file` on one side only).
 */
export function endsFor(run: Run, file: FileText): string[] {
  const { from, to, added } = run;
  const near = endAt(file, from - 1) ?? endAt(file, to) ?? endAt(file, from) ?? '\n';
  const ends = added.map((_, at) => (from + at < to ? endAt(file, from + at) : undefined) ?? near);
  if (to === file.texts.length && ends.length > 0 && !staysEnded(run, file)) ends[ends.length - 1] = '';
  return ends;
}

function endAt(file: FileText, line: number): string | undefined {
  const end = file.ends[line];
  return end === undefined || end === '' ? undefined : end;
}

function staysEnded({ removed, added, above }: Run, file: FileText): boolean {
  const before = (removed.at(-1) ?? above)?.end;
  const after = added.at(-1)?.end;
  const fileEnds = file.ends.at(-1) !== '';
  if (before === undefined || (before === '') === (after === ''))
    return fileEnds || (before === undefined && after !== '' && file.texts.length === 0);
  return after !== '';
}
