// Describes the edits of `redline_multi_edit` in its answer, as they were written, with the lines at which they begin.

import * as z from 'zod/mini';
import type { Change } from '../../../core/change/change.ts';
import { comparableTexts } from '../../../core/change/changeComparison.ts';
import { compareLines, mapLineToAfter, type Comparison } from '../../../core/diff/lineBlocks.ts';
import { moveOffset, shiftsOf } from '../../../core/diff/moveOffsets.ts';
import type { ReplaceResult } from '../../../core/replace/replace.ts';
import { lineAt, lineStarts, type TextEdit } from '../../../core/text/text.ts';
import { findAppliedChange, formatApplied } from '../../shared/appliedChanges.ts';
import { pluralize } from '../../../core/wording/phrase.ts';
import type { TextFile } from '../stateBefore.ts';
import type { Applied } from '../../ports/ports.ts';
import type { SuccessiveEdits, WrittenReplacement } from './writtenReplacements.ts';

/** Maximum number of edits in the text of an answer. */
const maxListedEdits = 50;
/** Maximum number of line numbers for each edit there. */
const maxListedLines = 10;
/** Maximum number of offsets stored for each edit: every later edit has to move all of them. */
const maxOffsetsPerEdit = 100;

/**
 * The result of one edit. `lines` are the lines (1-based) at which its replacements begin:
 * - in a file, the lines of the first replacements, in the text after all edits (`EditOffsets`);
 * - in a cell, the lines of all replacements, in its source after this edit;
 * - if the user changed the text, those of all written replacements, in the written text.
 */
export const editResult = z.object({
  filePath: z.string(),
  cell: z.optional(z.number()),
  replacements: z.number(),
  tier: z.string(),
  lines: z.array(z.number()),
});
type EditResult = z.infer<typeof editResult>;

/** An edit that was made. The fields of `ReplaceResult` refer to its target: the file, or the source of a cell. */
interface MadeEdit extends ReplaceResult {
  /** Index of the edit in the call, over all files. */
  readonly index: number;
  /** Number of the cell; undefined for the file. */
  readonly cell: number | undefined;
  /** Its edits of the file, with offsets in the file's text before it. */
  readonly fileEdits: readonly TextEdit[];
}

/** An edit's result, with the edit's index in the call. */
interface IndexedResult {
  readonly index: number;
  readonly result: EditResult;
}

/** A file with the edits made to it so far. */
export interface EditedFile extends TextFile {
  /** The text after all edits so far; only `applyEdit` changes this and the following fields. */
  text: string;
  readonly madeEdits: MadeEdit[];
  /** The current positions of the replacements of `madeEdits`, in the same order. */
  readonly offsets: EditOffsets;
  /** The edits of the file's text and of the source of each cell, by the cell's number; undefined for the file. */
  readonly editsByCell: Map<number | undefined, SuccessiveEdits>;
}

/** Tracks where the replacements of successive edits begin while later edits move them. */
export class EditOffsets {
  /** For each edit so far, the starts of its first replacements in the current text. */
  readonly #offsets: number[][] = [];

  /** Adds the next edit: its replacements, sorted, with offsets in the text before it. */
  add(edits: readonly TextEdit[]): void {
    const shifts = shiftsOf(edits);
    for (const offsets of this.#offsets) {
      for (const [index, offset] of offsets.entries()) offsets[index] = moveOffset(offset, edits, shifts);
    }
    // Each start is shifted by the replacements before it.
    this.#offsets.push(edits.slice(0, maxOffsetsPerEdit).map(({ start }, index) => start + (shifts[index - 1] ?? 0)));
  }

  /** Returns, for each edit, the lines (1-based) at which its first replacements begin in the text after all edits. */
  startLines(finalText: string): number[][] {
    const starts = lineStarts(finalText);
    // The last of `starts` is the end of the text; an offset there is in the last line.
    const lastLine = Math.max(starts.length - 2, 0);
    return this.#offsets.map((offsets) => offsets.map((offset) => Math.min(lineAt(starts, offset), lastLine) + 1));
  }
}

/** The answer of the tool: describes all edits, without those in files that the user excluded. */
export async function describeEdits(planned: readonly Change[], files: readonly EditedFile[], applied: Applied) {
  const appliedFiles = files.filter(({ at }) => findAppliedChange(applied, at) !== undefined);
  const results: IndexedResult[] = [];
  const fileResults: { readonly filePath: string; readonly replacements: number }[] = [];
  for (const file of appliedFiles) {
    const plannedChange = planned.find(({ at }) => at.uri === file.at.uri);
    const resultsOfFile = await collectResults(file, plannedChange, findAppliedChange(applied, file.at));
    results.push(...resultsOfFile);
    fileResults.push({
      filePath: file.at.path,
      replacements: resultsOfFile.reduce((sum, { result }) => sum + result.replacements, 0),
    });
  }
  results.sort((a, b) => a.index - b.index);
  const totalReplacements = fileResults.reduce((sum, { replacements }) => sum + replacements, 0);
  const headline = [
    `Edited ${formatApplied(planned, applied)}: ${pluralize(totalReplacements, 'replacement')}.`,
    ...results.slice(0, maxListedEdits).map(formatResult),
    ...(results.length > maxListedEdits ? [`And ${pluralize(results.length - maxListedEdits, 'more edit')}.`] : []),
    ...appliedFiles.flatMap((file) => noteMixedEdits(file, findAppliedChange(applied, file.at))),
  ].join('\n');
  return {
    headline,
    result: { totalReplacements, results: results.map(({ result }) => result), files: fileResults },
  };
}

/** If raw edits of a notebook are mixed with edits of cells, results can only be computed for the planned text. */
function noteMixedEdits({ at, text, editsByCell }: EditedFile, appliedChange: Change | undefined): string[] {
  const isMixed = editsByCell.size > 1 && editsByCell.has(undefined);
  if (!isMixed || findWrittenText(appliedChange, text) === text) return [];
  return [
    `What is said of ${at.path} may be as you proposed it, not as written: raw edits are mixed with those of cells.`,
  ];
}

/** The text that was written to a file; the planned one if the written content is not text. */
function findWrittenText(appliedChange: Change | undefined, plannedText: string): string {
  return (appliedChange && comparableTexts(appliedChange).after) ?? plannedText;
}

/** The results of the edits of a file, in the order of `madeEdits`. */
async function collectResults(
  file: EditedFile,
  plannedChange: Change | undefined,
  appliedChange: Change | undefined,
): Promise<IndexedResult[]> {
  const { at, text, madeEdits, offsets } = file;
  const written = findWrittenText(appliedChange, text);
  const replacementsByEdit = written === text ? undefined : await compareReplacements(file, plannedChange, written);
  const toWrittenLine = createLineMapper(text, written);
  const startLines = offsets.startLines(text);
  return madeEdits.map(({ index, replacements, tier, cell, firstLines }, position) => {
    // Undefined if the edit was written as planned, or cannot be compared.
    const writtenReplacements = replacementsByEdit?.get(position)?.filter(({ isWritten }) => isWritten);
    const findPlannedLines = (): readonly number[] =>
      cell === undefined ? (startLines[position] ?? []).map(toWrittenLine) : firstLines;
    const lines = writtenReplacements?.map(({ line }) => line) ?? findPlannedLines();
    const result = {
      filePath: at.path,
      ...(cell === undefined ? {} : { cell }),
      replacements: writtenReplacements?.length ?? replacements,
      tier,
      lines: [...new Set(lines)],
    };
    return { index, result };
  });
}

/** The replacements of each edit, compared with the written text, by the edit's position in `madeEdits`. */
async function compareReplacements(
  { at, madeEdits, editsByCell }: EditedFile,
  plannedChange: Change | undefined,
  written: string,
): Promise<ReadonlyMap<number, readonly WrittenReplacement[]>> {
  const { readCellSource } = await import('./writtenReplacements.ts');
  const found = new Map<number, readonly WrittenReplacement[]>();
  for (const [cell, edits] of editsByCell) {
    const text = cell === undefined ? written : await readCellSource(written, at.path, cell);
    const replacementsByStep = await edits.findIn(text, cell === undefined ? plannedChange : undefined);
    // The steps of `edits` are the edits of this cell, or of the file, in the order of `madeEdits`.
    const positions = [...madeEdits.keys()].filter((position) => madeEdits[position]?.cell === cell);
    for (const [step, position] of positions.entries()) {
      const replacements = replacementsByStep?.[step];
      if (replacements !== undefined) found.set(position, replacements);
    }
  }
  return found;
}

/**
 * Returns a function that maps a line of the planned text to the written one, which the user may have amended. Compares
 * the texts at its first call.
 */
function createLineMapper(planned: string, written: string): (line: number) => number {
  let comparison: Comparison | undefined;
  return (line) => (written === planned ? line : mapLineToAfter((comparison ??= compareLines(planned, written)), line));
}

/** Formats a result with the 1-based number of its edit in the call, as in error messages. */
function formatResult({ index, result: { filePath, cell, replacements, tier, lines } }: IndexedResult): string {
  const file = cell === undefined ? filePath : `cell ${cell} of ${filePath}`;
  if (replacements === 0) return `${index + 1}. ${file}: not written`;
  const more = lines.length > maxListedLines ? ' …' : '';
  const lineList = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, maxListedLines).join(', ')}${more}`;
  return `${index + 1}. ${file}: ${pluralize(replacements, 'replacement')} (tier: ${tier}), ${lineList}`;
}
