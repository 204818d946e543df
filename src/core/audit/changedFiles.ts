// Merges the changes of several calls into one net change of each file, for the summary of a turn: "create a, move a to
// b" becomes "b (created)", and "delete a, create a" becomes "a (updated)".
import { foldersOf } from '../path/pathParts.ts';
import type { ExportedCall } from './exportedCall.ts';

/** A file, and the kind of its net change. */
interface ChangedFile {
  readonly path: string;
  /** In English: `created`, `moved from a.ts`. */
  readonly effect: string;
}

/** The net change of a file over a turn, which is all the merged calls. */
interface NetChange {
  readonly effect: string;
  /** The file's path before the turn; undefined if it is new. */
  readonly origin: string | undefined;
}

/** The files of a turn after the changes that were merged so far. */
interface TurnFiles {
  /** By current path. A deleted file has its original path, unless another file is there now. */
  readonly netChanges: Map<string, NetChange>;
  /** The original paths of deleted files. A new file at one of them counts as an update. */
  readonly deletedPaths: Set<string>;
}

/** The files that successful calls of a turn (oldest first) changed, each with its net change. */
export function changedFilesOf(appliedCalls: readonly ExportedCall[]): readonly ChangedFile[] {
  const files: TurnFiles = { netChanges: new Map(), deletedPaths: new Set() };
  for (const change of omitImpliedFolders(appliedCalls.flatMap(({ changes }) => changes))) mergeChange(files, change);
  return [...files.netChanges].map(([path, { effect }]) => ({ path, effect }));
}

/** Omits created and deleted folders that contain another changed path, which implies them. */
export function omitImpliedFolders(changes: ExportedCall['changes']): ExportedCall['changes'] {
  const parents = new Set(foldersOf(changes.flatMap(({ path, from = path }) => [path, from])));
  return changes.filter(({ kind, path, sha256Before }) => {
    // A file has a hash, a folder none.
    const isOfFolder = kind === 'createDirectory' || (kind === 'delete' && sha256Before === null);
    return !isOfFolder || !parents.has(path);
  });
}

const newFileEffects = { create: 'created', copy: 'copied', createDirectory: 'folder created' };

/** Merges the next change of the turn into the net changes. */
function mergeChange(files: TurnFiles, { kind, path, from = path }: ExportedCall['changes'][number]): void {
  const { netChanges } = files;
  const source = kind === 'move' ? from : path;
  // A file without an earlier change existed before the turn; the kinds that create a file ignore both values.
  const { effect, origin } = netChanges.get(source) ?? { effect: 'updated', origin: source };
  switch (kind) {
    case 'update':
      netChanges.set(path, { effect, origin });
      return;
    case 'move':
      vacatePath(files, source);
      if (origin === undefined) addNewFile(files, path, effect);
      else netChanges.set(path, { effect: origin === path ? 'updated' : `moved from ${origin}`, origin });
      return;
    case 'delete':
      // For a file that was created in the same turn, no net change is left.
      if (origin === undefined) vacatePath(files, path);
      else mergeDeletion(files, path, origin);
      return;
    case 'create':
    case 'copy':
    case 'createDirectory':
      addNewFile(files, path, newFileEffects[kind]);
  }
}

/** Records the deletion, at its original path, of a file that existed before the turn. */
function mergeDeletion(files: TurnFiles, path: string, origin: string): void {
  const { netChanges, deletedPaths } = files;
  deletedPaths.add(origin);
  if (origin !== path) vacatePath(files, path);
  // If the file was moved before, another file may be at its original path now.
  const successor = origin === path ? undefined : netChanges.get(origin);
  if (successor === undefined) netChanges.set(origin, deletionOf(origin));
  // A new file there replaces the deleted one; a file that was moved there keeps its own origin.
  else if (successor.origin === undefined) addNewFile(files, origin, successor.effect);
}

/** Records that a file is no longer at a path. If it had replaced a deleted one, the deletion counts again. */
function vacatePath({ netChanges, deletedPaths }: TurnFiles, path: string): void {
  netChanges.delete(path);
  if (deletedPaths.has(path)) netChanges.set(path, deletionOf(path));
}

/** Records a new file. If it replaces a deleted one, it counts as an update of that file. */
function addNewFile({ netChanges, deletedPaths }: TurnFiles, path: string, effect: string): void {
  if (deletedPaths.delete(path)) netChanges.set(path, { effect: 'updated', origin: path });
  else netChanges.set(path, { effect, origin: undefined });
}

function deletionOf(path: string): NetChange {
  return { effect: 'deleted', origin: path };
}
