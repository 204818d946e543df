// Finds the missing folders that must be created before a file or a folder.

import type { Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { ToolContext } from './tool.ts';

/** The missing folders above a location, outermost first. @throws as `findMissingFolders` does */
export async function findMissingFoldersAbove(context: ToolContext, at: Location): Promise<Location[]> {
  const parent = await context.workspace.parent(at);
  return parent === undefined ? [] : findMissingFolders(context, parent);
}

/**
 * The missing folders from the outermost down to the given one; empty if it exists.
 *
 * @throws `ToolError` `ALREADY_EXISTS` if a file, or a link to anything but a folder, is in the way
 */
export async function findMissingFolders(context: ToolContext, at: Location): Promise<Location[]> {
  const missingFolders: Location[] = [];
  for (let folder: Location | undefined = at; folder !== undefined; folder = await context.workspace.parent(folder)) {
    const stat = await context.workspace.stat(folder);
    // A link to a folder counts as a folder, a broken one as something in the way.
    const type = stat?.type === 'symlink' ? (stat.targetType ?? 'other') : stat?.type;
    if (type === 'directory') break;
    if (type !== undefined) {
      throw new ToolError('ALREADY_EXISTS', `${folder.path} exists and is not a directory. Choose another path.`);
    }
    missingFolders.unshift(folder);
  }
  return missingFolders;
}
