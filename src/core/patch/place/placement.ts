import type { IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import type { KeyTier, Tier } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** A hunk, or a part of one, at its place in a file. */
export interface Placement {
  readonly hunk: Hunk;
  /** The lines that are placed, context included. */
  readonly lines: readonly HunkLine[];
  /** 0-based line of the file at which the first of them stands. */
  readonly at: number;
  readonly tier: Tier;
  /** The tier at which these very lines were found. */
  readonly found: KeyTier;
  /** How many old lines of the hunk stand above the first of `lines`. */
  readonly above: number;
  /** How the added lines are to be indented. */
  readonly shift: IndentShift;
  /** The result is already there; nothing is to be changed. */
  readonly alreadyApplied: boolean;
}

/** The lines `[from, to)` of the file that a placement replaces: from its first changed line to its last. */
export function changedRange({ lines, at }: Placement): readonly [number, number] {
  const first = lines.findIndex((line) => line.kind !== 'context');
  const from = at + Math.max(first, 0);
  return [from, at + heightOfChange(lines)];
}

/** How many lines below the one that the header names it stands; 0 where it names none. */
export function linesOff({ hunk, lines, at, above }: Placement): number {
  if (hunk.numbers === undefined) return 0;
  // Without old lines it names the line before.
  const isInsertion = lines.every(({ kind }) => kind === 'add');
  return at - (hunk.numbers.oldStart - (isInsertion ? 0 : 1) + above);
}

/** How many old lines stand above the end of the last change; the context below it may overlap the next hunk. */
export function heightOfChange(lines: readonly HunkLine[]): number {
  const last = lines.findLastIndex((line) => line.kind !== 'context');
  return lines.reduce((height, { kind }, at) => (at <= last && kind !== 'add' ? height + 1 : height), 0);
}

/**
 * True where a hunk that may be cut off is seen to be whole at its place: it ends in context and the file ends with it, or
 * the lines that its header counts and it does not show are blank ones, which get lost at the end of a text.
 */
export function isWholeHere({ hunk, lines, at }: Placement, file: FileText): boolean {
  const old = lines.filter((line) => line.kind !== 'add').length;
  const end = at + old;
  if (end >= file.texts.length) return hunk.body.lines.at(-1)?.kind === 'context';
  const lacking = (hunk.numbers?.oldCount ?? 0) - old;
  const isEven = lacking === (hunk.numbers?.newCount ?? 0) - lines.filter((line) => line.kind !== 'remove').length;
  return isEven && lacking > 0 && file.texts.slice(end, end + lacking).every((text) => text.trim() === '');
}
