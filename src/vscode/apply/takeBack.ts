import * as vscode from 'vscode';
import { fileSystem } from '../fileSystem.ts';
import type { Change, Content, FileContent } from '../../core/change.ts';
import { sha256 } from '../../core/hash.ts';
import { inverse } from '../../core/inverse.ts';
import { isTorn } from '../../core/torn.ts';
import type { Links } from '../../tools/ports.ts';
import { PlanVoid } from '../../tools/run.ts';
import { sameBytes } from '../codec.ts';
import { dirtyDocument } from '../disk.ts';
import type { PlaceCheck } from './placeCheck.ts';
import { flush } from './durable.ts';
import { execute, type Manner } from './execute.ts';
import { isReformatted } from './reformatted.ts';
import { isAfter, isBefore, isMoved } from './states.ts';

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

export interface TakingBack extends Manner {
  /** A place that leads elsewhere by now is not written to. */
  readonly places?: Pick<PlaceCheck, 'before'> | undefined;
}

/**
 * Takes changes back, the last first, whether each was made, half made or not made. A place that is neither as a change
 * found it nor as it left it holds somebody else's work, which is left alone.
 */
export async function takeBack(changes: readonly Change[], manner: TakingBack): Promise<LeftOver> {
  const { foreign, failed, causes } = await takeBackEach(
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

/** As `takeBack`, for more changes than should be held at once; nothing is flushed. Throws where one cannot be read. */
export async function takeBackEach<T>({ all, read }: Kept<T>, manner: TakingBack): Promise<LeftOver> {
  const left: Record<'foreign' | 'failed', Change[]> = { foreign: [], failed: [] };
  const causes: unknown[] = [];
  for (const one of all.toReversed()) {
    const change = await read(one);
    const end = await takeBackOne(change, manner).catch((cause: unknown) => {
      causes.push(cause);
      return cause instanceof PlanVoid ? 'foreign' : 'failed';
    });
    if (end !== 'back') left[end].unshift(change);
  }
  return { ...left, causes };
}

async function takeBackOne(change: Change, manner: TakingBack): Promise<'foreign' | 'failed' | 'back'> {
  const { links } = manner.disk;
  const uri = vscode.Uri.parse(change.at.uri, true);
  const back = await inverseNow(change, uri, links);
  if (back === 'nothing') return 'back';
  if (back === 'foreign') return 'foreign';
  await manner.places?.before(inverse(change));
  if (back === 'rename' && 'from' in change) {
    await vscode.workspace.fs.rename(uri, vscode.Uri.parse(change.from.uri, true), { overwrite: false });
    return (await isBefore(change, links)) ? 'back' : 'foreign';
  }
  if (back !== 'rename') await execute(back, manner);
  if (change.kind === 'update') await saveIfOurs(change, uri);
  return (await isBefore(change, links)) ? 'back' : 'failed';
}

/** What takes a change back as things stand. */
async function inverseNow(
  change: Change,
  uri: vscode.Uri,
  links: Links | undefined,
): Promise<Change | 'nothing' | 'rename' | 'foreign'> {
  if (await isBefore(change, links)) {
    // The bytes are back, or were never touched; the mode is set on its own.
    if (change.kind !== 'update' || change.mode === undefined) return 'nothing';
    return startingFrom(inverse(change), change.before);
  }
  if (await isAfter(change, links)) return inverse(change);
  const torn = await tornBytes(change, uri);
  if (torn !== undefined) return startingFrom(inverse(change), torn);
  // A file that was moved and written to since goes back to its place as it is.
  return (await isMoved(change)) ? 'rename' : 'foreign';
}

function startingFrom(change: Change, before: FileContent): Change {
  const hasBefore = change.kind === 'update' || change.kind === 'delete' || change.kind === 'move';
  return hasBefore ? { ...change, before } : change;
}

/** A text of a group that was not saved yet is on disk as it was; saving makes its document clean again. */
async function saveIfOurs(change: Change & { kind: 'update' }, uri: vscode.Uri): Promise<void> {
  const dirty = dirtyDocument(uri);
  if (dirty === undefined || change.before.kind !== 'text' || isReformatted(dirty)) return;
  const onDisk = await fileSystem.readFile(uri);
  if (sameBytes(onDisk, change.before.bytes)) await dirty.save();
}

/**
 * What a file holds that was cut off while it was written in place: the first bytes of ours, then what was there before.
 * A file that was moved and written to counts under its new name. Where there is unsaved typing, that is what would be
 * replaced.
 */
async function tornBytes(change: Change, uri: vscode.Uri): Promise<FileContent | undefined> {
  if (!('after' in change) || !isFile(change.after) || dirtyDocument(uri) !== undefined) return undefined;
  const bytes = await fileSystem.readFile(uri).then(undefined, () => undefined);
  const before = 'before' in change && isFile(change.before) ? change.before.bytes : new Uint8Array();
  if (bytes === undefined || !isTorn(bytes, before, change.after.bytes)) return undefined;
  return { kind: 'binary', bytes, sha256: await sha256(bytes) };
}

function isFile(content: Content): content is FileContent {
  return content.kind === 'text' || content.kind === 'binary';
}
