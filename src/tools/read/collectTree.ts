// Reads a path with everything below it, for calls that delete, move or copy, and checks that they can be undone.
//
// A call is limited to `maxTreeEntries` entries and `maxTreeBytes` of loaded contents. `listTree` refuses larger trees
// before it reads any file. On a local disk, files that exceed the rest of the bytes are only hashed, and not counted.
// Elsewhere, files over `wholeFileLimit` are not read, and `requireUndoable` rejects a tree with such a file.

import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import type { ToolContext } from '../shared/tool.ts';

/** Maximum number of entries of a tree that one call may change. */
const maxTreeEntries = 5000;
/** Maximum size of the contents that one call may keep in memory and for undo. */
export const maxTreeMebibytes = 200;
const maxTreeBytes = maxTreeMebibytes * bytesPerMebibyte;

interface TreePlace {
  readonly at: Location;
  /** Path below the top of the tree, with `/`; `''` for the top itself. */
  readonly relativePath: string;
}

export interface TreeEntry extends TreePlace {
  readonly content: Content;
}

/**
 * Reads a path and everything below it, each folder before its contents, for the review and for undo. Symlinks are not
 * followed. Content too large to load is only hashed on a local disk, and elsewhere not read at all: callers pass the
 * entries to `requireUndoable`.
 *
 * @throws `ToolError` `NOT_FOUND`, `TOO_LARGE`, `STALE`, and `VALIDATION_ERROR` for a special file or unsaved changes
 */
export async function collectTree(context: ToolContext, top: Location): Promise<TreeEntry[]> {
  const listedEntries = await listTree(context, top);
  const entries: TreeEntry[] = [];
  let loadedBytes = 0;
  for (const { at, relativePath, isFolder } of listedEntries) {
    const content = await readContent(context, at, maxTreeBytes - loadedBytes);
    if ('bytes' in content) loadedBytes += content.bytes.length;
    // If a folder replaced a file (or the reverse), the list no longer matches the tree.
    if (isFolder !== (content.kind === 'directory')) {
      throw new ToolError('STALE', `${at.path} changed while its folder was being read. Repeat the call.`);
    }
    entries.push({ at, relativePath, content });
  }
  return entries;
}

/** An entry that was listed, but not read. */
interface ListedEntry extends TreePlace {
  readonly isFolder: boolean;
}

/**
 * Lists a tree before any of its files is read, so that a tree that is too large is refused early.
 * @throws ToolError TOO_LARGE for too many entries or bytes, and the errors of `Workspace.list` with `whole`
 */
async function listTree(context: ToolContext, top: Location): Promise<ListedEntry[]> {
  const listedEntries: ListedEntry[] = [];
  let entryCount = 1;
  let bytesToLoad = 0;
  const visit = async (at: Location, relativePath: string, isFolder: boolean): Promise<void> => {
    listedEntries.push({ at, relativePath, isFolder });
    if (!isFolder) return;
    const children = await context.workspace.list(at, 'whole');
    entryCount += children.length;
    // Local files need no limit here: `readContent` only hashes those that would not fit. Elsewhere it loads all files up to
    // `wholeFileLimit`, and no larger ones.
    const filesToLoad = context.workspace.isLocal(at) ? [] : children.filter(({ size }) => size <= wholeFileLimit);
    bytesToLoad += filesToLoad.reduce((sum, { size }) => sum + size, 0);
    if (entryCount > maxTreeEntries || bytesToLoad > maxTreeBytes) {
      throw new ToolError(
        'TOO_LARGE',
        `${top.path} contains more than ${maxTreeEntries} entries or ${maxTreeMebibytes} MiB, too much for one call that can be undone. Handle its parts one by one.`,
      );
    }
    for (const { name, type } of children) {
      const childPath = relativePath === '' ? name : `${relativePath}/${name}`;
      await visit(await context.workspace.child(at, name, 'link'), childPath, type === 'directory');
    }
  };
  await visit(top, '', (await context.workspace.stat(top))?.type === 'directory');
  return listedEntries;
}

/**
 * Rejects a tree with a file that was not read (`unread`), since it cannot be stored for undo.
 *
 * @param advise returns a sentence that says what to do with the file at a path instead
 * @throws `ToolError` `TOO_LARGE`
 */
export function requireUndoable(entries: readonly TreeEntry[], advise: (path: string) => string): void {
  const unread = entries.find(({ content }) => content.kind === 'unread');
  if (unread === undefined) return;
  throw new ToolError(
    'TOO_LARGE',
    `${unread.at.path} is over ${wholeFileLimit} bytes (${wholeFileLimit / bytesPerMebibyte} MiB) and cannot be kept for undo on this file system. Nothing was changed. ${advise(unread.at.path)}`,
  );
}

/**
 * Reads the content of an entry. A file that is too large, or does not fit into the remaining bytes, is only hashed on
 * a local disk (`large`); elsewhere, a file over `wholeFileLimit` is not read (`unread`).
 */
async function readContent(context: ToolContext, at: Location, remainingBytes: number): Promise<Content> {
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
  const isLarge = stat.size > wholeFileLimit || stat.size > remainingBytes;
  if (isLarge && context.workspace.isLocal(at)) return (await context.workspace.readLarge(at)).content;
  if (stat.size > wholeFileLimit) return { kind: 'unread', size: stat.size, modified: stat.modified };
  const { content, unsaved } = await context.workspace.read(at);
  if (!unsaved) return content;
  throw new ToolError(
    'VALIDATION_ERROR',
    `${at.path} has unsaved changes in the editor. Ask the user to save or discard them, then call again.`,
  );
}
