// Defines the tool that makes several replacements in one call.

import * as z from 'zod/mini';
import { textField, filePathAliases } from '../shared/fields.ts';
import { withCautions } from '../../core/change/cautions.ts';
import type { Change } from '../../core/change/change.ts';
import { titleOfEdits } from '../../core/change/reviewedTitle.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { compareLines, mapLineToAfter } from '../../core/diff/lineBlocks.ts';
import type { ReplaceResult } from '../../core/replace/replace.ts';
import type { TextEdit } from '../../core/text/text.ts';
import { findAppliedChange, formatApplied } from '../shared/appliedChanges.ts';
import { pluralize } from '../../core/wording/pluralize.ts';
import { readText, type TextFile } from '../shared/textFile.ts';
import { editFields } from './editFile.ts';
import { findEditTarget } from './findEditTarget.ts';
import { EditOffsets } from './editOffsets.ts';
import { runYielding } from '../../async/eventLoop.ts';
import type { Applied } from '../ports/ports.ts';
import { changeTool, type ToolContext } from '../shared/tool.ts';

const maxEdits = 500;
/** Maximum number of edits in the text of an answer, and of line numbers of each. */
const maxListedEdits = 50;
const maxListedLines = 10;

/**
 * The result of one edit. `lines` are where its replacements begin: in the final text, the first ones
 * (`EditOffsets`); or all of them, in the source of `cell` after this edit.
 */
const editResult = z.object({
  filePath: z.string(),
  cell: z.optional(z.number()),
  replacements: z.number(),
  tier: z.string(),
  lines: z.array(z.number()),
});
type EditResult = z.infer<typeof editResult>;

type EditInput = z.infer<z.ZodMiniObject<typeof editFields>>;

/** An edit that was made, with its result in its target: the file, or the source of a cell. */
interface MadeEdit extends ReplaceResult {
  readonly index: number;
  readonly cell: number | undefined;
  /** Its replacements, with offsets in the file's text before it. */
  readonly fileEdits: readonly TextEdit[];
}

/** An edit's result, with the edit's index in the call. */
interface IndexedResult {
  readonly index: number;
  readonly result: EditResult;
}

/** A file with the edits made to it so far. */
interface EditedFile extends TextFile {
  /** The text after all edits so far; `applyEdit` alone changes this and the following fields. */
  text: string;
  replacements: number;
  readonly madeEdits: MadeEdit[];
  /** Where the replacements of `madeEdits`, in their order, begin by now. */
  readonly offsets: EditOffsets;
}

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
    const [{ composeEditsYielding }, { looseCautions }] = await Promise.all([
      import('../../core/diff/composeEdits.ts'),
      import('../../core/replace/looseCautions.ts'),
    ]);
    const files = new Map<string, EditedFile>();
    for (const [index, edit] of edits.entries()) {
      const file = await openForEdits(context, files, edit.filePath);
      await withEditNumber(index, edits.length, applyEdit(file, index, edit));
    }
    const changes: Change[] = [];
    const changedFiles: EditedFile[] = [];
    const notes: string[] = [];
    for (const file of files.values()) {
      const after = await context.workspace.rewrite(file.content, file.text);
      const steps = file.madeEdits.map(({ fileEdits }) => fileEdits);
      const composed = await runYielding(composeEditsYielding(file.content.text, steps));
      if (composed.length === 0) {
        notes.push(`The edits in ${file.at.path} cancel each other out, so it was not changed.`);
        continue;
      }
      changedFiles.push(file);
      const change: Change = { kind: 'update', at: file.at, before: file.snapshot.content, after, edits: composed };
      changes.push(withCautions(change, looseCautions(file.at.path, file.madeEdits)));
    }
    const [first] = changedFiles;
    if (first === undefined) {
      throw new ToolError('NO_CHANGE', 'The edits cancel each other out. Nothing was changed.');
    }
    return {
      title: changes.length === 1 ? phrase('Edit {0}', first.at.path) : titleOfEdits(changes.length),
      changes,
      notes,
      describe: (applied) => describeEdits(changes, changedFiles, applied),
    };
  },
});

/** Makes one edit in the text so far, and records it. */
async function applyEdit(file: EditedFile, index: number, edit: EditInput): Promise<void> {
  const { replaceYielding } = await import('../../core/replace/replace.ts');
  const target = await findEditTarget(file.text, file.at.path, edit);
  const replaced = await runYielding(replaceYielding(target.text, { ...edit, path: target.name }));
  const { text, edits: fileEdits } = await target.toFileEdits(replaced);
  file.text = text;
  file.replacements += replaced.replacements;
  file.madeEdits.push({ ...replaced, index, cell: target.cell, fileEdits });
  file.offsets.add(fileEdits);
}

/** Describes the edits, without those in files that the user excluded. */
function describeEdits(planned: readonly Change[], files: readonly EditedFile[], applied: Applied) {
  const excluded = new Set(
    planned.filter(({ at }) => findAppliedChange(applied, at) === undefined).map(({ at }) => at.uri),
  );
  const appliedFiles = files.filter(({ at }) => !excluded.has(at.uri));
  const results = collectResults(appliedFiles, applied);
  const fileResults = appliedFiles.map(({ at, replacements }) => ({ filePath: at.path, replacements }));
  const totalReplacements = fileResults.reduce((sum, { replacements }) => sum + replacements, 0);
  const amount = formatApplied(planned, applied, appliedFiles.length);
  const headline = [
    `Edited ${amount}: ${pluralize(totalReplacements, 'replacement')}.`,
    ...results.slice(0, maxListedEdits).map(formatResult),
    ...(results.length > maxListedEdits ? [`And ${pluralize(results.length - maxListedEdits, 'more edit')}.`] : []),
  ].join('\n');
  return {
    headline,
    result: { totalReplacements, results: results.map(({ result }) => result), files: fileResults },
  };
}

function requireFilePath(filePath: string | undefined, index: number): string {
  if (filePath !== undefined) return filePath;
  throw new ToolError(
    'VALIDATION_ERROR',
    `Edit ${index + 1} does not name a file. Send its filePath, or one next to edits for all of them.`,
  );
}

/** Opens a file once, by its canonical path: edits may name it in several spellings. */
async function openForEdits(context: ToolContext, files: Map<string, EditedFile>, path: string): Promise<EditedFile> {
  const { real } = await context.workspace.locate(path);
  const opened = files.get(real);
  if (opened !== undefined) return opened;
  const file = await readText(context, path);
  const editedFile = {
    ...file,
    text: file.content.text,
    replacements: 0,
    madeEdits: [],
    offsets: new EditOffsets(),
  };
  files.set(real, editedFile);
  return editedFile;
}

/** The results of the edits, in the order of the call. */
function collectResults(files: readonly EditedFile[], applied: Applied): IndexedResult[] {
  const results = files.flatMap(({ at, text, madeEdits, offsets }) => {
    const toWritten = mapToWritten(text, findAppliedChange(applied, at));
    const lines = offsets.lines(text).map((planned) => [...new Set(planned.map(toWritten))]);
    return madeEdits.map(({ index, replacements, tier, cell, firstLines }, position) => {
      const changedLines = cell === undefined ? (lines[position] ?? []) : [...new Set(firstLines)];
      const result = {
        filePath: at.path,
        ...(cell === undefined ? {} : { cell }),
        replacements,
        tier,
        lines: changedLines,
      };
      return { index, result };
    });
  });
  return results.sort((a, b) => a.index - b.index);
}

/** Returns a function that maps a line of the planned text to the written one, which the user may have amended. */
function mapToWritten(planned: string, change: Change | undefined): (line: number) => number {
  const written =
    change !== undefined && 'after' in change && change.after.kind === 'text' ? change.after.text : planned;
  if (written === planned) return (line) => line;
  const comparison = compareLines(planned, written);
  return (line) => mapLineToAfter(comparison, line);
}

/** Formats a result with the number of its edit in the call, as errors have it. */
function formatResult({ index, result: { filePath, cell, replacements, tier, lines } }: IndexedResult): string {
  const more = lines.length > maxListedLines ? ' …' : '';
  const lineList = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, maxListedLines).join(', ')}${more}`;
  const file = cell === undefined ? filePath : `cell ${cell} of ${filePath}`;
  return `${index + 1}. ${file}: ${pluralize(replacements, 'replacement')} (tier: ${tier}), ${lineList}`;
}

/** Awaits an edit, and adds its number to its error. */
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
