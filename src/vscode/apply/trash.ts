// Moves deleted files and folders to the trash.

import type { Change } from '../../core/change/change.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { Editor } from '../ports/editor.ts';
import { isBefore, type Disk } from '../ports/localDisk.ts';

type Deletion = Change & { readonly kind: 'delete' };

/** A deleted file or folder, with all deletions of the call in it. */
interface Tree {
  readonly top: Deletion;
  readonly members: readonly Deletion[];
}

export interface TrashListener {
  /** Called right before a tree is moved. */
  readonly begin: (members: readonly Change[]) => void;
  /** Called if the tree was already gone, so that nothing was moved. */
  readonly undoBegin: (members: readonly Change[]) => void;
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
  { begin, undoBegin }: TrashListener,
): Promise<Set<Change>> {
  const trashedChanges = new Set<Change>();
  for (const { top, members } of deletedTrees(changes)) {
    try {
      if (!(await haveBeforeState(members, disk)) || (await countRemovedFiles(top, disk.editor)) !== members.length)
        continue;
      begin(members);
      if (await disk.editor.moveToTrash(top.at.uri)) for (const member of members) trashedChanges.add(member);
      else undoBegin(members);
    } catch {
      // There is no trash, or it is full.
    }
  }
  return trashedChanges;
}

async function haveBeforeState(members: readonly Deletion[], disk: Disk): Promise<boolean> {
  let haveBefore = true;
  await forEachConcurrently(members, async (member) => {
    if (haveBefore && !(await isBefore(member, disk))) haveBefore = false;
  });
  return haveBefore;
}

function deletedTrees(changes: readonly Change[]): Tree[] {
  const deletions = changes.filter((change) => change.kind === 'delete');
  const folders = deletions.filter(({ before }) => before.kind === 'directory').map(({ at }) => `${at.uri}/`);
  const tops = deletions.filter(({ at }) => !folders.some((folder) => at.uri.startsWith(folder)));
  return tops
    .map((top) => ({ top, members: deletions.filter(({ at }) => at === top.at || isBelow(at.uri, top)) }))
    .filter(({ members }) => !isPartOfMove(changes, members));
}

function isBelow(uri: string, top: Deletion): boolean {
  return top.before.kind === 'directory' && uri.startsWith(`${top.at.uri}/`);
}

/** Whether a move leads out of the tree, or to a path of it: then the order of deletions and moves matters. */
function isPartOfMove(changes: readonly Change[], members: readonly Deletion[]): boolean {
  const uris = new Set(members.map(({ at }) => at.uri));
  const parents = [...uris].map((uri) => `${uri}/`);
  return changes.some(
    (change) => 'from' in change && (uris.has(change.at.uri) || parents.some((uri) => change.from.uri.startsWith(uri))),
  );
}

/** The number of files and folders that a deletion removes, including itself. */
async function countRemovedFiles({ at, before }: Deletion, editor: Editor): Promise<number> {
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
