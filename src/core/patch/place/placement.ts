// The place of a hunk in a file.
import type { IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import type { KeyTier, Tier } from '../search/tier.ts';
import { contextAbove, contextBelow, sideOf } from '../parse/hunkBody.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** A hunk, or a part of one, at its place in a file. */
export interface Placement {
  readonly hunk: Hunk;
  /** The placed lines, context included. */
  readonly lines: readonly HunkLine[];
  /** The line (0-based) of the file at which the first of them is. */
  readonly at: number;
  /** The tier to report. */
  readonly tier: Tier;
  /** The tier at which these lines matched; it differs for a part of a hunk (`lessContext`). */
  readonly found: KeyTier;
  /** The number of old lines of the hunk above the first of `lines`. */
  readonly above: number;
  /** The change of indentation to apply to added lines. */
  readonly shift: IndentShift;
  /** Whether the result is there already, so that nothing is changed. */
  readonly alreadyApplied: boolean;
}

/** The lines `[from, to)` of the file that a placement replaces: from its first changed line to its last. */
export function changedRange({ lines, at }: Placement): readonly [number, number] {
  return [at + contextAbove(lines), at + oldLinesToLastChange(lines)];
}

/** The distance of a placement below the line of the header, in lines; 0 for a header without numbers. */
export function distanceFromHeader({ hunk, lines, at, above }: Placement): number {
  if (hunk.numbers === undefined) return 0;
  // Without old lines, the header names the line before.
  const isInsertion = lines.every(({ kind }) => kind === 'add');
  return at - (hunk.numbers.oldStart - (isInsertion ? 0 : 1) + above);
}

/** The number of old lines down to the last change; context below it may overlap the next hunk. */
function oldLinesToLastChange(lines: readonly HunkLine[]): number {
  return sideOf(lines.slice(0, lines.length - contextBelow(lines)), 'old').length;
}

/**
 * Whether a hunk that may be truncated is complete at its place: it ends with context at the end of the file, or the lines
 * that its header counts, but that it lacks, are blank in the file (blank lines at the end of a text are easily lost).
 */
export function isCompleteAtPlace({ hunk, lines, at }: Placement, file: FileText): boolean {
  const old = sideOf(lines, 'old').length;
  const end = at + old;
  if (end >= file.texts.length) return hunk.body.lines.at(-1)?.kind === 'context';
  const lacking = (hunk.numbers?.oldCount ?? 0) - old;
  const isEven = lacking === (hunk.numbers?.newCount ?? 0) - sideOf(lines, 'new').length;
  return isEven && lacking > 0 && file.texts.slice(end, end + lacking).every((text) => text.trim() === '');
}
