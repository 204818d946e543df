import * as z from 'zod/mini';
import type { LineRange } from '../core/diff.ts';
import { ToolError } from '../core/errors.ts';
import {
  deleteLines as deletionOf,
  holdsLines,
  rangeText,
  replaceLines as replacementOf,
  resolveRange,
} from '../core/lines.ts';
import { diffOf } from '../core/summary.ts';
import { applyEdits, splitLines, type TextEdit } from '../core/text.ts';
import {
  appliedAt,
  count,
  expectedSha256Field,
  filePathAliases,
  filePathField,
  hashesOf,
  hashFields,
  readText,
  type TextFile,
} from './common.ts';
import { changeTool, type Plan, type ToolContext } from './tool.ts';

const rangeFields = {
  filePath: filePathField,
  startLine: z.optional(
    z.int().check(z.minimum(1), z.describe('First line, 1-based. Give lines by number or by pattern.')),
  ),
  endLine: z.optional(z.int().check(z.minimum(1), z.describe('Last line, inclusive (default: startLine).'))),
  startPattern: z.optional(
    z.string().check(z.describe('Literal text that occurs on exactly one line: the first line, instead of startLine.')),
  ),
  endPattern: z.optional(
    z.string().check(z.describe('The same for the last line (default: the line of startPattern).')),
  ),
  expectedText: z.optional(
    z
      .string()
      .check(
        z.describe('What these lines hold now. Needed unless expectedSha256 is given or these lines were read before.'),
      ),
  ),
  expectedSha256: expectedSha256Field,
};

const rangeAliases = { ...filePathAliases, start_line: 'startLine', end_line: 'endLine' };

const result = z.object({
  filePath: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  linesRemoved: z.number(),
  linesAdded: z.number(),
  diff: z.string(),
  ...hashFields,
});

type RangeInput = z.infer<z.ZodMiniObject<typeof rangeFields>>;

export const replaceLines = changeTool({
  name: 'redline_replace_lines',
  displayName: 'Replace Lines',
  referenceName: 'redlineReplaceLines',
  description:
    'Replaces whole lines of a text file, given by line numbers or by literal patterns, both ends included. The lines must have been read before, or be given as expectedText, so that no other lines are replaced by mistake. The user reviews the diff first.',
  userDescription: 'Replace lines of a file, after your review',
  icon: 'list-ordered',
  aliases: { ...rangeAliases, new_content: 'newContent', content: 'newContent' },
  input: z.object({
    ...rangeFields,
    newContent: z.string().check(z.describe('The new lines; a final line break is optional.')),
  }),
  result,
  progress: ({ filePath }) => `Replacing lines of ${filePath}`,
  plan: (input, context) =>
    planLines(input, context, 'Replaced', (text, range) => replacementOf(text, range, input.newContent)),
});

export const deleteLines = changeTool({
  name: 'redline_delete_lines',
  displayName: 'Delete Lines',
  referenceName: 'redlineDeleteLines',
  description:
    'Deletes whole lines of a text file, given by line numbers or by literal patterns, both ends included. The lines must have been read before, or be given as expectedText. The user reviews the diff first.',
  userDescription: 'Delete lines of a file, after your review',
  icon: 'clear-all',
  aliases: rangeAliases,
  input: z.object(rangeFields),
  result,
  progress: ({ filePath }) => `Deleting lines of ${filePath}`,
  plan: (input, context) => planLines(input, context, 'Deleted', deletionOf),
});

async function planLines(
  input: RangeInput,
  context: ToolContext,
  verb: 'Replaced' | 'Deleted',
  toEdit: (text: string, range: LineRange) => TextEdit,
): Promise<Plan<z.infer<typeof result>>> {
  const file = await readText(context, input.filePath, input.expectedSha256);
  const { at, content } = file;
  const range = resolveRange(content.text, input, at.path);
  requireGuard(input, file, range, context);
  const edit = toEdit(content.text, range);
  const after = await context.workspace.encode(applyEdits(content.text, [edit]), content.encoding);
  const linesRemoved = range.end - range.start + 1;
  return {
    title: `${verb === 'Replaced' ? 'Replace' : 'Delete'} ${nameOf(range)} of ${at.path}`,
    changes: [{ kind: 'update', at, before: file.snapshot.content, after, edits: [edit] }],
    notes: [],
    describe(applied) {
      const change = appliedAt(applied, at);
      return {
        headline: `${verb} ${nameOf(range)} of ${at.path}.`,
        result: {
          filePath: at.path,
          startLine: range.start,
          endLine: range.end,
          linesRemoved,
          linesAdded: splitLines(edit.text).length,
          // Only who looks at it waits for it.
          get diff() {
            return change === undefined ? '' : diffOf(change);
          },
          ...(change === undefined ? { sha256Before: null, sha256After: null } : hashesOf(change)),
        },
      };
    },
  };
}

/** A range names lines by where they are, so something must say what is there. */
function requireGuard(input: RangeInput, { at, content }: TextFile, range: LineRange, context: ToolContext): void {
  if (input.expectedText !== undefined) {
    if (holdsLines(content.text, range, input.expectedText)) return;
    throw new ToolError(
      'STALE',
      `${nameOf(range)} of ${at.path} do not hold expectedText. Read them with redline_read_file ${JSON.stringify({ filePath: at.path, startLine: range.start, maxLines: range.end - range.start + 1 })}, then repeat the call.`,
    );
  }
  if (input.expectedSha256 !== undefined) return;
  const read = context.reads.lastRead(at);
  if (read !== undefined && wasRead(read.text, content.text, range)) return;
  throw new ToolError(
    'VALIDATION_ERROR',
    `Nothing says what ${nameOf(range)} of ${at.path} hold now, so this could change other lines than you mean. Send expectedText (these ${count(range.end - range.start + 1, 'line')} as they are), or read them first with redline_read_file.`,
  );
}

/** Whether the lines were the same, at the same numbers, when the file was last read. */
function wasRead(read: string, now: string, range: LineRange): boolean {
  return splitLines(read).length >= range.end && rangeText(read, range) === rangeText(now, range);
}

function nameOf({ start, end }: LineRange): string {
  return start === end ? `line ${start}` : `lines ${start}–${end}`;
}
