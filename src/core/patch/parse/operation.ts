// Parses the operations of an envelope (`*** Update File: path` …). The lines of an update or deletion form chunks, each
// with an optional `@@` line above it. A chunk with changes becomes a hunk, one without becomes anchors of the next hunk.
//
// Line numbers such as `at` and `next` are 0-based indexes into the patch; `patchLine` is 1-based.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { bodyContinues, noNewlinePattern, readCost, readHunkBody } from './hunkBody.ts';
import { isEmptyWithoutMarker, readHunkHeader } from './hunkLines.ts';
import { secondLineOfPair, readEnvelopeCommand, readWrittenPath, type EnvelopeCommand } from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import { noGitHeader, type PatchHunk, type HunkBody, type HunkLine } from './types.ts';
import type { ParserContext, ParsedFilePatch } from './unifiedFile.ts';

/**
 * Reads the operation of an envelope (add, delete or update a file) that begins at line `at` with `command`.
 *
 * @throws ToolError PATCH_INVALID for an operation without a path or without content
 */
export function* readOperation(
  lines: PatchLines,
  at: number,
  command: EnvelopeCommand,
  context: ParserContext,
): Yielding<ParsedFilePatch> {
  const path = readWrittenPath(command.path);
  if (path !== '') {
    if (command.verb === 'add') return readAdd(lines, at, path, context);
    if (command.verb === 'delete') return yield* readDelete(lines, at, path, context);
    if (command.verb === 'update') return yield* readUpdate(lines, at, path, context);
  }
  throw invalidPatchError(
    `Line ${at + 1} of the patch is not where an operation can begin, or does not name a path. Write *** Update File: path above the changes.`,
  );
}

/** Default values of the `FilePatch` fields that an envelope does not have. */
const envelopeDefaults = {
  ...noGitHeader,
  pathForm: 'plain',
  binary: undefined,
} as const;

function createHunk(body: HunkBody, patchLine: number): PatchHunk {
  return {
    patchLine,
    numbers: undefined,
    anchors: [],
    body,
    reachesFileEnd: false,
    appends: true,
    mayBeTruncated: false,
  };
}

/** Reads the content of a new file. Its lines begin with `+`; if none does, all are taken unchanged. */
function readAdd(lines: PatchLines, at: number, path: string, context: ParserContext): ParsedFilePatch {
  const patchLine = at + 1;
  // Skips a needless `@@` line above the content.
  const firstLine = readHunkHeader(lines.at(at + 1) ?? '') === undefined ? at + 1 : at + 2;
  const { body, next } = readHunkBody(lines, firstLine, { ...context, form: 'envelope', numbers: undefined });
  if (lines.startsWith(next, '@@')) throw lostLinesError(next);
  const content = withoutTrailingEmptyLines(body.lines);
  const hasMarkers = content.some((line) => line.kind === 'add');
  const mixesMarkers =
    content.some((line) => isUnmarked(line, hasMarkers)) ||
    (hasMarkers && hasStrayBackslashLine(lines.slice(firstLine, next).toArray()));
  if (mixesMarkers) {
    throw invalidPatchError(
      `The new file at line ${patchLine} of the patch has lines that do not begin with "+". Put "+" before each line of it.`,
    );
  }
  const addedLines = (hasMarkers ? content : readUnmarkedLines(lines, firstLine, next, context)).map(
    ({ text, ending }): HunkLine => ({ kind: 'add', text, ending, lacksMarker: false }),
  );
  const hunks = addedLines.length === 0 ? [] : [createHunk({ lines: addedLines, rawLines: undefined }, patchLine)];
  return { file: { ...envelopeDefaults, action: 'add', oldPath: undefined, newPath: path, hunks, patchLine }, next };
}

/** Whether a line of a new file lacks its `+`. Removed lines have no place there; an empty line may have lost its `+`. */
function isUnmarked({ kind, text }: HunkLine, hasMarkers: boolean): boolean {
  return kind === 'remove' || (hasMarkers && kind === 'context' && text !== '');
}

/**
 * Whether any line begins with `\ `, but is no `\ No newline at end of file`. `readHunkBody` takes each such line for that
 * note and drops it, so content would be lost. Ignores the last line, which may be the note in another language.
 */
function hasStrayBackslashLine(texts: readonly string[]): boolean {
  const last = texts.findLastIndex((text) => text !== '');
  return texts.some((text, at) => at < last && text.startsWith('\\ ') && !noNewlinePattern.test(text));
}

/** The lines `[from, to)` as they are, without a final `\ No newline at end of file` and blank lines at the end. */
function readUnmarkedLines(
  lines: PatchLines,
  from: number,
  to: number,
  { landmarks: { crlf } }: ParserContext,
): Pick<HunkLine, 'text' | 'ending'>[] {
  const texts = lines.slice(from, to).toArray();
  const last = texts.findLastIndex((text) => text !== '');
  // If the note is the only line, it is the content of the file.
  const hasNoNewline = last > 0 && noNewlinePattern.test(texts[last] ?? '');
  const end = hasNoNewline ? last : last + 1;
  return texts.slice(0, end).map((text, index) => {
    const ending = crlf.has(from + index) ? '\r\n' : '\n';
    return { text, ending: hasNoNewline && index === end - 1 ? '' : ending };
  });
}

function withoutTrailingEmptyLines(lines: readonly HunkLine[]): readonly HunkLine[] {
  const lastLine = lines.findLastIndex((line) => !isEmptyWithoutMarker(line));
  return lines.slice(0, lastLine + 1);
}

/**
 * Reads a deletion. The format has no lines below it. If there are some, they are read as hunks, to check them against
 * the file.
 */
function* readDelete(lines: PatchLines, at: number, path: string, context: ParserContext): Yielding<ParsedFilePatch> {
  const patchLine = at + 1;
  const textBelow = lines.at(at + 1) ?? '';
  const file = { ...envelopeDefaults, action: 'delete' as const, oldPath: path, newPath: undefined, patchLine };
  const hasChunks = /^(?:[- ]|@@)/.test(textBelow) && readEnvelopeCommand(textBelow) === undefined;
  if (!hasChunks) return { file: { ...file, hunks: [] }, next: at + 1 };
  const { hunks, next } = yield* readChunks(lines, at + 1, context);
  const showsContent = lines.slice(at + 1, next).findIndex((line) => /^[- ].*\S/.test(line)) >= 0;
  if (hunks.length === 0 && showsContent) throw lostLinesError(at + 1);
  return { file: { ...file, hunks }, next };
}

function* readUpdate(lines: PatchLines, at: number, path: string, context: ParserContext): Yielding<ParsedFilePatch> {
  const patchLine = at + 1;
  let nextLine = at + 1;
  while (lines.at(nextLine) === '' && readEnvelopeCommand(lines.at(nextLine + 1) ?? '')?.verb === 'move') nextLine++;
  const command = readEnvelopeCommand(lines.at(nextLine) ?? '');
  const target = command?.verb === 'move' ? readWrittenPath(command.path) : undefined;
  if (target !== undefined) nextLine++;
  // A unified header inside the envelope repeats the path.
  const secondLine = secondLineOfPair(lines, nextLine);
  if (secondLine !== undefined) nextLine = secondLine + 1;
  const { hunks, next } = yield* readChunks(lines, nextLine, context);
  if (hunks.length === 0 && target === undefined) {
    throw invalidPatchError(
      `The update at line ${patchLine} of the patch changes nothing. Write the lines to remove with "-" and the lines to add with "+" below it.`,
    );
  }
  const action = target === undefined || target === path ? 'update' : 'move';
  return { file: { ...envelopeDefaults, action, oldPath: path, newPath: target ?? path, hunks, patchLine }, next };
}

/**
 * Reads the chunks up to the next operation: each chunk with changes becomes a hunk. `@@` lines and chunks of context
 * alone become anchors of the next hunk; they are ignored below the last hunk.
 */
function* readChunks(
  lines: PatchLines,
  at: number,
  context: ParserContext,
): Yielding<{ hunks: PatchHunk[]; next: number }> {
  const hunks: PatchHunk[] = [];
  let anchors: string[] = [];
  let next = at;
  do {
    const patchLine = next + 1;
    const header = readHunkHeader(lines.at(next) ?? '');
    const bodyStart = header === undefined ? next : next + 1;
    const options = { ...context, form: 'envelope', numbers: undefined } as const;
    const { body, next: end } = readHunkBody(lines, bodyStart, options);
    if (countTowardsYield(context.sinceYield, readCost * (end - next))) yield;
    const reachesFileEnd = readEnvelopeCommand(lines.at(end) ?? '')?.verb === 'endOfFile';
    next = reachesFileEnd ? skipBlankLines(lines, end + 1) : end;
    if (reachesFileEnd && bodyContinues(lines, next, options)) throw lostLinesError(next);
    if (header !== undefined && header.heading !== '') anchors.push(header.heading);
    if (body.lines.some((line) => line.kind !== 'context')) {
      hunks.push({ ...createHunk(body, patchLine), numbers: header?.numbers, anchors, reachesFileEnd });
      anchors = [];
    } else {
      for (const { text } of body.lines) if (text.trim() !== '') anchors.push(text);
    }
  } while (lines.startsWith(next, '@@'));
  return { hunks, next };
}

/** The error for lines below an operation that would otherwise be skipped, like prose around the patch. */
function lostLinesError(at: number): ToolError {
  return invalidPatchError(
    `Line ${at + 1} of the patch does not belong to the operation above it. Put all lines of a new file under *** Add File with "+", and those of a change under an @@ line.`,
  );
}

function skipBlankLines(lines: PatchLines, at: number): number {
  let next = at;
  while (lines.at(next)?.trim() === '') next++;
  return next;
}
