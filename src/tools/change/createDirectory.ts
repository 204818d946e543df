// Defines the tool that creates a directory.
import * as z from 'zod/mini';
import { flagField, textField } from '../shared/fields.ts';
import type { Change, Location } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { changeTool, type ToolContext } from '../shared/tool.ts';

export const createDirectory = changeTool({
  name: 'redline_create_directory',
  displayName: 'Create Directory',
  referenceName: 'redlineCreateDirectory',
  description:
    'Creates (makes) a directory or folder, with its parents. An existing one is not an error. redline_write_file creates the folders for its file itself.',
  userDescription: 'Create a folder, after your review',
  icon: 'new-folder',
  aliases: { path: 'dirPath', directory: 'dirPath' },
  input: z.object({
    dirPath: textField('The directory, relative to the workspace folder with "/". A file at this path is an error.'),
    parents: flagField('Create missing parent folders, too (default true).', true),
  }),
  result: z.object({ dirPath: z.string(), created: z.boolean(), parentsCreated: z.array(z.string()) }),
  progress: ({ dirPath }) => phrase('Creating directory {0}', dirPath),
  async plan({ dirPath, parents }, context) {
    const at = await context.workspace.locate(dirPath);
    const missing = await findMissingFolders(context, at);
    const above = missing.slice(0, -1);
    if (above.length > 0 && !parents) {
      throw new ToolError('NOT_FOUND', `The parent of ${at.path} does not exist. Call again with parents: true.`);
    }
    const changes: Change[] = missing.map((folder) => ({ kind: 'createDirectory', at: folder }));
    return {
      title: phrase('Create directory {0}', at.path),
      changes,
      notes: [],
      describe: () => ({
        headline:
          missing.length === 0
            ? `${at.path} is already a directory; nothing was changed.`
            : `Created directory ${at.path}.`,
        result: {
          dirPath: at.path,
          created: missing.length > 0,
          parentsCreated: above.map((folder) => folder.path),
        },
      }),
    };
  },
});

/** The missing folders above a location, outermost first. Throws as `findMissingFolders` does. */
export async function findMissingFoldersAbove(context: ToolContext, at: Location): Promise<Location[]> {
  const parent = await context.workspace.parent(at);
  return parent === undefined ? [] : findMissingFolders(context, parent);
}

/** The missing folders from an ancestor down to a folder. @throws `ToolError` `ALREADY_EXISTS` if a file is in the way */
export async function findMissingFolders(context: ToolContext, at: Location): Promise<Location[]> {
  const missing: Location[] = [];
  for (let folder: Location | undefined = at; folder !== undefined; folder = await context.workspace.parent(folder)) {
    const stat = await context.workspace.stat(folder);
    const type = stat?.type === 'symlink' ? (stat.targetType ?? 'other') : stat?.type;
    if (type === 'directory') break;
    if (type !== undefined) {
      throw new ToolError('ALREADY_EXISTS', `${folder.path} exists and is not a directory. Choose another path.`);
    }
    missing.unshift(folder);
  }
  return missing;
}
