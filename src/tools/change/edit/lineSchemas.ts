// Defines the input and result of the tools that replace and delete lines.

import * as z from 'zod/mini';
import { anyTextField, integerField, expectedSha256Field, filePathField, cellField } from '../../shared/fields.ts';
import { hashFields } from '../../shared/hashes.ts';

/** Input fields that both tools have; `resolveRange` and `planLines` interpret them. */
export const rangeFields = {
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
export const linesResult = z.object({
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
