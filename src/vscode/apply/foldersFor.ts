import type { Change, Location } from '../../core/change/change.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Editor } from '../ports/editor.ts';

/**
 * The changes of a call, with the folders before them that come to be on the way and that nobody planned, since they were
 * there when the call was: the journal must know them, so that they go again with what they were made for.
 */
export async function withFoldersFor(changes: readonly Change[], editor: Editor): Promise<Change[]> {
  const folders = new Map<string, boolean>();
  const isThere = async (uri: string): Promise<boolean> => {
    const known = folders.get(uri) ?? (await editor.stat(uri)) !== undefined;
    folders.set(uri, known);
    return known;
  };
  const parents = new Set(changes.flatMap((change) => (arrives(change) ? (above(change.at)?.uri ?? []) : [])));
  await eachInLanes(parents, async (uri) => void (await isThere(uri)));
  const all: Change[] = [];
  const moved: string[] = [];
  for (const change of changes) {
    if (arrives(change)) {
      const missing: Location[] = [];
      for (let at = above(change.at); at !== undefined && !isIn(at.uri, moved); at = above(at)) {
        if (await isThere(at.uri)) break;
        missing.unshift(at);
        folders.set(at.uri, true);
      }
      all.push(...missing.map((at): Change => ({ kind: 'createDirectory', at })));
      folders.set(change.at.uri, true);
      // What a folder brings along is not looked for.
      if ('from' in change) moved.push(change.at.uri);
    }
    const gone = change.kind === 'delete' ? change.at.uri : change.kind === 'move' ? change.from.uri : undefined;
    if (gone !== undefined) folders.set(gone, false);
    all.push(change);
  }
  return all;
}

/** Whether a change puts something where nothing was. */
export function arrives({ kind }: Change): boolean {
  return kind !== 'update' && kind !== 'delete';
}

function isIn(uri: string, folders: readonly string[]): boolean {
  return folders.some((folder) => uri === folder || uri.startsWith(`${folder}/`));
}

/** Undefined above a workspace folder. */
export function above({ uri, path, real }: Location): Location | undefined {
  const cut = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/') ? { uri: cut(uri), path: cut(path), real: cut(real) } : undefined;
}
