// Defines the tool that creates a directory.
import * as z from 'zod/mini';
import { flagField, textField } from '../shared/fields.ts';
import type { Change } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { findMissingFolders } from './stateBefore.ts';
import { changeTool } from '../shared/defineTool.ts';

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
    // Empty if the directory exists. Otherwise, the last item is the directory itself.
    const missingFolders = await findMissingFolders(context, at);
    const missingParents = missingFolders.slice(0, -1);
    if (missingParents.length > 0 && !parents) {
      throw new ToolError('NOT_FOUND', `The parent of ${at.path} does not exist. Call again with parents: true.`);
    }
    const changes: Change[] = missingFolders.map((folder) => ({ kind: 'createDirectory', at: folder }));
    return {
      title: phrase('Create directory {0}', at.path),
      changes,
      notes: [],
      describe: () => ({
        headline:
          missingFolders.length === 0
            ? `${at.path} is already a directory; nothing was changed.`
            : `Created directory ${at.path}.`,
        result: {
          dirPath: at.path,
          created: missingFolders.length > 0,
          parentsCreated: missingParents.map((folder) => folder.path),
        },
      }),
    };
  },
});
