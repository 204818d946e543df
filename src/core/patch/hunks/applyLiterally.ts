// Applies hunks exactly as git does: the fallback for a patch whose `index` line names both the file and the result.
import { applyEdits, startsAfter, type TextEdit } from '../../text/text.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { headerLineOf } from '../parse/hunkLines.ts';
import { exactReport } from './applyHunks.ts';
import type { AppliedHunks, HunkReport } from './hunkEdits.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';

/**
 * Applies hunks as git does: at the line numbers of their headers, byte for byte, line endings included. Undefined if
 * one does not match there. Use it only if the blob name confirms the result; `applyHunks` keeps the file's line
 * endings.
 */
export function* applyLiterally(text: string, hunks: readonly PatchHunk[]): Yielding<AppliedHunks | undefined> {
  const starts = startsAfter('\n', text);
  const sinceYield = { units: 0 };
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  /** The first line below the previous hunk, 0-based. */
  let minLine = 0;
  for (const hunk of hunks) {
    const { numbers, body } = hunk;
    const headerLine = numbers && headerLineOf(numbers, body.lines);
    const match =
      headerLine === undefined || headerLine < minLine ? undefined : matchAt(text, starts, body.lines, headerLine);
    if (match === undefined) return undefined;
    for (const edit of match.edits) edits.push(edit);
    reports.push(exactReport(hunk, match.firstChange + 1, match.edits));
    minLine = match.end;
    if (countTowardsYield(sinceYield, body.lines.length)) yield;
  }
  return { text: applyEdits(text, edits), edits, reports };
}

/** A hunk that matches at the line of its header. */
interface LiteralMatch {
  readonly edits: readonly TextEdit[];
  /** Line (0-based) of the first change. */
  readonly firstChange: number;
  /** Line (0-based) after the hunk's last one. */
  readonly end: number;
}

function matchAt(
  text: string,
  starts: Int32Array,
  lines: readonly HunkLine[],
  firstLine: number,
): LiteralMatch | undefined {
  const edits: TextEdit[] = [];
  let firstChange: number | undefined;
  let line = firstLine;
  for (const hunkLine of lines) {
    const { kind } = hunkLine;
    const lineText = withEnding(hunkLine);
    const isOld = kind !== 'add';
    const start = starts[line] ?? text.length;
    const end = isOld ? (starts[line + 1] ?? start) : start;
    // An empty old line without an ending is no line, but would match at the end of the file.
    if (isOld && (lineText === '' || text.slice(start, end) !== lineText)) return undefined;
    if (kind !== 'context') {
      firstChange ??= line;
      extendEdits(edits, { start, end, text: kind === 'add' ? lineText : '' });
    }
    if (isOld) line++;
  }
  return { edits, firstChange: firstChange ?? firstLine, end: line };
}

/** Appends an edit, or joins it with the last one if it begins where that ends. */
function extendEdits(edits: TextEdit[], edit: TextEdit): void {
  const last = edits.at(-1);
  if (last?.end === edit.start) edits[edits.length - 1] = { ...last, end: edit.end, text: last.text + edit.text };
  else edits.push(edit);
}

function withEnding({ text, ending, hasBareReturn }: HunkLine): string {
  // To git, a carriage return without a line feed is part of the line.
  return text + (hasBareReturn === true ? '\r' : ending);
}
