// Defines hunks that are being placed in a file, their placements, the errors of placing, and the terms of this folder.
//
// - position: a file line (0-based) at which a hunk may begin; candidate: one at which a block of a hunk may begin
// - placement: the position that was decided on
// - block: a run of changed lines of a hunk, with the context line above and below it (blocks.ts)
// - expected line, offset: where the header and the neighbouring hunks say that a hunk is (offsets.ts)
//
// For a hunk `@@ -4,3 +4,4 @@` placed at file line 5:
//
//   hunk          file
//                 line 0–4
//    context      line 5     fileLine: 5; the offset from the header's line (4 is 0-based line 3) is 2
//   -old          line 6     `old` side: context, old, context; `new` side: context, new, more, context
//   +new                     leadingContext: 1, trailingContext: 1
//   +more
//    context      line 7
//                 line 8     the file edge is the file's start or end; a diff lacks context only there
import type { IndentShift } from '../../text/indentShift.ts';
import type { LineTier, MatchTier } from '../search/tier.ts';
import {
  headerLineOf,
  isComplete,
  lacksAddedLines,
  leadingContext,
  trailingContext,
  sideOf,
} from '../parse/hunkLines.ts';
import type { HunkMatch } from './findHunk.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';
import { ToolError } from '../../wording/errors.ts';
import type { FileText, SearchedFile } from '../search/searchedFile.ts';

/** A hunk that is being placed. Only `narrowPositions` changes it. */
export interface PendingHunk {
  readonly hunk: PatchHunk;
  /** Whether it only adds lines and has no context, so that only its header can place it. */
  readonly isInsertion: boolean;
  /** The match; undefined if the file does not contain its lines. */
  readonly match: HunkMatch | undefined;
  /** The remaining possible positions, as 0-based lines of the file; the hunk is placed once only one remains. */
  positions: readonly number[];
}

/**
 * Number of lines by which a position is below the line of the header (negative: above); undefined without numbers or a
 * match.
 */
export function offsetOf({ hunk, match }: PendingHunk, position: number): number | undefined {
  if (hunk.numbers === undefined || match === undefined) return undefined;
  return position - (headerLineOf(hunk.numbers, match.lines) + match.skippedLines);
}

/** The position of a hunk that is placed. */
export function placedPosition({ positions }: PendingHunk): number | undefined {
  return positions.length === 1 ? positions[0] : undefined;
}

/** A hunk, or a part of one, at its position in a file. */
export interface Placement {
  readonly hunk: PatchHunk;
  /** The placed lines, context included. */
  readonly lines: readonly HunkLine[];
  /** File line (0-based) of the first of them. */
  readonly fileLine: number;
  /** The tier to report: `lessContext` for a block of a hunk, else `matchedTier`. */
  readonly reportedTier: MatchTier;
  /** The tier at which these lines matched. */
  readonly matchedTier: LineTier;
  /** The number of old lines of the hunk before the first of `lines`. */
  readonly oldLinesBefore: number;
  /** The change of indentation to apply to added lines. */
  readonly shift: IndentShift;
  /** The side whose lines are at `fileLine`; `new` only if the hunk was found by its result, and so is applied. */
  readonly side: 'old' | 'new';
  /**
   * Whether the result is already there, so that nothing is changed. Also true of hunks found by their old lines:
   * `markApplied` and `markRepeats` change only this.
   */
  readonly alreadyApplied: boolean;
}

/** Evidence from the other hunks and the file about the position of a hunk. */
export interface HunkHints {
  /** File lines `[from, to)` (0-based) between the nearest hunks that are already placed. */
  readonly bounds: readonly [number, number];
  /** Set if the hunk's short context shows that it was at the start or end of the file. */
  readonly fileEdge: 'start' | 'end' | undefined;
  /** Expected offsets from the header's line number (offsets.ts). */
  readonly offsets: readonly number[];
  /** Whether the patch has other hunks for the file. */
  readonly hasOtherHunks: boolean;
}

/**
 * The lines `[from, to)` of the file that a placement replaces: from its first changed line to its last. If the new
 * side matched (`side` is `new`), only `from` is right.
 */
export function changedRange({ lines, fileLine }: Placement): readonly [number, number] {
  return [fileLine + leadingContext(lines), fileLine + oldLinesToLastChange(lines)];
}

/**
 * Number of lines by which a placement is below the line of its header: negative above it, 0 for a header without
 * numbers.
 */
export function distanceFromHeader({ hunk, lines, fileLine, oldLinesBefore }: Placement): number {
  if (hunk.numbers === undefined) return 0;
  return fileLine - (headerLineOf(hunk.numbers, lines) + oldLinesBefore);
}

/** The number of old lines down to the last change; context below it may overlap the next hunk. */
function oldLinesToLastChange(lines: readonly HunkLine[]): number {
  return sideOf(lines.slice(0, lines.length - trailingContext(lines)), 'old').length;
}

/**
 * Whether a hunk that may be truncated is complete at its position, for one of these reasons:
 * - It ends with context at the end of the file, where only added lines could be missing, and the header counts no more
 *   of them.
 * - Its context shows that it is complete (`isComplete`).
 * - The lines that its header counts, but it lacks, are blank in the file: blank lines at the end of a text are easily
 *   lost.
 */
export function isCompleteAtPlace({ hunk, lines, fileLine, side }: Placement, file: FileText): boolean {
  const end = fileLine + sideOf(lines, side).length;
  if (end >= file.texts.length) return hunk.body.lines.at(-1)?.kind === 'context' && !lacksAddedLines(hunk);
  if (isComplete(hunk)) return true;
  const missingCount = (hunk.numbers?.oldCount ?? 0) - sideOf(lines, 'old').length;
  const missesSameOnBothSides = missingCount === (hunk.numbers?.newCount ?? 0) - sideOf(lines, 'new').length;
  return (
    missesSameOnBothSides &&
    missingCount > 0 &&
    file.texts.slice(end, end + missingCount).every((text) => text.trim() === '')
  );
}

/**
 * Creates the error for a hunk that cannot be placed.
 *
 * @param what continues "the hunk at line n of the patch …", and ends with the advice, without full stop
 */
export function conflictError({ path }: Pick<SearchedFile, 'path'>, hunk: PatchHunk, what: string): ToolError {
  return new ToolError(
    'PATCH_CONFLICT',
    `${path}: the hunk at line ${hunk.patchLine} of the patch ${what}. Nothing was changed.`,
  );
}
