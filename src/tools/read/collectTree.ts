// Reads a path with everything below it, for calls that delete, move or copy.

import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import type { ToolContext } from '../shared/tool.ts';

/** Maximum size of a tree: one call may not keep more for undo. */
const maxTreeEntries = 5000;
export const maxTreeMebibytes = 200;
const maxTreeBytes = maxTreeMebibytes * bytesPerMebibyte;

/** An entry of a tree: `relativePath` is its path below the root, `''` for the root itself. */
export interface TreeEntry {
  readonly at: Location;
  readonly relativePath: string;
  readonly content: Content;
}

/**
 * Reads a path and everything below it, each folder before its contents, for the review and for undo. Symlinks are not
 * followed. Content too large to load is only hashed on a local disk, and elsewhere not read at all.
 *
 * @throws `ToolError` `NOT_FOUND`, `TOO_LARGE`, `STALE`, and `VALIDATION_ERROR` for a special file or unsaved changes
 */
export async function collectTree(context: ToolContext, top: Location): Promise<TreeEntry[]> {
  const listedEntries = await listTree(context, top);
  const entries: TreeEntry[] = [];
  let bytesHeld = 0;
  for (const { at, relativePath, isFolder } of listedEntries) {
    const content = await readContent(context, at, maxTreeBytes - bytesHeld);
    if ('bytes' in content) bytesHeld += content.bytes.length;
    // A file that was replaced by a folder has contents that were not listed.
    if (isFolder !== (content.kind === 'directory')) {
      throw new ToolError('STALE', `${at.path} changed while its folder was being read. Repeat the call.`);
    }
    entries.push({ at, relativePath, content });
  }
  return entries;
}

interface ListedEntry {
  readonly at: Location;
  readonly relativePath: string;
  readonly isFolder: boolean;
}

/** Lists a tree before any of its files is read, so that a too large tree is refused early. */
async function listTree(context: ToolContext, top: Location): Promise<ListedEntry[]> {
  const listedEntries: ListedEntry[] = [];
  let entryCount = 1;
  let bytesToHold = 0;
  const visit = async (at: Location, relativePath: string, isFolder: boolean): Promise<void> => {
    listedEntries.push({ at, relativePath, isFolder });
    if (!isFolder) return;
    const children = await context.workspace.list(at, 'whole');
    entryCount += children.length;
    // `readContent` only hashes local files that would not fit, and reads none over the limit elsewhere.
    const filesToHold = context.workspace.isLocal(at) ? [] : children.filter(({ size }) => size <= wholeFileLimit);
    bytesToHold += filesToHold.reduce((sum, { size }) => sum + size, 0);
    if (entryCount > maxTreeEntries || bytesToHold > maxTreeBytes) {
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
 * Rejects a tree with a file that cannot be stored for undo: such a file may only be changed by a separate call.
 *
 * @param advise a sentence that says what to do with the file at a path instead
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
