import type { Change, Location } from '../../core/change.ts';
import type { Editor } from './editor.ts';

/**
 * The folders that are made on the way to a file and that nobody planned, since they were there when the call was: they are
 * taken back with it.
 *
 * @param grown the URIs of those that the call has made already, to which these are added.
 */
export async function foldersFor(change: Change, editor: Editor, grown: Set<string>): Promise<Change[]> {
  if (!('after' in change) || change.kind === 'update') return [];
  const missing: Location[] = [];
  for (let at = above(change.at); at !== undefined && !grown.has(at.uri); at = above(at)) {
    if ((await editor.stat(at.uri)) !== undefined) break;
    missing.unshift(at);
  }
  // Another change of the call may have come to the same ones meanwhile.
  const own = missing.filter(({ uri }) => !grown.has(uri));
  for (const { uri } of own) grown.add(uri);
  return own.map((at) => ({ kind: 'createDirectory', at }));
}

/** Undefined above a workspace folder. */
function above({ uri, path, real }: Location): Location | undefined {
  const cut = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/') ? { uri: cut(uri), path: cut(path), real: cut(real) } : undefined;
}
