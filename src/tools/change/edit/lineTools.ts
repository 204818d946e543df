// Defines the tools that replace and delete whole lines.

import * as z from 'zod/mini';
import {
  anyTextField,
  cellField,
  expectedSha256Field,
  filePathAliases,
  filePathField,
  integerField,
} from '../../shared/fields.ts';
import { hashFields } from '../../shared/appliedChanges.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { changeTool } from '../../shared/defineTool.ts';

/** Input fields that both tools have; `resolveRange` and `planLines` interpret them. */
const rangeFields = {
  filePath: filePathField,
  cell: cellField(
    'In a notebook (.ipynb): the cell whose lines are meant, by its number or id; "raw" for the JSON itself.',
  ),
  startLine: z.optional(integerField('The first line, counted from 1; or give startPattern.', 1)),
  endLine: z.optional(integerField('The last line, inclusive (default: the first).', 1)),
  startPattern: z.optional(
    anyTextField('Literal text that occurs on exactly one line: the first line, instead of startLine.'),
  ),
  endPattern: z.optional(
    anyTextField('Literal text that occurs on exactly one line after the first: the last line, instead of endLine.'),
  ),
  expectedText: z.optional(
    anyTextField(
      'What these lines contain now, so that no other lines are changed by mistake. Required unless expectedSha256 is given or these lines were read before.',
    ),
  ),
  expectedSha256: expectedSha256Field,
};

/** The result of both tools. `startLine` and `endLine` are 1-based and inclusive. */
const linesResult = z.object({
  filePath: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  linesRemoved: z.number(),
  linesAdded: z.number(),
  diff: z.string(),
  ...hashFields,
});

/** A range of lines, and the conditions on its current text. */
export type RangeInput = z.infer<z.ZodMiniObject<typeof rangeFields>>;

export type LinesResult = z.infer<typeof linesResult>;

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
