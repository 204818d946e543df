// Applies hunks exactly as git does, line endings included.
import { applyEdits, startsAfter, type TextEdit } from '../../text/text.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { AppliedHunks, HunkReport } from './hunkReports.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';

/**
 * Applies hunks as git does: at the line numbers of their headers, byte for byte, line endings included. Undefined if one
 * does not match there. Use it only if the blob name confirms the result; `applyHunks` keeps the file's line endings.
 */
export function* applyLiterally(text: string, hunks: readonly PatchHunk[]): Yielding<AppliedHunks | undefined> {
  const starts = startsAfter('\n', text);
  const sinceYield = { lines: 0 };
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  let minLine = 0;
  for (const hunk of hunks) {
    const headerLine = expectedLine(hunk);
    const match =
      headerLine === undefined || headerLine < minLine ? undefined : matchAt(text, starts, hunk.body.lines, headerLine);
    if (match === undefined) return undefined;
    for (const edit of match.edits) edits.push(edit);
    reports.push({ patchLine: hunk.patchLine, line: match.firstChange + 1, tier: 'exact', alreadyApplied: false });
    minLine = match.end;
    if (shouldYield(sinceYield, hunk.body.lines.length)) yield;
  }
  return { text: applyEdits(text, edits), edits, reports };
}

/** Line (0-based) at which a hunk begins. Without old lines, its header states the line before. */
function expectedLine({ numbers, body }: PatchHunk): number | undefined {
  const isInsertion = body.lines.every(({ kind }) => kind === 'add');
  return numbers === undefined ? undefined : numbers.oldStart - (isInsertion ? 0 : 1);
}

/** A matching hunk. */
interface LiteralMatch {
  readonly edits: readonly TextEdit[];
  /** Line (0-based) of the first change. */
  readonly firstChange: number;
  /** Line after the hunk's last one. */
  readonly end: number;
}

function matchAt(text: string, starts: Int32Array, lines: readonly HunkLine[], at: number): LiteralMatch | undefined {
  const edits: { start: number; end: number; text: string }[] = [];
  let firstChange: number | undefined;
  let line = at;
  for (const hunkLine of lines) {
    const lineText = withEnding(hunkLine);
    const start = starts[line] ?? text.length;
    if (hunkLine.kind !== 'context') {
      firstChange ??= line;
      const lastEdit = edits.at(-1);
      const edit = lastEdit?.end === start ? lastEdit : { start, end: start, text: '' };
      if (edit !== lastEdit) edits.push(edit);
      if (hunkLine.kind === 'add') edit.text += lineText;
      else edit.end = starts[line + 1] ?? start;
    }
    if (hunkLine.kind === 'add') continue;
    if (lineText === '' || text.slice(start, starts[line + 1]) !== lineText) return undefined;
    line++;
  }
  return { edits, firstChange: firstChange ?? at, end: line };
}

function withEnding({ text, ending: end, bareReturn }: HunkLine): string {
  return text + (bareReturn === true ? '\r' : end);
}
