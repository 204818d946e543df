import type { HunkLine } from './types.ts';

/** The lines of one side of a hunk. */
export function sideOf(lines: readonly HunkLine[], side: 'old' | 'new'): readonly HunkLine[] {
  return lines.filter((line) => line.kind !== (side === 'old' ? 'add' : 'remove'));
}
