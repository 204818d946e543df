// Defines the tools that replace and delete whole lines.

import * as z from 'zod/mini';
import { anyTextField, filePathAliases } from '../../shared/fields.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { linesResult, rangeFields } from './lineSchemas.ts';
import { changeTool } from '../../shared/tool.ts';

export const replaceLines = changeTool({
  name: 'redline_replace_lines',
  displayName: 'Replace Lines',
  referenceName: 'redlineReplaceLines',
  description:
    'Replaces a range of whole lines in a text file, given by line numbers or by patterns. The user reviews the diff first.',
  userDescription: 'Replace lines in a file, after your review',
  icon: 'list-ordered',
  aliases: { ...filePathAliases, content: 'newContent' },
  input: z.object({
    ...rangeFields,
    newContent: anyTextField('The new lines; a final line break is optional. The file may grow to 50 MiB.'),
  }),
  result: linesResult,
  progress: ({ filePath }) => phrase('Replacing lines of {0}', filePath),
  async plan(input, context) {
    // Loaded at the first call, for both tools: only their definitions are loaded with the extension.
    const { planLines, replacementOf } = await import('./planLines.ts');
    return planLines(input, context, 'Replaced', (text, range) => replacementOf(text, range, input.newContent));
  },
});

export const deleteLines = changeTool({
  name: 'redline_delete_lines',
  displayName: 'Delete Lines',
  referenceName: 'redlineDeleteLines',
  description:
    'Deletes a range of whole lines from a text file, given by line numbers or by patterns. The user reviews the diff first.',
  userDescription: 'Delete lines from a file, after your review',
  icon: 'clear-all',
  aliases: filePathAliases,
  input: z.object(rangeFields),
  result: linesResult,
  progress: ({ filePath }) => phrase('Deleting lines of {0}', filePath),
  async plan(input, context) {
    const { planLines, deletionOf } = await import('./planLines.ts');
    return planLines(input, context, 'Deleted', deletionOf);
  },
});
