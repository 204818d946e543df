import { isFileContent, type Change, type FileContent, type LargeContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/hash.ts';
import { inverse } from '../../core/change/inverse.ts';
import { sameBytes } from '../../core/text/sameBytes.ts';
import { isOfLargeFile } from '../../core/journal/keptFiles.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { isPartialWrite } from '../../core/journal/partialWrite.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { PlaceCheck } from './placeCheck.ts';
import { flush } from './durable.ts';
import { execute, type Manner } from './execute.ts';
import type { Disk } from '../ports/localDisk.ts';
import { partialLarge } from './large.ts';
import { isAfter, isBefore, isMoved } from '../ports/verifyState.ts';

/** Changes that are not as they were before, each named where it is now. */
export interface LeftOver {
  /** What holds somebody else's work, which was left alone. */
  readonly foreign: readonly Change[];
  /** What could not be written. */
  readonly failed: readonly Change[];
  /** Why, for the log. */
  readonly causes: readonly unknown[];
}

/** The changes of a call, of which each is read when it is its turn. */
export interface Kept<T> {
  readonly all: readonly T[];
  readonly read: (one: T) => Promise<Change>;
}

export interface Rollback extends Manner {
  /** A place that leads elsewhere by now is not written to. */
  readonly places?: Pick<PlaceCheck, 'before'> | undefined;
}

/**
 * Takes changes back, the last first, whether each was made, half made or not made. A place that is neither as a change
 * found it nor as it left it holds somebody else's work, which is left alone.
 */
export async function rollBack(changes: readonly Change[], manner: Rollback): Promise<LeftOver> {
  const { foreign, failed, causes } = await rollBackEach(
    { all: changes, read: (change) => Promise.resolve(change) },
    manner,
  );
  try {
    await flush(changes, manner.disk);
    return { foreign, failed, causes };
  } catch (cause) {
    // What the disk does not take is not back.
    const rest = changes.filter((change) => !foreign.includes(change));
    return { foreign, failed: rest, causes: [...causes, cause] };
  }
}

/** As `rollBack`, for more changes than should be held at once; nothing is flushed. Throws where one cannot be read. */
export async function rollBackEach<T>({ all, read }: Kept<T>, manner: Rollback): Promise<LeftOver> {
  const left: Record<'foreign' | 'failed', Change[]> = { foreign: [], failed: [] };
  const causes: unknown[] = [];
  for (const one of all.toReversed()) {
    const change = await read(one);
    const end = await rollBackOne(change, manner).catch(async (cause: unknown) => {
      // Somebody else may have been faster with the same.
      if (await isBefore(change, manner.disk).catch(() => false)) return 'back';
      causes.push(cause);
      return cause instanceof StalePlan ? 'foreign' : 'failed';
    });
    if (end === 'untouched') left.foreign = left.foreign.filter((later) => !isAfterwards(later, change));
    else if (end !== 'back' && !holdsNamed(change, left.foreign)) left[end].unshift(change);
  }
  return { ...left, causes };
}

/**
 * Whether a change of the same call follows another at its place. Where that one was not made, this one was not either: it
 * could only find there what is not what it expects.
 */
function isAfterwards(later: Change, change: Change): boolean {
  const places = locationsOf(change).map(({ real }) => real);
  return locationsOf(later).some(({ real }) => places.includes(real));
}

async function rollBackOne(change: Change, manner: Rollback): Promise<'foreign' | 'failed' | 'back' | 'untouched'> {
  const { disk } = manner;
  const back = await inverseNow(change, disk);
  if (back === 'nothing') return 'untouched';
  if (back === 'foreign') return 'foreign';
  await manner.places?.before(inverse(change));
  if (back === 'rename') {
    const isRenamed = 'from' in change && (await disk.editor.rename(change.at.uri, change.from.uri));
    return isRenamed && (await isBefore(change, disk)) ? 'back' : 'foreign';
  }
  await execute(back, manner);
  if (change.kind === 'update') await saveIfOurs(change, disk);
  if (await isBefore(change, disk)) return 'back';
  // A move that was half back is back but for what somebody has put in its new place.
  return change.kind === 'move' && back.kind === 'update' && (await isAfter(back, disk)) ? 'foreign' : 'failed';
}

/** What takes a change back as things stand. */
async function inverseNow(change: Change, disk: Disk): Promise<Change | 'nothing' | 'rename' | 'foreign'> {
  if (await isBefore(change, disk)) {
    // The bytes are back, or were never touched; the mode is set on its own.
    if (change.kind !== 'update' || change.mode === undefined) return 'nothing';
    return startingFrom(inverse(change), change.before);
  }
  if (await isAfter(change, disk)) return (await isInUse(change, disk)) ? 'foreign' : inverse(change);
  const torn = await partialBytes(change, disk);
  if (torn !== undefined) return startingFrom(inverse(change), torn);
  const halfBack = await movedBack(change, disk);
  if (halfBack !== undefined) return halfBack;
  // A file that was moved and written to since goes back to its place as it is.
  return (await isMoved(change, disk)) ? 'rename' : 'foreign';
}

/** Whether a folder only stays for what is told of anyway. */
function holdsNamed({ kind, at }: Change, foreign: readonly Change[]): boolean {
  return kind === 'createDirectory' && foreign.some((inside) => inside.at.uri.startsWith(`${at.uri}/`));
}

/** Whether somebody has put something into a folder that a call made; what the call put there is taken back before it. */
async function isInUse({ kind, at }: Change, { editor }: Disk): Promise<boolean> {
  return kind === 'createDirectory' && (await editor.list(at.uri)).length > 0;
}

/** What is left to do for a file that is at its old place again, and could not be written there. */
async function movedBack(change: Change, disk: Disk): Promise<Change | undefined> {
  if (change.kind !== 'move' || !isFileContent(change.before) || !isFileContent(change.after)) return undefined;
  const { from, before, after, mode } = change;
  const edit: Change = { kind: 'update', at: from, before, after, mode };
  const torn = await partialBytes(edit, disk);
  return torn && startingFrom(inverse(edit), torn);
}

function startingFrom(change: Change, before: FileContent | LargeContent): Change {
  const hasBefore = change.kind === 'update' || change.kind === 'delete' || change.kind === 'move';
  return hasBefore ? { ...change, before } : change;
}

/** A text of a group that was not saved yet is on disk as it was; saving makes its document clean again. */
async function saveIfOurs(change: Change & { kind: 'update' }, { editor }: Disk): Promise<void> {
  const dirty = editor.dirty(change.at.uri);
  if (dirty === undefined || change.before.kind !== 'text' || editor.isReformatted(dirty)) return;
  const onDisk = await editor.readFile(change.at.uri);
  if (sameBytes(onDisk, change.before.bytes)) await dirty.save();
}

/**
 * What a file holds that was cut off while it was written in place: the first bytes of ours, then what was there before.
 * A file that was moved and written to counts under its new name. Where there is unsaved typing, that is what would be
 * replaced.
 */
async function partialBytes(change: Change, disk: Disk): Promise<FileContent | LargeContent | undefined> {
  const { editor } = disk;
  const { uri } = change.at;
  if (!('after' in change) || editor.dirty(uri) !== undefined) return undefined;
  if (isOfLargeFile(change)) return partialLarge(change, disk);
  if (!isFileContent(change.after)) return undefined;
  const bytes = await editor.readFile(uri).catch(() => undefined);
  const before = 'before' in change && isFileContent(change.before) ? change.before.bytes : new Uint8Array();
  if (bytes === undefined || !isPartialWrite(bytes, before, change.after.bytes)) return undefined;
  return { kind: 'binary', bytes, sha256: await sha256(bytes) };
}
