// Rolls changes back after a failure, without overwriting later changes by others.

import { isFileContent, type Change, type FileContent, type LargeContent } from '../../core/change/change.ts';
import { invertChange } from '../../core/change/inverse.ts';
import { equalBytes, sha256 } from '../../core/text/bytes.ts';
import { hasLargeSide } from '../../core/journal/storedChange.ts';
import { writtenLocations } from '../../core/change/summary.ts';
import { isPartialWrite } from '../../core/journal/partialWrite.ts';
import { StalePlan } from '../../core/wording/errors.ts';
import type { PathRecheck } from './pathRecheck.ts';
import { execute, type ExecuteOptions } from './write/execute.ts';
import { flush, isAfter, isBefore, isMoved, parentLocation, type Disk } from '../ports/localDisk.ts';
import { partialContentOfLarge } from './write/large.ts';
import { findUnwritten, groupByFile, isFolderInUse, type AnyChange, type LazyChanges } from './unwrittenChanges.ts';

/** Changes that could not be rolled back. */
export interface Unrestored {
  /** Changes that were left as they are, since someone else has changed their file. */
  readonly foreign: readonly Change[];
  /** Changes that were not taken back, because writing failed. */
  readonly failed: readonly Change[];
  /** The errors, for the log. */
  readonly causes: readonly unknown[];
}

export interface RollbackOptions extends ExecuteOptions {
  /** Throws for a path that now leads elsewhere, which is then not written. */
  readonly recheck?: Pick<PathRecheck, 'beforeWrite'> | undefined;
  /** All changes of the call, also those that it had not begun when it failed. */
  readonly planned?: readonly AnyChange[];
}

/**
 * Rolls changes back, the last first, whether each was written completely, partially or not at all. Leaves a location
 * alone that is neither as before nor as after a change, since it contains someone else's work.
 */
export async function rollBack(changes: readonly Change[], options: RollbackOptions): Promise<Unrestored> {
  const remaining = await rollBackEach({ all: changes, read: (change) => Promise.resolve(change) }, options);
  try {
    await flush(changes, options.disk);
    return remaining;
  } catch (cause) {
    const { foreign, causes } = remaining;
    // If the flush fails, none of the others counts as rolled back.
    return { foreign, failed: changes.filter((change) => !foreign.includes(change)), causes: [...causes, cause] };
  }
}

/**
 * Rolls back more changes than fit into memory at once, like `rollBack`; flushes nothing. Throws if a change cannot be
 * read.
 */
export async function rollBackEach<T extends AnyChange>(
  changes: LazyChanges<T>,
  options: RollbackOptions,
): Promise<Unrestored> {
  const { disk } = options;
  const remaining: Record<'foreign' | 'failed', Change[]> = { foreign: [], failed: [] };
  const causes: unknown[] = [];
  const isPartial = async (change: Change): Promise<boolean> => {
    const step = await rollbackStepOf(change, disk);
    return typeof step === 'object' && step.isPartial;
  };
  const skipReasonOf = findUnwritten(changes, { disk, isPartial });
  const groups = groupByFile(options.planned ?? changes.all);
  const failedGroups = new Set<unknown>();
  for (const [index, stored] of [...changes.all.entries()].toReversed()) {
    const change = await changes.read(stored);
    const group = groups.get(stored.at.real);
    const rollBackNext = async (): Promise<Outcome> => {
      // After a change has failed, earlier changes of its files wait: the retry must find a state that the call has
      // left.
      if (failedGroups.has(group)) return 'failed';
      const hasForeignSuccessor = remaining.foreign.some(({ at }) => at.real === change.at.real);
      return (await skipReasonOf(index)) ?? rollBackOne(change, { ...options, hasForeignSuccessor });
    };
    const outcome = await rollBackNext().catch(async (cause: unknown) => {
      // Someone else may have restored it meanwhile.
      if (await isBefore(change, disk).catch(() => false)) return 'rolledBack';
      causes.push(cause);
      return cause instanceof StalePlan || (await isBelowFile(change, disk)) ? 'foreign' : 'failed';
    });
    if (outcome === 'failed') failedGroups.add(group);
    if ((outcome === 'foreign' || outcome === 'failed') && !containsForeign(change, remaining.foreign))
      remaining[outcome].unshift(change);
  }
  return { ...remaining, causes };
}

/** Whether a folder above the written files was replaced by a file: retrying would fail as long as that is there. */
async function isBelowFile(change: Change, { editor }: Disk): Promise<boolean> {
  for (const location of writtenLocations(change)) {
    for (let folder = parentLocation(location); folder !== undefined; folder = parentLocation(folder)) {
      const stat = await editor.stat(folder.uri).catch(() => undefined);
      const type = stat?.targetType ?? stat?.type;
      // The target of a broken link may be on a volume that is mounted again later.
      if (type !== undefined && type !== 'directory' && type !== 'symlink') return true;
    }
  }
  return false;
}

/** The outcome for one change. `foreign`, `failed`: as in `Unrestored`. `unwritten`: never written, or as before already. */
type Outcome = 'foreign' | 'failed' | 'rolledBack' | 'unwritten';

async function rollBackOne(
  change: Change,
  options: RollbackOptions & {
    /** Whether a later change at the same path was left as it is, since others have changed its file. */
    readonly hasForeignSuccessor: boolean;
  },
): Promise<Outcome> {
  const { disk, hasForeignSuccessor } = options;
  const step = await rollbackStepOf(change, disk);
  // A file that looks half restored may be the only copy of the file of the later change.
  if (typeof step === 'object' && step.cutOff !== undefined && hasForeignSuccessor) return 'foreign';
  if (step === 'none') return 'unwritten';
  if (step === 'foreign') return 'foreign';
  await options.recheck?.beforeWrite(invertChange(change));
  if (step === 'rename') {
    if (change.kind === 'move') await disk.editor.rename(change.at.uri, change.from.uri);
    return (await isBefore(change, disk)) ? 'rolledBack' : 'foreign';
  }
  if (step.cutOff !== undefined) await execute(step.cutOff, options);
  await execute(step.undo, options);
  if (change.kind === 'update') await saveRestored(change, disk);
  if (await isBefore(change, disk)) return 'rolledBack';
  // The old path of the move is restored, but someone has created a file at the new one.
  return (await isAfter(step.undo, disk)) ? 'foreign' : 'failed';
}

/** The change that rolls another one back, and whether that one was written only partially. */
interface Undo {
  readonly undo: Change;
  readonly isPartial: boolean;
  /** The deletion, to be made first, of what an interrupted rollback has restored. */
  readonly cutOff?: Change;
}

/** Determines how to roll a change back from the current state; `rename` moves an edited file back unchanged. */
async function rollbackStepOf(change: Change, disk: Disk): Promise<Undo | 'none' | 'rename' | 'foreign'> {
  if (await isBefore(change, disk)) {
    // The bytes are as before, but the mode may differ.
    if (change.kind !== 'update' || change.mode === undefined) return 'none';
    return { undo: withBefore(invertChange(change), change.before), isPartial: true };
  }
  if (await isAfter(change, disk))
    return (await isFolderInUse(change, disk)) ? 'foreign' : { undo: invertChange(change), isPartial: false };
  const partial = await partialContentOf(change, disk);
  if (partial !== undefined) return { undo: withBefore(invertChange(change), partial), isPartial: true };
  const restore = await restoreMovedBack(change, disk);
  if (restore !== undefined) return { undo: restore, isPartial: true };
  const cutOff = await cutOffRestorationOf(change, disk);
  if (cutOff !== undefined) return { undo: invertChange(change), isPartial: true, cutOff };
  return (await isMoved(change, disk)) ? 'rename' : 'foreign';
}

/** Whether a created folder remains because of foreign files in it, which are reported instead of the folder. */
function containsForeign({ kind, at }: Change, foreign: readonly Change[]): boolean {
  return kind === 'createDirectory' && foreign.some((child) => child.at.uri.startsWith(`${at.uri}/`));
}

/** Restores a file that was moved back, but then only partially written. */
async function restoreMovedBack(change: Change, disk: Disk): Promise<Change | undefined> {
  if (change.kind !== 'move' || !isFileContent(change.before) || !isFileContent(change.after)) return undefined;
  const { from, before, after, mode } = change;
  const edit: Change = { kind: 'update', at: from, before, after, mode };
  const partial = await partialContentOf(edit, disk);
  return partial && withBefore(invertChange(edit), partial);
}

/** The deletion of a deleted file that an interrupted rollback has partially restored; undefined if there is none. */
async function cutOffRestorationOf(change: Change, disk: Disk): Promise<Change | undefined> {
  if (change.kind !== 'delete') return undefined;
  const { kind, at, before } = change;
  if (!isFileContent(before) && before.kind !== 'large') return undefined;
  const partial = await partialContentOf({ kind: 'create', at, after: before }, disk);
  return partial && { kind, at, before: partial };
}

function withBefore(change: Change, before: FileContent | LargeContent): Change {
  const hasBefore = change.kind === 'update' || change.kind === 'delete' || change.kind === 'move';
  return hasBefore ? { ...change, before } : change;
}

/** Saves a document whose text was restored while its file was never written, so that it is no longer dirty. */
async function saveRestored(change: Change & { kind: 'update' }, { editor }: Disk): Promise<void> {
  const unsavedDocument = editor.dirtyDocument(change.at.uri);
  if (unsavedDocument === undefined || change.before.kind !== 'text' || editor.isSaveUnpredictable(unsavedDocument))
    return;
  const diskBytes = await editor.readFile(change.at.uri);
  if (equalBytes(diskBytes, change.before.bytes)) await unsavedDocument.save();
}

/**
 * The content of a file after a partial write: a beginning of the new bytes, then the rest of the old ones. Undefined
 * for any other content, and if a document has unsaved edits.
 */
async function partialContentOf(change: Change, disk: Disk): Promise<FileContent | LargeContent | undefined> {
  const { editor } = disk;
  const { uri } = change.at;
  if (!('after' in change) || editor.dirtyDocument(uri) !== undefined) return undefined;
  if (hasLargeSide(change)) return partialContentOfLarge(change, disk);
  if (!isFileContent(change.after)) return undefined;
  const bytes = await editor.readFile(uri).catch(() => undefined);
  const before = 'before' in change && isFileContent(change.before) ? change.before.bytes : new Uint8Array();
  if (bytes === undefined || !isPartialWrite(bytes, before, change.after.bytes)) return undefined;
  return { kind: 'binary', bytes, sha256: await sha256(bytes) };
}
