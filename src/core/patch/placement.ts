import type { IndentShift } from '../indentShift.ts';
import type { FileText } from './fileText.ts';
import type { Tier } from './tier.ts';
import type { Hunk, HunkLine } from './types.ts';

/** A hunk, or a part of one, at its place in a file. */
export interface Placement {
  readonly hunk: Hunk;
  /** The lines that are placed, context included. */
  readonly lines: readonly HunkLine[];
  /** 0-based line of the file at which the first of them stands. */
  readonly at: number;
  readonly tier: Tier;
  /** How the added lines are to be indented. */
  readonly shift: IndentShift;
  /** The result is already there; nothing is to be changed. */
  readonly alreadyApplied: boolean;
}

/** The lines `[from, to)` of the file that a placement replaces: from its first changed line to its last. */
export function changedRange({ lines, at }: Placement): readonly [number, number] {
  const first = lines.findIndex((line) => line.kind !== 'context');
  const last = lines.findLastIndex((line) => line.kind !== 'context');
  const height = lines.slice(first, last + 1).filter((line) => line.kind !== 'add').length;
  return [at + Math.max(first, 0), at + Math.max(first, 0) + height];
}

/** True where a placement that changes nothing but its own lines reaches the last line of the file. */
export function reachesEnd({ lines, at }: Placement, file: FileText): boolean {
  return at + lines.filter((line) => line.kind !== 'add').length >= file.texts.length;
}
