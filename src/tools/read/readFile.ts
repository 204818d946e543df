// Defines `redline_read_file`, the tool that reads a file, page by page.

import * as z from 'zod/mini';
import { integerField, filePathAliases, filePathField, cellField, rawCell } from '../shared/fields.ts';
import { binaryKind } from '../../core/text/bytes.ts';
import type { BinaryContent, Location } from '../../core/change/change.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { maxLineChars, numberLines, readPage, type TextPage } from '../../core/diff/excerpt.ts';
import type { SeenLines, ReadMemory } from '../../core/change/readMemory.ts';
import { describeIndentation } from '../../core/text/indentation.ts';
import { maxPageBytes, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { createNoNotebookError, parseNotebook, type ParsedNotebook } from '../shared/parseNotebook.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { describeLineRest, formatNextCall, type ReadTarget } from './nextCall.ts';
import { rememberPage } from '../pipeline/lastRead.ts';
import { createNotFoundError } from '../shared/notFoundError.ts';
import type { PageLimits } from '../../core/notebook/renderCells.ts';
import type { Snapshot } from '../ports/ports.ts';
import type { CellRequest } from './answerNotebook.ts';
import {
  createPastEndError,
  describeWholeText,
  emptyReadResult,
  readResult,
  type ReadResult,
  type WholeText,
} from './readResult.ts';
import { queryTool } from '../shared/defineTool.ts';
import type { ToolAnswer, ToolContext } from '../shared/tool.ts';

/** Maximum and default number of lines of a page; the description of `maxLines` repeats it, and `maxPageBytes`. */
const maxPageLines = 2000;
/** Maximum `startColumn`: lines are read from their start, so this bounds the memory. */
const maxStartColumn = 10_000_000;

/** The alias `offset`, with which other tools count from zero, so the value is converted to a 1-based line. */
const zeroBasedOffset = {
  name: 'startLine',
  meaning: 'lines to skip: 0 starts at line 1',
  read: (value: unknown): unknown => (typeof value === 'number' ? value + 1 : value),
};

export const readFile = queryTool({
  name: 'redline_read_file',
  displayName: 'Read File',
  referenceName: 'redlineReadFile',
  description:
    'Reads a text file, whole or by lines, with line numbers, encoding, line endings and SHA-256; unsaved changes included. Shows images, and notebooks as cells.',
  userDescription: 'Read a file in the workspace',
  icon: 'file-text',
  aliases: { ...filePathAliases, limit: 'maxLines', lines: 'maxLines', offset: zeroBasedOffset },
  input: z.object({
    filePath: filePathField,
    cell: cellField(
      'In a notebook (.ipynb): only this cell, by its number or id; "raw" reads the JSON. Lines are counted in each cell.',
    ),
    startLine: z._default(integerField('The first line, 1-based (default 1).', 1), 1),
    maxLines: z._default(
      integerField(
        'The most lines to return (default and maximum 2,000, or 50 KiB). A truncated answer ends with the exact call to continue with.',
        1,
        maxPageLines,
      ),
      maxPageLines,
    ),
    startColumn: z._default(
      integerField(
        'Characters to skip at the start of each line, to continue in a long one (default 0).',
        0,
        maxStartColumn,
      ),
      0,
    ),
  }),
  result: readResult,
  progress: ({ filePath }) => phrase('Reading {0}', filePath),
  async run({ filePath, cell, startLine, maxLines, startColumn }, context): Promise<ToolAnswer<ReadResult>> {
    const at = await context.workspace.locate(filePath);
    const request = { startLine, maxLines, maxBytes: maxPageBytes, maxLineChars, startColumn };
    // A notebook is parsed as a whole, so it is loaded if possible.
    const isReadAsCells = cell !== rawCell && isNotebookPath(at.path) && (await isLoadable(context, at));
    // Undefined for a file that is not read in pages, such as a small one.
    const largePage = isReadAsCells ? undefined : await context.queries.readPage(at, request);
    const target = { filePath: at.path, cell };
    if (largePage !== undefined) {
      if (cell !== undefined && cell !== rawCell) throw createNoCellsError(at.path);
      return (await import('./answerLargeFile.ts')).answerLargeFile(target, largePage, startColumn);
    }
    const snapshot = await readWhole(context, at);
    if (snapshot.content.kind === 'binary') return answerImage(at, snapshot.content);
    const { content } = snapshot;
    const file = { at, content, snapshot };
    const notebook = await parseNotebook(content.text, at.path, cell);
    if (notebook !== undefined) {
      const limits = { maxLines, maxBytes: maxPageBytes, column: startColumn };
      return readCells(file, notebook, { cell, startLine }, limits, context.reads);
    }
    const page = readPage(content.text, startLine, maxLines, maxPageBytes, startColumn);
    if (startLine > 1 && startLine > page.totalLines) throw createPastEndError(at.path, startLine, page.totalLines);
    await rememberPage(at, content, seenOf(page, startColumn), context.reads);
    return answerText(file, page, target, startColumn);
  },
});

/** Answers with cells of a notebook, and remembers their lines as seen. The code is loaded with the first notebook. */
async function readCells(
  file: WholeText,
  notebook: ParsedNotebook,
  request: CellRequest,
  limits: PageLimits,
  reads: ReadMemory,
): Promise<ToolAnswer<ReadResult>> {
  const { answerNotebook, findUnchangedSeenLines } = await import('./answerNotebook.ts');
  const { seen, ...answer } = answerNotebook(file, notebook, request, limits);
  const seenEarlier = await findUnchangedSeenLines(file, notebook, reads);
  reads.remember(file.at, file.content, [...seenEarlier, ...seen]);
  return answer;
}

/** The lines that a page shows from their start: none with a `startColumn`; up to `Infinity` if it has the last line. */
function seenOf({ startLine, endLine, nextStartLine }: TextPage, startColumn: number): SeenLines[] {
  if (startColumn > 0) return [];
  return [{ cell: undefined, start: startLine, end: nextStartLine === undefined ? Infinity : endLine }];
}

/** Whether a file is small enough to be loaded, even if it is large enough to be read in pages. */
async function isLoadable({ workspace }: ToolContext, at: Location): Promise<boolean> {
  return ((await workspace.stat(at))?.size ?? 0) <= wholeFileLimit;
}

/** The error for a request of a cell in a file that is too large to be parsed, whether it is a notebook or not. */
function createNoCellsError(path: string): ToolError {
  if (!isNotebookPath(path)) return createNoNotebookError(path);
  return new ToolError(
    'TOO_LARGE',
    `${path} is too large to be read as a notebook. Call again without "cell" to read its JSON page by page.`,
  );
}

async function readWhole(context: ToolContext, at: Location): Promise<Snapshot> {
  try {
    return await context.workspace.read(at);
  } catch (cause) {
    if (cause instanceof ToolError && cause.code === 'NOT_FOUND') throw await createNotFoundError(context, at.path);
    throw cause;
  }
}

function answerText(file: WholeText, page: TextPage, target: ReadTarget, startColumn: number): ToolAnswer<ReadResult> {
  const { at, content, snapshot } = file;
  const hasFinalNewline = content.text === '' || /[\r\n]$/.test(content.text);
  const result: ReadResult = {
    ...describeWholeText(file),
    content: page.lines.join('\n'),
    startLine: page.startLine,
    endLine: page.endLine,
    totalLines: page.totalLines,
    truncated: page.nextStartLine !== undefined || page.cutLines > 0,
    nextStartLine: page.nextStartLine ?? null,
    notes: hasFinalNewline ? [] : ['The last line has no line ending.'],
  };
  const lines = page.totalLines === 0 ? 'empty' : `lines ${page.startLine}–${page.endLine} of ${page.totalLines}`;
  const header = [
    `${at.path}: ${lines}; ${content.encoding}; line endings ${result.eol}; ${describeIndentation(content.text)}; SHA-256 ${content.sha256}`,
    // 0-based like the input: the number of characters that are skipped.
    ...(startColumn > 0 ? [`Each line is shown from column ${startColumn}.`] : []),
    ...(snapshot.unsaved ? ['This is the unsaved text in the editor; the file on disk is different.'] : []),
    ...(snapshot.encodingErrors > 0
      ? [`Not valid ${content.encoding}: ${pluralize(snapshot.encodingErrors, 'byte')}, shown as U+FFFD.`]
      : []),
    ...result.notes,
  ];
  return {
    result,
    text: [...header, numberLines(page.lines, page.startLine), ...formatContinuation(target, page)].join('\n'),
  };
}

/** The calls to continue with: for the rest of the first long line, and for the next page; none at the end. */
function formatContinuation(target: ReadTarget, page: TextPage): string[] {
  const { firstCut, cutLines } = page;
  const longLines = firstCut === undefined ? [] : [describeLineRest(target, firstCut.line, firstCut.column, cutLines)];
  if (page.nextStartLine === undefined) return longLines;
  const reason = page.stoppedBy === 'maxBytes' ? ` (${maxPageBytes / 1024} KiB reached)` : '';
  const call = formatNextCall('redline_read_file', { ...target, startLine: page.nextStartLine });
  return [...longLines, `${pluralize(page.totalLines - page.endLine, 'more line')}${reason}; continue with ${call}`];
}

/** MIME types of the images that models take, by the names that `binaryKind` returns. */
const mimeTypeByKind: Readonly<Record<string, string>> = {
  'PNG image': 'image/png',
  'JPEG image': 'image/jpeg',
  'GIF image': 'image/gif',
  'WebP image': 'image/webp',
};

/** Answers with an image. @throws ToolError BINARY_FILE for other binary content */
function answerImage(at: Location, content: BinaryContent): ToolAnswer<ReadResult> {
  const kind = binaryKind(content.bytes) ?? 'binary file';
  const mimeType = mimeTypeByKind[kind];
  if (mimeType === undefined) {
    throw new ToolError(
      'BINARY_FILE',
      `${at.path} is a binary file (${kind}, ${pluralize(content.bytes.length, 'byte')}) and cannot be read as text. Look at it with redline_path_info.`,
    );
  }
  const text = `${at.path}: ${kind}, ${content.bytes.length} bytes, SHA-256 ${content.sha256}`;
  const result: ReadResult = {
    ...emptyReadResult,
    filePath: at.path,
    kind: 'image',
    mediaType: mimeType,
    size: content.bytes.length,
    sha256: content.sha256,
  };
  return { result, text, images: [{ bytes: content.bytes, mimeType }] };
}
