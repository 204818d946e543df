import type { Change } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf, wordsOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Applied } from '../../tools/ports/ports.ts';
import type { SaveMode } from '../documents/applySettings.ts';
import { batchesOf, settleEach } from '../documents/batches.ts';
import { flush } from './durable.ts';
import { above, arrives } from './foldersFor.ts';
import { execute, isComparedByWrite, NotMoved, type Manner } from './execute.ts';
import type { Finished } from './finish.ts';
import type { Editor } from '../ports/editor.ts';
import type { Disk } from '../ports/localDisk.ts';
import { isAfter, isBefore } from '../ports/verifyState.ts';
import { executeGroup, groupOf, type GroupManner } from '../documents/textGroup.ts';
import { moveToTrash } from './trash.ts';

export interface WriteParts {
  readonly disk: Disk;
  readonly permissions: Readonly<Record<string, number>>;
  readonly save: SaveMode;
  /** Whether what is deleted goes to the trash where there is one. */
  readonly trash: boolean;
  /** Looks whether a change's places are still those that were judged; throws where not. */
  readonly before: (change: Change) => Promise<void>;
  /** Says when to give up. */
  readonly signal: AbortSignal | undefined;
}

/** Up to this many files of a call get an undo step in the editor even if they are not open; more would take too long. */
const maxUndoable = 10;

/**
 * Makes all changes of a call in order, each looked at right before and after.
 *
 * @param begun gets every change that may have been made, or half made, so that the caller can take it back.
 */
export async function writeChanges(changes: readonly Change[], options: WriteParts, begun: Change[]): Promise<Applied> {
  const { disk, save } = options;
  const grouped = groupOf(changes, save, disk.editor);
  // Saving a group compares nothing with what was planned.
  for (const change of grouped) await requireBefore(change, options, false);
  const begin = (): void => void begun.push(...grouped);
  const saved = (change: Change): Promise<void> => adoptSaved(change, begun, disk.editor);
  const manner: GroupManner = { save, disk, before: options.before, begin, saved };
  const group = grouped.length > 0 && (await executeGroup(grouped, manner)) ? grouped : [];
  const done = new Set<Change>(group);
  const unsaved: string[] = save === 'never' ? group.map(pathOf) : [];
  if (options.trash) for (const change of await trashFirst(changes, options, begun)) done.add(change);
  const single: Manner = { disk, undoable: changes.length <= maxUndoable, permissions: options.permissions };
  const makeOne = async (change: Change): Promise<void> => {
    await requireBefore(change, options, isComparedByWrite(change, disk));
    begun.push(change);
    if (
      save === 'withParticipants' &&
      change.kind === 'create' &&
      change.after.kind === 'text' &&
      change.after.lossy !== true
    ) {
      const { createAndSave } = await import('./createAndSave.ts');
      await createAndSave({ ...change, after: change.after }, single);
      await saved(change);
    } else {
      if (await executeOrNot(change, single, begun)) unsaved.push(pathOf(change));
      await requireAfter(change, disk);
    }
  };
  const left = changes.filter((change) => !done.has(change));
  for (const batch of single.undoable ? left.map((change) => [change]) : batchesOf(left))
    await settleEach(batch, makeOne);
  if (save !== 'withParticipants') {
    for (const change of group) await requireAfter(change, disk);
    await flush(changes, disk);
    return { changes, unsaved, notes: [] };
  }
  const { withFinalText } = await import('./finish.ts');
  const finished: Finished[] = [];
  for (const change of changes)
    finished.push(unsaved.includes(pathOf(change)) ? { change } : await withFinalText(change, disk.editor));
  // What saving made of a file is told, so it must be that file's.
  for (const { change } of finished) await options.before(change);
  await flush(changes, disk);
  const notes = finished.flatMap((each) => (each.note !== undefined ? [each.note] : []));
  return { changes: finished.map(({ change }) => change), unsaved, notes };
}

/** What saving made of a file is the call's own work, and is taken back with it. */
async function adoptSaved(change: Change, begun: Change[], editor: Editor): Promise<void> {
  const { asSaved } = await import('./finish.ts');
  begun[begun.lastIndexOf(change)] = await asSaved(change, editor);
}

/** Moves to the trash what can be. What did not leave its place has its turn among the other changes. */
async function trashFirst(changes: readonly Change[], options: WriteParts, begun: Change[]): Promise<Set<Change>> {
  let isAny = false;
  for (const change of changes) {
    if (change.kind !== 'delete') continue;
    await options.before(change);
    isAny = true;
  }
  if (!isAny) return new Set();
  const others = begun.length;
  // What is gone without having been begun was somebody else's doing.
  const done = await moveToTrash(changes, options.disk, {
    begin: (members) => begun.push(...members),
    undone: (members) => begun.splice(begun.length - members.length),
  });
  const gone: Change[] = [];
  for (const change of begun.slice(others))
    if (done.has(change) || (await isAfter(change, options.disk))) gone.push(change);
  begun.splice(others, begun.length, ...gone);
  return done;
}

/** Where somebody else was faster nothing was written, and nothing is to be taken back. */
async function executeOrNot(change: Change, manner: Manner, begun: Change[]): Promise<boolean> {
  try {
    return await execute(change, manner);
  } catch (cause) {
    if (cause instanceof StalePlan && (change.kind !== 'move' || cause instanceof NotMoved))
      begun.splice(begun.lastIndexOf(change), 1);
    throw cause;
  }
}

/** The world may have moved since the call was planned, and while its other changes were made. */
async function requireBefore(change: Change, { disk, before, signal }: WriteParts, isCompared: boolean): Promise<void> {
  if (signal?.aborted === true) {
    throw failure(
      'REJECTED',
      phrase('The call was stopped and rolled back. Nothing was changed.'),
      'Do not repeat it unless the user asks for it.',
    );
  }
  await before(change);
  const folder = arrives(change) ? above(change.at) : undefined;
  if (folder !== undefined && (await disk.editor.stat(folder.uri)) === undefined) throw new StalePlan(pathOf(change));
  if (!isCompared && !(await isBefore(change, disk))) throw new StalePlan(pathOf(change));
}

/** The editor may say yes and do nothing, and saving may be refused: what counts is what is there. */
async function requireAfter(change: Change, disk: Disk): Promise<void> {
  if (await isAfter(change, disk)) return;
  throw failure(
    'IO_ERROR',
    phrase(
      '{0} was written, but its contents are different now; a read-only setting or another program may be the cause. Everything was rolled back.',
      wordsOf(change),
    ),
    'Read the file and try once more.',
  );
}
