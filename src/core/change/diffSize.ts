// Determines which changes are too large for a diff editor.
import type { Change } from './change.ts';
import { compareChangeSync } from './changeComparison.ts';
import type { LineCounts } from './summary.ts';
import { countChanges } from '../diff/lineBlocks.ts';

/**
 * Limits for VS Code's diff editor, which lays out all blocks and removed lines at once. At these limits it takes 8 s
 * and 400 MB, and at twenty times as much it exhausts memory. Added lines alone cost next to nothing.
 * `mayExceedDiffEditor` relies on the second limit being the larger one.
 */
const maxChangedBlocks = 10_000;
const maxRemovedLines = 20_000;

/**
 * Whether changes with these counts of lines, in one or several files, may be too large for a diff editor. An upper bound
 * for when the texts are not loaded: a block adds or removes at least one line.
 */
export function mayExceedDiffEditor({ added, removed }: LineCounts): boolean {
  return added + removed > maxChangedBlocks;
}

/** Whether a change is too large for a diff editor, so that it is reviewed as a read-only unified diff. */
export function exceedsDiffEditor(change: Change): boolean {
  const comparison = compareChangeSync(change);
  if (comparison === undefined) return false;
  return comparison.blocks.length > maxChangedBlocks || countChanges(comparison).removed > maxRemovedLines;
}
