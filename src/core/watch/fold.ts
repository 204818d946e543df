// Updates a file's unreviewed item (baseline, current content, steps) when the file changes and when the user accepts
// it. Also creates the error for a file that has changed since the user saw it.

import { isSameFile, type ReviewItem, type Step, type StoredFile } from './reviewItem.ts';
import { failure, type ToolError } from '../wording/errors.ts';
import { phrase } from '../wording/phrase.ts';

/** Maximum number of steps of an item: see `limitSteps`. */
export const maxItemSteps = 100;

/** A part of a file's change between two scans, with one author: an unreviewed step, or a reviewed write. */
export interface ChangeSegment {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** The unreviewed step; undefined for a reviewed write. */
  readonly step: Step | undefined;
}

/** Merges the changes from `base` to `ours` and from `base` to `theirs`; undefined if they cannot be merged. */
export type MergeFiles = (base: StoredFile, ours: StoredFile, theirs: StoredFile) => Promise<StoredFile | undefined>;

/**
 * Updates the item of a file by one change; undefined if nothing is left to review. A reviewed change is also merged into
 * the baseline, so that only unreviewed changes remain. If it cannot be merged, the item becomes `mixed`.
 */
export async function foldChange(
  item: ReviewItem | undefined,
  { before, after, step }: ChangeSegment,
  file: Pick<ReviewItem, 'folder' | 'path'>,
  merge: MergeFiles,
): Promise<ReviewItem | undefined> {
  if (step !== undefined) {
    const baseline = item === undefined ? before : item.baseline;
    const steps = limitSteps([...(item?.steps ?? []), step], maxItemSteps);
    return dropIfEqual({ ...item, ...file, baseline, current: after, steps });
  }
  const isDeleted = after === undefined;
  // Nothing was to be reviewed, or nothing of the unreviewed changes is left in the file.
  if (item === undefined || isDeleted || isSameFile(item.baseline, after)) return undefined;
  // Without `before`, a reviewed write has just moved the file here, with the item's content.
  const baseline = await rebaseFile(item.baseline, before ?? item.current, after, merge);
  if (baseline === 'unmergeable') return { ...item, current: after, mixed: true };
  return dropIfEqual({ ...item, baseline, current: after });
}

/**
 * Accepts an item as the user saw it, which may have changed since.
 * @param stored the same item now
 * @returns what is left to review; undefined if nothing is
 * @throws ToolError STALE if its baseline has changed since in a way that cannot be merged
 */
export async function acceptSeen(
  stored: ReviewItem,
  seen: ReviewItem,
  merge: MergeFiles,
): Promise<ReviewItem | undefined> {
  // If no step followed, all changes since were the user's own or reviewed.
  if (stored.steps.at(-1)?.id === seen.steps.at(-1)?.id) return undefined;
  if (isSameFile(stored.baseline, seen.baseline) || isSameFile(stored.baseline, seen.current)) {
    // The accepted content includes what could not be merged until then. A later unmergeable change keeps the mark.
    const mixed = hasOnlyStepsSince(stored, seen) ? undefined : stored.mixed;
    return dropIfEqual({ ...stored, baseline: seen.current, mixed });
  }
  const baseline = await rebaseFile(stored.baseline, seen.baseline, seen.current, merge);
  if (baseline === 'unmergeable') throw changedMeanwhileError(stored);
  return dropIfEqual({ ...stored, baseline });
}

/** Whether unreviewed steps alone led from an item as the user saw it to the current file. */
function hasOnlyStepsSince({ steps, current }: ReviewItem, seen: ReviewItem): boolean {
  const lastSeenIndex = steps.findIndex(({ id }) => id === seen.steps.at(-1)?.id);
  if (lastSeenIndex < 0) return false;
  let content = seen.current;
  for (const { before, after } of steps.slice(lastSeenIndex + 1)) {
    if (!isSameFile(before, content)) return false;
    content = after;
  }
  return isSameFile(content, current);
}

/** Limits the steps of an item: keeps the last one of each origin, so that no author is lost, then the newest. */
export function limitSteps(steps: readonly Step[], maxSteps: number): readonly Step[] {
  if (steps.length <= maxSteps) return steps;
  const lastByOrigin = new Map(steps.map((step) => [JSON.stringify(step.origin), step]));
  const keptSteps = new Set(lastByOrigin.values());
  return steps.filter((step) => keptSteps.has(step)).slice(-maxSteps);
}

/** Returns the item, or undefined if its sides are equal. */
export function dropIfEqual(item: ReviewItem): ReviewItem | undefined {
  return isSameFile(item.baseline, item.current) ? undefined : item;
}

/**
 * Applies the change from `before` to `after` to another version of the file; changed bytes by a three-way merge.
 * @returns `unmergeable` for creations, deletions, links, conflicts, and changed bytes that are not stored
 */
export async function rebaseFile(
  version: StoredFile | undefined,
  before: StoredFile | undefined,
  after: StoredFile | undefined,
  merge: MergeFiles,
): Promise<StoredFile | undefined | 'unmergeable'> {
  if (isSameFile(before, after)) return version;
  const versions = [version, before, after];
  if (before === undefined || after === undefined || versions.some((file) => file?.mode === 'link'))
    return 'unmergeable';
  const { mode, permissions, folders } = after;
  // Equal bytes: only the mode has changed.
  if (before.id === after.id) return version && { ...version, mode, permissions, folders };
  if (version === undefined || versions.some((file) => file?.withheld !== undefined)) return 'unmergeable';
  const mergedFile = version.id === before.id ? after : await merge(before, version, after);
  if (mergedFile === undefined) return 'unmergeable';
  // Unless the change sets the mode, the version keeps its own.
  const metadata = before.mode === after.mode ? version : after;
  return { ...mergedFile, mode: metadata.mode, permissions: metadata.permissions, folders: metadata.folders };
}

/** The error of commands on an unreviewed file that has changed since it was displayed, with the code `STALE`. */
export function changedMeanwhileError({ path }: Pick<ReviewItem, 'path'>): ToolError {
  return failure('STALE', phrase('{0} has changed meanwhile. Look at it again.', path), 'Tell the user.');
}
