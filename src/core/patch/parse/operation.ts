import { ToolError } from '../../wording/errors.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { readWrittenPath } from './headerPath.ts';
import { readHunkBody } from './hunkBody.ts';
import { readHunkHeader } from './hunkHeader.ts';
import { isFilePair, readEnvelopeCommand, type EnvelopeCommand } from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import { noExtras, type Hunk, type HunkBody, type HunkLine } from './types.ts';
import type { ParserContext, FilePatchRead } from './unifiedFile.ts';

/**
 * Reads one operation of an envelope; `mark` is what stands at `at`.
 *
 * @throws ToolError PATCH_INVALID for an operation without a path or without content.
 */
export function* readOperation(
  lines: PatchLines,
  at: number,
  mark: EnvelopeCommand,
  around: ParserContext,
): Yielding<FilePatchRead> {
  const number = at + 1;
  const path = readWrittenPath(mark.path);
  if (mark.verb === 'add') return path === '' ? refuse(number) : readAdd(lines, at, path, around);
  if (mark.verb === 'delete') return path === '' ? refuse(number) : yield* readDelete(lines, at, path, around);
  return mark.verb === 'update' && path !== '' ? yield* readUpdate(lines, at, path, around) : refuse(number);
}

function refuse(line: number): never {
  throw new ToolError(
    'PATCH_INVALID',
    `Line ${line} of the patch is not where an operation can begin, or does not name a path. Write *** Update File: path above the changes.`,
  );
}

const blank = {
  ...noExtras,
  pathForm: 'plain',
  binary: undefined,
} as const;

function chunkOf(body: HunkBody, patchLine: number): Hunk {
  return { patchLine, numbers: undefined, anchors: [], body, endOfFile: false, maybeTruncated: false };
}

/** Content lines begin with `+`; where none does, they are taken as they stand. */
function readAdd(lines: PatchLines, at: number, path: string, around: ParserContext): FilePatchRead {
  const patchLine = at + 1;
  const first = readHunkHeader(lines.at(at + 1) ?? '') === undefined ? at + 1 : at + 2;
  const { body, next } = readHunkBody(lines, first, { ...around, form: 'envelope', numbers: undefined });
  const content = withoutBlankTail(body.lines);
  const marked = content.filter((line) => line.kind === 'add').length;
  const stray = content.find(
    (line) => line.kind === 'remove' || (marked > 0 && line.kind === 'context' && line.text !== ''),
  );
  if (stray !== undefined) {
    throw new ToolError(
      'PATCH_INVALID',
      `The new file at line ${patchLine} of the patch has lines that do not begin with "+". Put "+" before each line of it.`,
    );
  }
  const added = content.map((line, index): HunkLine => ({
    kind: 'add',
    text: line.kind === 'context' ? (lines.at(first + index) ?? '') : line.text,
    end: line.end,
    lostMarker: false,
  }));
  const hunks = added.length === 0 ? [] : [chunkOf({ lines: added, rawLines: undefined }, patchLine)];
  return { file: { ...blank, action: 'add', oldPath: undefined, newPath: path, hunks, patchLine }, next };
}

function withoutBlankTail(lines: readonly HunkLine[]): readonly HunkLine[] {
  const last = lines.findLastIndex((line) => !(line.lostMarker && line.text === ''));
  return lines.slice(0, last + 1);
}

/** Lines that some write below a deletion are kept as a hunk, so that they are checked against the file. */
function* readDelete(lines: PatchLines, at: number, path: string, around: ParserContext): Yielding<FilePatchRead> {
  const patchLine = at + 1;
  const first = lines.at(at + 1) ?? '';
  const file = { ...blank, action: 'delete' as const, oldPath: path, newPath: undefined, patchLine };
  if (!first.startsWith('-') && !first.startsWith('@@')) return { file: { ...file, hunks: [] }, next: at + 1 };
  const { hunks, next } = yield* readChunks(lines, at + 1, around);
  return { file: { ...file, hunks }, next };
}

function* readUpdate(lines: PatchLines, at: number, path: string, around: ParserContext): Yielding<FilePatchRead> {
  const patchLine = at + 1;
  let first = at + 1;
  while (lines.at(first) === '' && readEnvelopeCommand(lines.at(first + 1) ?? '')?.verb === 'move') first++;
  const mark = readEnvelopeCommand(lines.at(first) ?? '');
  const target = mark?.verb === 'move' ? readWrittenPath(mark.path) : undefined;
  if (target !== undefined) first++;
  // A unified header inside the envelope says the path again.
  if (isFilePair(lines, first)) first += 2;
  const { hunks, next } = yield* readChunks(lines, first, around);
  if (hunks.length === 0 && target === undefined) {
    throw new ToolError(
      'PATCH_INVALID',
      `The update at line ${patchLine} of the patch changes nothing. Write the lines to remove with "-" and the lines to add with "+" below it.`,
    );
  }
  const action = target === undefined || target === path ? 'update' : 'move';
  return { file: { ...blank, action, oldPath: path, newPath: target ?? path, hunks, patchLine }, next };
}

/** Chunks down to the next operation. A chunk of context alone, and lines of `@@` in a row, anchor the chunk below. */
function* readChunks(lines: PatchLines, at: number, around: ParserContext): Yielding<{ hunks: Hunk[]; next: number }> {
  const hunks: Hunk[] = [];
  let anchors: string[] = [];
  let next = at;
  for (;;) {
    const patchLine = next + 1;
    const header = readHunkHeader(lines.at(next) ?? '');
    const { body, next: end } = readHunkBody(lines, header === undefined ? next : next + 1, {
      ...around,
      form: 'envelope',
      numbers: undefined,
    });
    if (header !== undefined && header.words !== '') anchors.push(header.words);
    if (shouldYield(around.sinceYield, 2 * (end - next))) yield;
    next = end;
    const endOfFile = readEnvelopeCommand(lines.at(next) ?? '')?.verb === 'endOfFile';
    if (endOfFile) next++;
    if (body.lines.some((line) => line.kind !== 'context')) {
      hunks.push({ ...chunkOf(body, patchLine), numbers: header?.numbers, anchors, endOfFile });
      anchors = [];
    } else {
      const named = body.lines.filter((line) => line.text.trim() !== '').map((line) => line.text);
      if (named.length > 0) anchors = [...anchors, ...named];
    }
    if (endOfFile) while (lines.at(next)?.trim() === '') next++;
    const more = lines.at(next) ?? '';
    if (next >= lines.length || !more.startsWith('@@')) break;
  }
  return { hunks, next };
}
