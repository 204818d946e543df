// Folds each new change of a file into its unreviewed item (baseline, current content, steps).

import { isSameFile, type ReviewItem, type Step, type StoredFile } from './reviewItem.ts';

/** Maximum number of steps of an item. */
export const maxOwnSteps = 100;

/** A segment of a file's change: an unreviewed step, or a write that was reviewed before. */
export interface ChangeSegment {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** The unreviewed step; undefined for a reviewed write. */
  readonly step: Step | undefined;
}

/** Merges the changes of both sides into one file; undefined if they conflict, or cannot be merged. */
export type MergeFiles = (base: StoredFile, ours: StoredFile, theirs: StoredFile) => Promise<StoredFile | undefined>;

/**
 * Updates the item of a file by one change; undefined if nothing is left to review. A reviewed change is merged into
 * the baseline as well, so that only the other changes remain; if it cannot be merged, all remain.
 */
export async function foldChange(
  item: ReviewItem | undefined,
  { before, after, step }: ChangeSegment,
  file: Pick<ReviewItem, 'folder' | 'path'>,
  merge: MergeFiles,
): Promise<ReviewItem | undefined> {
  if (step !== undefined) {
    const baseline = item === undefined ? before : item.baseline;
    return dropIfEqual({ ...file, baseline, current: after, steps: limitSteps([...(item?.steps ?? []), step]) });
  }
  // A deletion by the user needs no review.
  if (item === undefined || after === undefined) return undefined;
  return dropIfEqual({ ...item, baseline: await rebaseBaseline(item.baseline, before, after, merge), current: after });
}

/** Bounds the number of steps: keeps the last one of each origin, and of these the newest. */
function limitSteps(steps: readonly Step[]): readonly Step[] {
  if (steps.length <= maxOwnSteps) return steps;
  const lastByOrigin = new Map(steps.map((step) => [JSON.stringify(step.origin), step]));
  const keptSteps = new Set(lastByOrigin.values());
  return steps.filter((step) => keptSteps.has(step)).slice(-maxOwnSteps);
}

/** Returns the item, or undefined if its sides are equal. */
export function dropIfEqual(item: ReviewItem): ReviewItem | undefined {
  return isSameFile(item.baseline, item.current) ? undefined : item;
}

/** Applies a reviewed change to the baseline by a three-way merge; unchanged if that is impossible. */
async function rebaseBaseline(
  baseline: StoredFile | undefined,
  before: StoredFile | undefined,
  after: StoredFile,
  merge: MergeFiles,
): Promise<StoredFile | undefined> {
  if (baseline === undefined || before === undefined || isSameFile(baseline, after)) return baseline;
  const modes = new Set([baseline.mode, before.mode, after.mode]);
  if (modes.has('link') || [baseline, before, after].some(({ withheld }) => withheld !== undefined)) return baseline;
  const mergedFile = baseline.id === before.id ? after : await merge(before, baseline, after);
  const { mode, permissions, folders } = before.mode === after.mode ? baseline : after;
  return mergedFile === undefined ? baseline : { ...mergedFile, mode, permissions, folders };
}
