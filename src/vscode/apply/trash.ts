import type { Change } from '../../core/change/change.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Editor } from '../ports/editor.ts';
import type { Disk } from '../ports/localDisk.ts';
import { isBefore } from '../ports/verifyState.ts';

type Deletion = Change & { readonly kind: 'delete' };

/** Something that is deleted with all that it holds: the top, and every deletion of the call below it. */
interface Tree {
  readonly top: Deletion;
  readonly members: readonly Deletion[];
}

/** What is told of each tree. */
export interface Attempts {
  /** It is moved now. */
  readonly begin: (members: readonly Change[]) => void;
  /** It was not: somebody else was faster. */
  readonly undone: (members: readonly Change[]) => void;
}

/**
 * Moves to the trash what a call deletes, each tree as one thing, so that it can be brought back as one. Only trees that
 * hold exactly what was planned go. Where there is no trash (a remote machine, a virtual file system), or it fails,
 * nothing happens here and the files are deleted one by one; the history has their bytes either way.
 *
 * @returns the deletions that are done.
 */
export async function moveToTrash(
  changes: readonly Change[],
  disk: Disk,
  { begin, undone }: Attempts,
): Promise<Set<Change>> {
  const done = new Set<Change>();
  for (const { top, members } of treesOf(changes)) {
    try {
      if (!(await areBefore(members, disk)) || (await countOf(top, disk.editor)) !== members.length) continue;
      begin(members);
      if (await disk.editor.moveToTrash(top.at.uri)) for (const member of members) done.add(member);
      else undone(members);
    } catch {
      // No trash, or it is full: see above.
    }
  }
  return done;
}

async function areBefore(members: readonly Deletion[], disk: Disk): Promise<boolean> {
  let all = true;
  await eachInLanes(members, async (member) => {
    if (all && !(await isBefore(member, disk))) all = false;
  });
  return all;
}

function treesOf(changes: readonly Change[]): Tree[] {
  const deletions = changes.filter((change) => change.kind === 'delete');
  const folders = deletions.filter(({ before }) => before.kind === 'directory').map(({ at }) => `${at.uri}/`);
  const tops = deletions.filter(({ at }) => !folders.some((folder) => at.uri.startsWith(folder)));
  return tops
    .map((top) => ({ top, members: deletions.filter(({ at }) => at === top.at || isBelow(at.uri, top)) }))
    .filter(({ members }) => !comesFromTree(changes, members));
}

function isBelow(uri: string, top: Deletion): boolean {
  return top.before.kind === 'directory' && uri.startsWith(`${top.at.uri}/`);
}

/** Whether something is moved out of a tree, or into its place: then its deletions have their turn among the others. */
function comesFromTree(changes: readonly Change[], members: readonly Deletion[]): boolean {
  const uris = new Set(members.map(({ at }) => at.uri));
  const parents = [...uris].map((uri) => `${uri}/`);
  return changes.some(
    (change) => 'from' in change && (uris.has(change.at.uri) || parents.some((uri) => change.from.uri.startsWith(uri))),
  );
}

/** How many entries a deletion takes, the top itself included. */
async function countOf({ at, before }: Deletion, editor: Editor): Promise<number> {
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
