// Defines the tool that replaces text in a file, and the input fields that it has in common with `redline_multi_edit`.

import * as z from 'zod/mini';
import {
  anyTextField,
  flagField,
  integerField,
  expectedSha256Field,
  filePathAliases,
  filePathField,
  cellField,
} from '../../shared/fields.ts';
import { withCautions } from '../../../core/change/warnings/cautions.ts';
import type { Change, Content } from '../../../core/change/change.ts';
import type { ReplaceResult } from '../../../core/replace/replace.ts';
import { phrase, pluralize } from '../../../core/wording/phrase.ts';
import { countChangedLines } from '../../../core/change/summary.ts';
import { findAppliedChange, findWrittenEdits, hashFields, withDiffAndHashes } from '../../shared/appliedChanges.ts';
import { readTextFile, type TextFile } from '../existingFile.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { findEditTarget, type EditTarget } from './findEditTarget.ts';
import type { Applied } from '../../ports/ports.ts';
import { changeTool } from '../../shared/defineTool.ts';

/** Input fields of one edit, also for each edit of `redline_multi_edit`. */
export const editFields = {
  filePath: filePathField,
  oldString: anyTextField(
    'The exact text to replace, with enough surrounding lines to occur only once; never empty. If it is missing or ambiguous, nothing is changed, and the answer shows the closest place or every match.',
  ),
  newString: anyTextField('The new text, taken literally. The file may grow to 50 MiB.'),
  replaceAll: flagField('Replace every occurrence (default false: it must occur once).'),
  expectedReplacements: z.optional(
    integerField('Refuse unless exactly this many places are replaced; above 1 it implies replaceAll.', 1),
  ),
  cell: cellField(
    'In a notebook (.ipynb): the cell, by its number or id (default: the only one with oldString); "raw" edits the JSON itself.',
  ),
};

export const editFile = changeTool({
  name: 'redline_edit_file',
  displayName: 'Edit File',
  referenceName: 'redlineEditFile',
  description:
    'Edits a file by replacing one exact piece of text with another. The text must occur exactly once unless replaceAll is set. The user reviews the diff first.',
  userDescription: 'Replace text in a file, after your review',
  icon: 'edit',
  aliases: filePathAliases,
  input: z.object({ ...editFields, expectedSha256: expectedSha256Field }),
  result: z.object({
    filePath: z.string(),
    replacements: z.number(),
    linesChanged: z.number(),
    originalSize: z.number(),
    newSize: z.number(),
    tier: z.string(),
    diff: z.string(),
    ...hashFields,
  }),
  progress: ({ filePath }) => phrase('Editing {0}', filePath),
  async plan({ filePath, expectedSha256, cell, ...replacement }, context) {
    const file = await readTextFile(context, filePath, expectedSha256);
    const { at, content, snapshot } = file;
    const [{ replaceYielding }, { looseCautions }] = await Promise.all([
      import('../../../core/replace/replace.ts'),
      import('../../../core/replace/looseCautions.ts'),
    ]);
    const target = await findEditTarget(content.text, at.path, { cell, oldString: replacement.oldString });
    const replaced = await runYielding(replaceYielding(target.text, { ...replacement, path: target.name }));
    const { text, edits } = await target.toFileEdits(replaced);
    const after = await context.workspace.rewrite(content, text);
    const change: Change = { kind: 'update', at, before: snapshot.content, after, edits };
    return {
      title: phrase('Edit {0}', target.label),
      changes: [withCautions(change, looseCautions(target.name, [replaced]))],
      notes: [],
      describe: (applied) => describeEdit({ file, target, replaced, change }, applied),
    };
  },
});

interface PlannedEdit {
  readonly file: TextFile;
  readonly target: EditTarget;
  /** The edit of the target's text. */
  readonly replaced: ReplaceResult;
  readonly change: Change;
}

/** Describes the edit as it was written: the user may have excluded or amended parts of it. */
async function describeEdit(planned: PlannedEdit, applied: Applied) {
  const { file, target, replaced } = planned;
  const { at, content } = file;
  const appliedChange = findAppliedChange(applied, at);
  // Without an applied change, the user excluded the file, which still has its content.
  const written = appliedChange !== undefined && 'after' in appliedChange ? appliedChange.after : content;
  const replacements = await countReplacements(planned, applied, written);
  const result = {
    filePath: at.path,
    replacements,
    linesChanged: appliedChange === undefined ? 0 : countChangedLines(appliedChange),
    originalSize: content.bytes.length,
    newSize: 'bytes' in written ? written.bytes.length : 0,
    tier: replaced.tier,
  };
  return {
    headline: `Edited ${target.name}: ${pluralize(replacements, 'replacement')} (tier: ${replaced.tier}).`,
    result: withDiffAndHashes(result, appliedChange),
  };
}

/** Counts the replacements that are in the written content; all planned ones if that cannot be compared. */
async function countReplacements(
  { file, target: { text, cell }, replaced, change }: PlannedEdit,
  applied: Applied,
  written: Content,
): Promise<number> {
  if (cell === undefined) return findWrittenEdits(change, applied).length;
  // A single edit of the notebook's JSON may hold several replacements, so they are counted in the cell's source.
  if (written.kind !== 'text') return replaced.replacements;
  const { readCellSource, SuccessiveEdits } = await import('./writtenReplacements.ts');
  const edits = new SuccessiveEdits(text);
  edits.add(text, replaced);
  const [replacements] = (await edits.findIn(await readCellSource(written.text, file.at.path, cell))) ?? [];
  return replacements?.filter(({ isWritten }) => isWritten).length ?? replaced.replacements;
}
