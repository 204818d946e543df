import type { IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import type { KeyTier, Tier } from '../search/tier.ts';
import { contextAbove, contextBelow, sideOf } from '../parse/hunkBody.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** A hunk, or a part of one, at its place in a file. */
export interface Placement {
  readonly hunk: Hunk;
  /** The lines that are placed, context included. */
  readonly lines: readonly HunkLine[];
  /** 0-based line of the file at which the first of them is. */
  readonly at: number;
  readonly tier: Tier;
  /** The tier at which these very lines were found. */
  readonly found: KeyTier;
  /** How many old lines of the hunk are above the first of `lines`. */
  readonly above: number;
  /** How the added lines are to be indented. */
  readonly shift: IndentShift;
  /** The result is already there; nothing is to be changed. */
  readonly alreadyApplied: boolean;
}

/** The lines `[from, to)` of the file that a placement replaces: from its first changed line to its last. */
export function changedRange({ lines, at }: Placement): readonly [number, number] {
  return [at + contextAbove(lines), at + heightOfChange(lines)];
}

/** How many lines a placement is below the line of the header; 0 for a header without numbers. */
export function linesOff({ hunk, lines, at, above }: Placement): number {
  if (hunk.numbers === undefined) return 0;
  // Without old lines it names the line before.
  const isInsertion = lines.every(({ kind }) => kind === 'add');
  return at - (hunk.numbers.oldStart - (isInsertion ? 0 : 1) + above);
}

/** How many old lines there are down to the end of the last change; context below it may overlap the next hunk. */
export function heightOfChange(lines: readonly HunkLine[]): number {
  return sideOf(lines.slice(0, lines.length - contextBelow(lines)), 'old').length;
}

/**
 * True where a hunk that may be truncated turns out whole at its place: it ends in context at the end of the file, or
 * the lines that it lacks by its header are blank in the file (a text easily loses blank lines at its end).
 */
export function isWholeHere({ hunk, lines, at }: Placement, file: FileText): boolean {
  const old = sideOf(lines, 'old').length;
  const end = at + old;
  if (end >= file.texts.length) return hunk.body.lines.at(-1)?.kind === 'context';
  const lacking = (hunk.numbers?.oldCount ?? 0) - old;
  const isEven = lacking === (hunk.numbers?.newCount ?? 0) - sideOf(lines, 'new').length;
  return isEven && lacking > 0 && file.texts.slice(end, end + lacking).every((text) => text.trim() === '');
}
