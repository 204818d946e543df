// Defines the tool that makes several replacements in one call.

import * as z from 'zod/mini';
import { textField, filePathAliases } from '../../shared/fields.ts';
import { withCautions, titleOfEdits } from '../../../core/change/reviewTexts.ts';
import type { Change } from '../../../core/change/change.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { readTextFile } from '../stateBefore.ts';
import { editFields, findEditTarget } from './editFile.ts';
import { EditOffsets, describeEdits, editResult, type EditedFile } from './editResults.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { changeTool } from '../../shared/defineTool.ts';
import type { ToolContext } from '../../shared/tool.ts';

/** Maximum number of edits of a call. */
const maxEdits = 500;

type EditInput = z.infer<z.ZodMiniObject<typeof editFields>>;

export const multiEdit = changeTool({
  name: 'redline_multi_edit',
  displayName: 'Edit Several Places',
  referenceName: 'redlineMultiEdit',
  description:
    'Makes several edits, each an exact text replacement, in one or more files in one call, in order, all or nothing. The user reviews all of them as one change.',
  userDescription: 'Make several replacements at once, after your review',
  icon: 'checklist',
  aliases: filePathAliases,
  input: z.object({
    filePath: z.optional(textField('The file for all edits that do not name one.')),
    edits: z
      .array(z.strictObject({ ...editFields, filePath: z.optional(editFields.filePath) }))
      .check(
        z.minLength(1),
        z.maxLength(maxEdits),
        z.describe(
          `The edits, in the order they are made (at most ${maxEdits}). Each one sees the result of the one before it. A file may grow to 50 MiB.`,
        ),
      ),
  }),
  result: z.object({
    totalReplacements: z.number(),
    results: z.array(editResult),
    files: z.array(z.object({ filePath: z.string(), replacements: z.number() })),
  }),
  progress: ({ edits }) => (edits.length === 1 ? phrase('Making 1 edit') : phrase('Making {0} edits', edits.length)),
  async plan({ filePath, edits: inputEdits }, context) {
    const edits = inputEdits.map((edit, index) => ({
      ...edit,
      filePath: requireFilePath(edit.filePath ?? filePath, index),
    }));
    /** Edited files by canonical URI. */
    const files = new Map<string, EditedFile>();
    for (const [index, edit] of edits.entries()) {
      const file = await openForEdits(context, files, edit.filePath);
      await withEditNumber(index, edits.length, applyEdit(file, index, edit));
    }
    const changes: Change[] = [];
    const changedFiles: EditedFile[] = [];
    const notes: string[] = [];
    for (const file of files.values()) {
      const change = await planUpdate(context, file);
      if (change === undefined) {
        notes.push(`The edits in ${file.at.path} cancel each other out, so it was not changed.`);
        continue;
      }
      changedFiles.push(file);
      changes.push(change);
    }
    const [firstFile] = changedFiles;
    if (firstFile === undefined) {
      throw new ToolError('NO_CHANGE', 'The edits cancel each other out. Nothing was changed.');
    }
    return {
      title: changes.length === 1 ? phrase('Edit {0}', firstFile.at.path) : titleOfEdits(changes.length),
      changes,
      notes,
      describe: (applied) => describeEdits(changes, changedFiles, applied),
    };
  },
});

/** Combines the edits of a file into one update; undefined if they cancel each other out. */
async function planUpdate({ workspace }: ToolContext, file: EditedFile): Promise<Change | undefined> {
  const [{ composeEditsYielding }, { looseCautions }] = await Promise.all([
    import('../../../core/diff/composeEdits.ts'),
    import('../../../core/replace/replace.ts'),
  ]);
  const { at, content, snapshot, madeEdits } = file;
  const after = await workspace.rewrite(content, file.text);
  const steps = madeEdits.map(({ fileEdits }) => fileEdits);
  const edits = await runYielding(composeEditsYielding(content.text, steps));
  if (edits.length === 0) return undefined;
  return withCautions(
    { kind: 'update', at, before: snapshot.content, after, edits },
    looseCautions(at.path, madeEdits),
  );
}

/** Makes one edit in the file's text so far, where it may also name a cell, and records it in the fields of `file`. */
async function applyEdit(file: EditedFile, index: number, edit: EditInput): Promise<void> {
  const [{ replaceYielding }, { SuccessiveEdits }] = await Promise.all([
    import('../../../core/replace/replace.ts'),
    import('./writtenReplacements.ts'),
  ]);
  const target = await findEditTarget(file.text, file.at.path, edit);
  const editsOfTarget = file.editsByCell.get(target.cell) ?? new SuccessiveEdits(target.text);
  const request = { ...edit, path: target.name, eol: editsOfTarget.eolBefore };
  const replaced = await runYielding(replaceYielding(target.text, request));
  const { text, edits: fileEdits } = await target.toFileEdits(replaced);
  file.text = text;
  file.madeEdits.push({ ...replaced, index, cell: target.cell, fileEdits });
  file.offsets.add(fileEdits);
  file.editsByCell.set(target.cell, editsOfTarget);
  editsOfTarget.add(target.text, replaced);
}

function requireFilePath(filePath: string | undefined, index: number): string {
  if (filePath !== undefined) return filePath;
  throw new ToolError(
    'VALIDATION_ERROR',
    `Edit ${index + 1} does not name a file. Send its filePath, or one next to edits for all of them.`,
  );
}

/** Reads a file at its first edit. Later edits may spell its path differently, so it is looked up by canonical URI. */
async function openForEdits(context: ToolContext, files: Map<string, EditedFile>, path: string): Promise<EditedFile> {
  const { real } = await context.workspace.locate(path);
  const opened = files.get(real);
  if (opened !== undefined) return opened;
  const file = await readTextFile(context, path);
  const editedFile = {
    ...file,
    text: file.content.text,
    madeEdits: [],
    offsets: new EditOffsets(),
    editsByCell: new Map(),
  };
  files.set(real, editedFile);
  return editedFile;
}

/** Awaits an edit, and adds its number (`index` + 1) to its error. */
async function withEditNumber<T>(index: number, editCount: number, edit: Promise<T>): Promise<T> {
  try {
    return await edit;
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    const position = index === 0 ? '' : ' (after the edits before it)';
    throw new ToolError(
      cause.code,
      `Edit ${index + 1} of ${editCount}${position}: ${cause.message} None of the edits were made.`,
    );
  }
}
