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
    const at = expectedLine(hunk);
    const placed = at === undefined || at < minLine ? undefined : editsAt(text, starts, hunk.body.lines, at);
    if (placed === undefined) return undefined;
    edits.push(...placed.edits);
    reports.push({ patchLine: hunk.patchLine, line: placed.firstChange + 1, tier: 'exact', alreadyApplied: false });
    minLine = placed.end;
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

function editsAt(text: string, starts: Int32Array, lines: readonly HunkLine[], at: number): LiteralMatch | undefined {
  const edits: { start: number; end: number; text: string }[] = [];
  let first: number | undefined;
  let line = at;
  for (const each of lines) {
    const written = withEnding(each);
    const start = starts[line] ?? text.length;
    if (each.kind !== 'context') {
      first ??= line;
      const lastEdit = edits.at(-1);
      const run = lastEdit?.end === start ? lastEdit : { start, end: start, text: '' };
      if (run !== lastEdit) edits.push(run);
      if (each.kind === 'add') run.text += written;
      else run.end = starts[line + 1] ?? start;
    }
    if (each.kind === 'add') continue;
    if (written === '' || text.slice(start, starts[line + 1]) !== written) return undefined;
    line++;
  }
  return { edits, firstChange: first ?? at, end: line };
}

function withEnding({ text, end, bareReturn }: HunkLine): string {
  return text + (bareReturn === true ? '\r' : end);
}
