import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import type { ToolContext } from '../shared/tool.ts';

const maxEntries = 5000;
const maxBytes = 200 * 1024 * 1024;

/** One entry of a tree: `relative` is its path below the top, `''` for the top itself. */
export interface TreeEntry {
  readonly at: Location;
  readonly relative: string;
  readonly content: Content;
}

/**
 * A path and everything below it, a folder before what it holds. Links are links. Everything is read, since all of it
 * must be judged and must be able to come back; what is too much for memory is only weighed where that can be done, and
 * elsewhere not read at all.
 *
 * @throws ToolError NOT_FOUND, TOO_LARGE, and VALIDATION_ERROR where the person has unsaved typing in one of the files.
 */
export async function collectTree(context: ToolContext, top: Location): Promise<TreeEntry[]> {
  const places = await listTree(context, top);
  const entries: TreeEntry[] = [];
  let held = 0;
  for (const { at, relative, isFolder } of places) {
    const content = await contentAt(context, at, maxBytes - held);
    if ('bytes' in content) held += content.bytes.length;
    // What became a folder since holds what nobody has listed.
    if (isFolder !== (content.kind === 'directory')) {
      throw new ToolError('STALE', `${at.path} changed while its folder was being read. Repeat the call.`);
    }
    entries.push({ at, relative, content });
  }
  return entries;
}

interface ListedPlace {
  readonly at: Location;
  readonly relative: string;
  readonly isFolder: boolean;
}

/** The places of a tree by its listings alone, before anything in it is read, so that one too large is refused soon. */
async function listTree(context: ToolContext, top: Location): Promise<ListedPlace[]> {
  const places: ListedPlace[] = [];
  let listed = 1;
  let bytes = 0;
  const visit = async (at: Location, relative: string, isFolder: boolean): Promise<void> => {
    places.push({ at, relative, isFolder });
    if (!isFolder) return;
    const inside = await context.workspace.list(at, 'whole');
    listed += inside.length;
    // What is too large by itself is not read.
    const read = context.workspace.isLocal(at) ? [] : inside.filter(({ size }) => size <= wholeFileLimit);
    bytes += read.reduce((sum, { size }) => sum + size, 0);
    if (listed > maxEntries || bytes > maxBytes) {
      throw new ToolError(
        'TOO_LARGE',
        `${top.path} contains more than ${maxEntries} entries or 200 MiB, too much for one call that can be undone. Handle its parts one by one.`,
      );
    }
    for (const { name, type } of inside) {
      const below = relative === '' ? name : `${relative}/${name}`;
      await visit(await context.workspace.child(at, name, 'link'), below, type === 'directory');
    }
  };
  await visit(top, '', (await context.workspace.stat(top))?.type === 'directory');
  return places;
}

/**
 * Refuses to take along what could not come back: it is the one thing that a call does, so that nothing else has to be put
 * back with it.
 *
 * @throws ToolError TOO_LARGE.
 */
export function requireAlone(entries: readonly TreeEntry[], next: (path: string) => string): void {
  const unread = entries.find(({ content }) => content.kind === 'unread');
  if (unread === undefined) return;
  throw new ToolError(
    'TOO_LARGE',
    `${unread.at.path} is over ${wholeFileLimit} bytes (50 MiB) and cannot be kept for undo on this file system. Nothing was changed. ${next(unread.at.path)}`,
  );
}

async function contentAt(context: ToolContext, at: Location, room: number): Promise<Content> {
  const stat = await context.workspace.stat(at);
  if (stat === undefined) {
    throw new ToolError('NOT_FOUND', `${at.path} does not exist. Find the right path with redline_list_directory.`);
  }
  if (stat.type === 'symlink') return { kind: 'link', target: await context.workspace.readLink(at) };
  if (stat.type === 'directory') return { kind: 'directory' };
  if (stat.type === 'other') {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${at.path} is a special file (a socket, pipe or device), which this tool leaves alone. Continue without it.`,
    );
  }
  const isLarge = stat.size > wholeFileLimit || stat.size > room;
  if (isLarge && context.workspace.isLocal(at)) return (await context.workspace.readLarge(at)).content;
  if (stat.size > wholeFileLimit) return { kind: 'unread', size: stat.size, modified: stat.modified };
  const { content, unsaved } = await context.workspace.read(at);
  if (!unsaved) return content;
  throw new ToolError(
    'VALIDATION_ERROR',
    `${at.path} has unsaved changes in the editor. Ask the user to save or discard them, then call again.`,
  );
}
