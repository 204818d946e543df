// Moves the deleted files and folders of a call to the trash, if there is one.

import type { Change } from '../../../core/change/change.ts';
import { foldersOf } from '../../../core/path/pathParts.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { Editor } from '../../ports/editor.ts';
import { isAfter, isBefore, type Disk } from '../../ports/localDisk.ts';

type Deletion = Change & { readonly kind: 'delete' };

/** What moving files to the trash needs of the options with which a call is written. */
interface TrashOptions {
  readonly disk: Disk;
  readonly recheckPath: (change: Change) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Moves deleted files to the trash where possible, and returns those changes.
 * @param startedChanges as in `writeChanges`
 */
export async function trashDeleted(
  changes: readonly Change[],
  { disk, recheckPath, signal }: TrashOptions,
  startedChanges: Change[],
): Promise<ReadonlySet<Change>> {
  for (const change of changes) if (change.kind === 'delete') await recheckPath(change);
  const startIndex = startedChanges.length;
  const listener = {
    onBegin: (members: readonly Change[]) => void startedChanges.push(...members),
    onNothingMoved: (members: readonly Change[]) => void startedChanges.splice(startedChanges.length - members.length),
  };
  const trashedChanges = await moveToTrash(changes, disk, listener, signal);
  // Files that are still there are deleted one by one afterwards, and count as started only then.
  const removedChanges: Change[] = [];
  for (const change of startedChanges.slice(startIndex))
    if (trashedChanges.has(change) || (await isAfter(change, disk))) removedChanges.push(change);
  startedChanges.splice(startIndex, startedChanges.length, ...removedChanges);
  return trashedChanges;
}

/** A deletion, and all deletions of the call in its folder. */
interface DeletedTree {
  readonly top: Deletion;
  /** Includes `top`. */
  readonly members: readonly Deletion[];
}

interface TrashListener {
  /** Called right before a tree is moved. */
  readonly onBegin: (members: readonly Change[]) => void;
  /** Called after `onBegin` if the tree was already gone, so that nothing was moved. */
  readonly onNothingMoved: (members: readonly Change[]) => void;
}

/**
 * Moves deleted files to the trash, each folder tree as one item if it contains exactly the planned files. Without a
 * trash (on a remote machine or virtual file system), or if it fails, the caller deletes the files one by one.
 *
 * @returns the deletions that were carried out
 */
export async function moveToTrash(
  changes: readonly Change[],
  disk: Disk,
  { onBegin, onNothingMoved }: TrashListener,
  signal?: AbortSignal,
): Promise<Set<Change>> {
  const trashedChanges = new Set<Change>();
  for (const { top, members } of deletedTrees(changes)) {
    // The caller then fails at the first remaining deletion, and rolls back.
    if (signal?.aborted === true) break;
    try {
      const isAsPlanned =
        (await haveBeforeState(members, disk)) && (await countRemovedPaths(top, disk.editor)) === members.length;
      if (!isAsPlanned) continue;
      onBegin(members);
      if (await disk.editor.moveToTrash(top.at.uri)) for (const member of members) trashedChanges.add(member);
      else onNothingMoved(members);
    } catch {
      // The trash is missing or full. The caller deletes what is still there.
    }
  }
  return trashedChanges;
}

async function haveBeforeState(members: readonly Deletion[], disk: Disk): Promise<boolean> {
  let areAllBefore = true;
  await forEachConcurrently(members, async (member) => {
    if (areAllBefore && !(await isBefore(member, disk))) areAllBefore = false;
  });
  return areAllBefore;
}

/** Groups the deletions by their outermost deleted folder. Leaves out trees that moves or copies also touch. */
function deletedTrees(changes: readonly Change[]): DeletedTree[] {
  const deletions = changes.filter((change) => change.kind === 'delete');
  const folderUris = new Set(deletions.filter(({ before }) => before.kind === 'directory').map(({ at }) => at.uri));
  const membersByTopUri = Map.groupBy(deletions, ({ at }) => outermostFolder(at.uri, folderUris) ?? at.uri);
  const touchedUris = urisTouchedByMoves(changes);
  const trees: DeletedTree[] = [];
  for (const [topUri, members] of membersByTopUri) {
    if (members.some(({ at }) => touchedUris.has(at.uri))) continue;
    const others = members.filter(({ at }) => at.uri !== topUri);
    // A path that the call deletes, creates and deletes again has several tops; the caller compares each with the disk.
    for (const top of members.filter(({ at }) => at.uri === topUri))
      trees.push({ top, members: top.before.kind === 'directory' ? [top, ...others] : [top] });
  }
  return trees;
}

/** The outermost of these folders that a URI is below. */
function outermostFolder(uri: string, folderUris: ReadonlySet<string>): string | undefined {
  for (let end = uri.indexOf('/'); end >= 0; end = uri.indexOf('/', end + 1)) {
    const folder = uri.slice(0, end);
    if (folderUris.has(folder)) return folder;
  }
  return undefined;
}

/**
 * The targets of moves and copies, and their sources with the folders above. A tree with one of these cannot be deleted
 * ahead of the other changes, since their order matters.
 */
function urisTouchedByMoves(changes: readonly Change[]): ReadonlySet<string> {
  const moves = changes.filter((change) => change.kind === 'move' || change.kind === 'copy');
  const sources = moves.map(({ from }) => from.uri);
  return new Set([...moves.map(({ at }) => at.uri), ...sources, ...foldersOf(sources)]);
}

/** The number of files and folders that a deletion removes, including itself. */
async function countRemovedPaths({ at, before }: Deletion, editor: Editor): Promise<number> {
  return before.kind === 'directory' ? 1 + (await countBelow(at.uri, editor)) : 1;
}

async function countBelow(folder: string, editor: Editor): Promise<number> {
  let count = 0;
  for (const { uri, isFolder } of await editor.list(folder)) {
    count += 1;
    if (isFolder) count += await countBelow(uri, editor);
  }
  return count;
}
