import type { Change, Location } from '../../core/change/change.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Editor } from '../ports/editor.ts';

/**
 * Inserts changes that create the missing parent folders of a call's files. The system would create these folders anyway;
 * as changes they are in the journal, so that a rollback or undo removes them.
 */
export async function withFoldersFor(changes: readonly Change[], editor: Editor): Promise<Change[]> {
  /** Whether a folder is there once the changes so far are written, by URI. */
  const folders = new Map<string, boolean>();
  const isThere = async (uri: string): Promise<boolean> => {
    const known = folders.get(uri) ?? (await editor.stat(uri)) !== undefined;
    folders.set(uri, known);
    return known;
  };
  const parents = new Set(changes.flatMap((change) => (addsFile(change) ? (parentOf(change.at)?.uri ?? []) : [])));
  await eachInLanes(parents, async (uri) => void (await isThere(uri)));
  const all: Change[] = [];
  const moved: string[] = [];
  for (const change of changes) {
    if (addsFile(change)) {
      const missing: Location[] = [];
      for (let at = parentOf(change.at); at !== undefined && !isIn(at.uri, moved); at = parentOf(at)) {
        if (await isThere(at.uri)) break;
        missing.unshift(at);
        folders.set(at.uri, true);
      }
      all.push(...missing.map((at): Change => ({ kind: 'createDirectory', at })));
      folders.set(change.at.uri, true);
      // A moved or copied folder brings its subfolders along.
      if ('from' in change) moved.push(change.at.uri);
    }
    const gone = change.kind === 'delete' ? change.at.uri : change.kind === 'move' ? change.from.uri : undefined;
    if (gone !== undefined) folders.set(gone, false);
    all.push(change);
  }
  return all;
}

/** Whether a change puts a file or folder where nothing was. */
export function addsFile({ kind }: Change): boolean {
  return kind !== 'update' && kind !== 'delete';
}

function isIn(uri: string, folders: readonly string[]): boolean {
  return folders.some((folder) => uri === folder || uri.startsWith(`${folder}/`));
}

/** The folder that holds a location; undefined at the top of a workspace folder. */
export function parentOf({ uri, path, real }: Location): Location | undefined {
  const cut = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/') ? { uri: cut(uri), path: cut(path), real: cut(real) } : undefined;
}
