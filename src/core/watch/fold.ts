// Keeps what is to be reviewed up to date, change by change.

import { sameFile, type ReviewItem, type Step, type StoredFile } from './reviewItem.ts';

/** Steps that an item keeps. */
export const maxOwnSteps = 100;

/** A segment of a file's change: a step to review, or a write that was reviewed when it was made. */
export interface ChangeSegment {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** Undefined if it was reviewed. */
  readonly step: Step | undefined;
}

/** The file that has the changes of both sides; undefined if they conflict, or cannot be merged. */
export type MergeFiles = (base: StoredFile, ours: StoredFile, theirs: StoredFile) => Promise<StoredFile | undefined>;

/**
 * The item of a file after a passage; undefined if nothing is left to review. A reviewed change of a file with an item is
 * made in its baseline as well, so that only the other changes stay to be reviewed; if it cannot be, all of them do.
 */
export async function fold(
  item: ReviewItem | undefined,
  { before, after, step }: ChangeSegment,
  place: Pick<ReviewItem, 'folder' | 'path'>,
  merge: MergeFiles,
): Promise<ReviewItem | undefined> {
  if (step !== undefined) {
    const baseline = item === undefined ? before : item.baseline;
    return openItem({ ...place, baseline, current: after, steps: bounded([...(item?.steps ?? []), step]) });
  }
  // What a person deleted is not to be reviewed.
  if (item === undefined || after === undefined) return undefined;
  return openItem({ ...item, baseline: await rebased(item.baseline, before, after, merge), current: after });
}

/** Of too many steps, the last one of each origin; of these, the newest. */
function bounded(steps: readonly Step[]): readonly Step[] {
  if (steps.length <= maxOwnSteps) return steps;
  const last = new Map(steps.map((step) => [JSON.stringify(step.origin), step]));
  const kept = new Set(last.values());
  return steps.filter((step) => kept.has(step)).slice(-maxOwnSteps);
}

/** An item, unless its sides are equal. */
export function openItem(item: ReviewItem): ReviewItem | undefined {
  return sameFile(item.baseline, item.current) ? undefined : item;
}

async function rebased(
  baseline: StoredFile | undefined,
  before: StoredFile | undefined,
  after: StoredFile,
  merge: MergeFiles,
): Promise<StoredFile | undefined> {
  if (baseline === undefined || before === undefined || sameFile(baseline, after)) return baseline;
  const modes = new Set([baseline.mode, before.mode, after.mode]);
  if (modes.has('link') || [baseline, before, after].some(({ withheld }) => withheld !== undefined)) return baseline;
  const merged = baseline.id === before.id ? after : await merge(before, baseline, after);
  const mode = before.mode === after.mode ? baseline.mode : after.mode;
  return merged === undefined ? baseline : { ...merged, mode };
}
