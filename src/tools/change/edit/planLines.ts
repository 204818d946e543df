// Plans the replacement or deletion of whole lines, guarded against lines that the caller has not seen.

import { runYielding } from '../../../async/eventLoop.ts';
import type { Change } from '../../../core/change/change.ts';
import { comparableTexts } from '../../../core/change/changeComparison.ts';
import { unifiedDiff } from '../../../core/diff/diff.ts';
import { type LineRange, compareLinesYielding, countChanges } from '../../../core/diff/lineBlocks.ts';
import type { DiffBlock } from '../../../core/diff/lineDiff.ts';
import { pluralize, inEnglish, phrase, type Phrase } from '../../../core/wording/phrase.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { findClosestLines } from '../../../core/replace/closestLines.ts';
import { hasLines, rangeText, resolveRange } from '../../../core/replace/lineRange.ts';
import { applyEdits, lineStarts, splitLines, type TextEdit } from '../../../core/text/text.ts';
import { findAppliedChange, getHashes, withDiffAndHashes } from '../../shared/appliedChanges.ts';
import { readTextFile, type TextFile } from '../stateBefore.ts';
import { findEditTarget, type EditTarget } from './editFile.ts';
import type { LinesResult, RangeInput } from './lineTools.ts';
import { hasSeen } from '../../../core/change/readMemory.ts';
import { reportStaleFiles, maxStaleDiffChars } from '../../pipeline/lastRead.ts';
import type { Plan, ToolContext } from '../../shared/tool.ts';

// Exported here, too, so that the tools, which have the original names, load all they need with one `import()`.
export { deleteLines as deletionOf, replaceLines as replacementOf } from '../../../core/replace/lineRange.ts';

/** The first word of the answer, which also selects the title. */
type Verb = 'Replaced' | 'Deleted';

/**
 * Plans to replace or delete whole lines.
 * @param toEdit creates the edit of the lines in their target: the file, or the source of a cell
 * @throws ToolError VALIDATION_ERROR, STALE, NO_MATCH, AMBIGUOUS_MATCH
 */
export async function planLines(
  input: RangeInput,
  context: ToolContext,
  verb: Verb,
  toEdit: (text: string, range: LineRange) => TextEdit,
): Promise<Plan<LinesResult>> {
  const file = await readTextFile(context, input.filePath, input.expectedSha256);
  const { at, content } = file;
  const target = await findEditTarget(content.text, at.path, { cell: input.cell });
  const range = resolveRange(target.text, input, target.name);
  await requireKnownLines(input, file, { target, range }, context);
  const edit = toEdit(target.text, range);
  const edited = { text: applyEdits(target.text, [edit]), edits: [edit] };
  const { text, edits } = await target.toFileEdits(edited);
  const after = await context.workspace.rewrite(content, text);
  const linesRemoved = range.end - range.start + 1;
  const linesAdded = linesRemoved + lineStarts(edited.text).length - lineStarts(target.text).length;
  const planned = { ...range, linesRemoved, linesAdded };
  return {
    title: createTitle(verb, range, target),
    changes: [{ kind: 'update', at, before: file.snapshot.content, after, edits }],
    notes: [],
    async describe(applied) {
      const change = findAppliedChange(applied, at);
      const isAsPlanned = getHashes(change).sha256After === after.sha256;
      const written = isAsPlanned ? undefined : await findWrittenLines(target, range, at.path, change);
      const { start, end, ...counts } = written ?? planned;
      return {
        headline: isAsPlanned
          ? `${verb} ${formatRange(range)} of ${target.name}.`
          : formatWritten(verb, target, range, written),
        result: withDiffAndHashes({ filePath: at.path, startLine: start, endLine: end, ...counts }, change),
      };
    },
  };
}

function createTitle(verb: Verb, range: LineRange, { label }: EditTarget): Phrase {
  const lines = createRangePhrase(range);
  return verb === 'Replaced' ? phrase('Replace {0} of {1}', lines, label) : phrase('Delete {0} of {1}', lines, label);
}

/** The changed lines of a range, from the first to the last, with the numbers of removed and added lines. */
interface WrittenLines extends LineRange {
  readonly linesRemoved: number;
  readonly linesAdded: number;
}

/**
 * The lines in or directly at a range that the written text changes; the range itself if it changes none. Undefined if
 * the written content is not text, or no longer has the cell.
 */
async function findWrittenLines(
  { text, cell }: EditTarget,
  range: LineRange,
  path: string,
  change: Change | undefined,
): Promise<WrittenLines | undefined> {
  const fileText = change && comparableTexts(change).after;
  if (fileText === undefined) return undefined;
  const { readCellSource } = await import('./writtenReplacements.ts');
  const writtenText = cell === undefined ? fileText : await readCellSource(fileText, path, cell);
  if (writtenText === undefined) return undefined;
  const { blocks } = await runYielding(compareLinesYielding(text, writtenText));
  const changedBlocks = blocks.filter((block) => touchesRange(block, range));
  const { removed: linesRemoved, added: linesAdded } = countChanges({ blocks: changedBlocks });
  const [first, last] = [changedBlocks[0], changedBlocks.at(-1)];
  if (first === undefined || last === undefined) return { ...range, linesRemoved, linesAdded };
  // Inserted lines count as the line above them, or as the line below if the line above is not in the range.
  const lastLine = Math.max(range.start, last.beforeEnd);
  return { start: Math.min(lastLine, first.beforeStart + 1), end: lastLine, linesRemoved, linesAdded };
}

/**
 * Whether a block changes lines of a range, or inserts lines directly above, in or below it. Blocks are 0-based with an
 * exclusive end, the range is 1-based and inclusive.
 */
function touchesRange({ beforeStart, beforeEnd }: DiffBlock, { start, end }: LineRange): boolean {
  const isInsertion = beforeStart === beforeEnd;
  if (isInsertion) return beforeStart >= start - 1 && beforeStart <= end;
  return beforeStart < end && beforeEnd >= start;
}

function formatWritten(verb: Verb, { name }: EditTarget, range: LineRange, written: WrittenLines | undefined): string {
  const lines = formatRange(written ?? range);
  if (written === undefined)
    return `${verb} ${lines} of ${name}, not as planned. Read it again with redline_read_file.`;
  const { linesRemoved, linesAdded } = written;
  if (linesRemoved === 0 && linesAdded === 0)
    return `${lines[0]?.toUpperCase()}${lines.slice(1)} of ${name}: not written.`;
  return `${verb} ${lines} of ${name}, not as planned: ${pluralize(linesRemoved, 'line')} removed, ${pluralize(linesAdded, 'line')} added.`;
}

/** The lines to change, in the text of a file or cell. */
interface LineTarget {
  readonly target: EditTarget;
  readonly range: LineRange;
}

/**
 * Requires evidence that the caller knows the lines: `expectedText`, an earlier read, or `expectedSha256`, which
 * `readTextFile` has checked.
 * @throws ToolError STALE, VALIDATION_ERROR
 */
async function requireKnownLines(
  input: RangeInput,
  { at, content }: TextFile,
  { target, range }: LineTarget,
  context: ToolContext,
): Promise<void> {
  if (input.expectedText !== undefined) {
    if (hasLines(target.text, range, input.expectedText)) return;
    // A text that ends above a blank line looks the same as one that joins it to the line above.
    if (range.end > range.start && hasLines(target.text, range, `${input.expectedText}\n`))
      throw new ToolError(
        'STALE',
        `expectedText ends above line ${range.end} of ${target.name}, which is blank. To include that line, end expectedText with one more line break, then repeat the call.`,
      );
    // The lines may have moved, or their numbers may be wrong.
    const closest = await runYielding(findClosestLines(target.text, input.expectedText));
    const { firstLine, lineCount } = closest ?? { firstLine: range.start - 1, lineCount: range.end - range.start + 1 };
    const place = formatRange({ start: firstLine + 1, end: firstLine + lineCount });
    const page = { filePath: at.path, cell: input.cell, startLine: firstLine + 1, maxLines: lineCount };
    const hint = place === formatRange(range) ? '' : ` The closest place is ${place}.`;
    throw new ToolError(
      'STALE',
      `${target.name} does not have expectedText at ${formatRange(range)}.${hint} Read ${lineCount === 1 ? 'it' : 'them'} with redline_read_file ${JSON.stringify(page)}, then repeat the call.`,
    );
  }
  if (input.expectedSha256 !== undefined) return;
  const lastRead = context.reads.lastRead(at);
  if (lastRead !== undefined && hasSeen(lastRead.seen, { cell: target.cell, ...range })) {
    // If the notebook had no such cell when it was read, or was invalid, its current form was not read.
    const readTarget = await findEditTarget(lastRead.text, at.path, { cell: input.cell }).catch(() => undefined);
    const isSameTarget = readTarget !== undefined && readTarget.cell === target.cell;
    if (isSameTarget && hadSameLines(readTarget.text, target.text, range)) return;
    if (lastRead.text !== content.text) {
      const diff = unifiedDiff(at.path, lastRead.text, content.text, { maxChars: maxStaleDiffChars });
      throw reportStaleFiles([{ at, current: content, diff }], context.reads);
    }
  }
  throw createUnseenError(target.name, range);
}

function createUnseenError(name: string, range: LineRange): ToolError {
  const isOneLine = range.start === range.end;
  return new ToolError(
    'VALIDATION_ERROR',
    `You have not read ${formatRange(range)} of ${name} as ${isOneLine ? 'it is' : 'they are'} now, so this could change other lines than you mean. Read ${isOneLine ? 'it' : 'them'} with redline_read_file first, or send expectedText (${isOneLine ? 'the line as it is' : 'the lines as they are'}).`,
  );
}

/** Whether the lines had the same text and numbers when the file was last read. */
function hadSameLines(readText: string, currentText: string, range: LineRange): boolean {
  return splitLines(readText).length >= range.end && rangeText(readText, range) === rangeText(currentText, range);
}

function createRangePhrase({ start, end }: LineRange): Phrase {
  return start === end ? phrase('line {0}', start) : phrase('lines {0}–{1}', start, end);
}

function formatRange(range: LineRange): string {
  return inEnglish(createRangePhrase(range));
}
