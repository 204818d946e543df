// Reads one file of a unified or git diff: its headers, and its hunks or binary part.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../../async/yielding.ts';
import { readBinaryBody } from './binaryBody.ts';
import { needsNoHunks, readExtendedHeader, readGitHeader, type GitHeader } from './gitHeader.ts';
import { readCost, readHunkBody, type BodyOptions, type Landmarks } from './hunkBody.ts';
import { countLines, isNumberedHeader, readHunkHeader } from './hunkLines.ts';
import {
  beginsPart,
  fenceOf,
  isExtendedHeader,
  isFilePair,
  isSignature,
  isSwappedPair,
  readHeaderPath,
  readHeaderPaths,
  secondLineOfPair,
} from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import {
  noGitHeader,
  type BinaryPart,
  type FileAction,
  type FilePatch,
  type PatchHunk,
  type HunkBody,
} from './types.ts';

/** A file patch of a diff or of an envelope, and the line (0-based) after it. */
export interface ParsedFilePatch {
  readonly file: FilePatch;
  readonly next: number;
}

/** The parser's knowledge of the text around a part. */
export interface ParserContext {
  /** The code fence (three or more ` or ~) that is open around the part; undefined if none is. */
  readonly fence: string | undefined;
  readonly landmarks: Landmarks;
  readonly sinceYield: YieldCounter;
}

/**
 * Reads the file patch that begins at line `at`; undefined if none begins there.
 *
 * @throws ToolError PATCH_INVALID for a header without changes, and for binary data that is damaged or missing
 */
export function* readFilePatch(
  lines: PatchLines,
  at: number,
  context: ParserContext,
): Yielding<ParsedFilePatch | undefined> {
  const hasGitLine = lines.startsWith(at, 'diff --git ');
  const gitHeader = hasGitLine ? readGitHeader(lines, at) : gitHeaderWithoutFirstLine(lines, at);
  const headerEnd = gitHeader?.nextLine ?? at;
  const fileLines = readFileLines(lines, headerEnd);
  if (gitHeader === undefined && fileLines === undefined) return undefined;
  const form = gitHeader === undefined ? 'unified' : 'git';
  const namesOneSide = fileLines !== undefined && (fileLines.from === undefined || fileLines.to === undefined);
  const isWholeFile = gitHeader?.isNewFile === true || gitHeader?.isDeletedFile === true || namesOneSide;
  const options = { ...context, form, isWholeFile } as const;
  const bodyStart = fileLines?.next ?? headerEnd;
  const body = readBinaryPart(lines, bodyStart) ?? (yield* readHunks(lines, bodyStart, options));
  const file = gitHeader === undefined ? plainFileHeader(fileLines) : gitFileHeader(gitHeader, fileLines);
  const patch: FilePatch = { ...file, pathForm: 'prefixed', hunks: body.hunks, binary: body.binary, patchLine: at + 1 };
  rejectEmpty(patch, gitHeader);
  return { file: patch, next: body.next };
}

/** Reads an extended header whose `diff --git` line was lost; the `---` and `+++` lines below it name the file. */
function gitHeaderWithoutFirstLine(lines: PatchLines, at: number): GitHeader | undefined {
  if (!isExtendedHeader(lines.at(at) ?? '')) return undefined;
  const extended = readExtendedHeader(lines, at);
  const fileLines = readFileLines(lines, extended.nextLine);
  const path = fileLines?.to ?? fileLines?.from;
  return path === undefined ? undefined : { ...extended, from: path, to: path };
}

/** The paths of the lines `--- x` and `+++ y`, undefined for `/dev/null`, and the line after them. */
interface FileLines {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly next: number;
}

/** Reads `--- x` and `+++ y`, also swapped, or only one of them if a hunk follows. */
function readFileLines(lines: PatchLines, at: number): FileLines | undefined {
  const text = lines.at(at) ?? '';
  const secondLine = secondLineOfPair(lines, at);
  if (secondLine !== undefined) {
    return { ...readHeaderPaths(text.slice(4), lines.at(secondLine)?.slice(4) ?? ''), next: secondLine + 1 };
  }
  if (isSwappedPair(lines, at)) {
    return {
      from: readHeaderPath(lines.at(at + 1)?.slice(4) ?? ''),
      to: readHeaderPath(text.slice(4)),
      next: at + 2,
    };
  }
  const isLoneLine = (text.startsWith('--- ') || text.startsWith('+++ ')) && lines.startsWith(at + 1, '@@');
  const path = isLoneLine ? readHeaderPath(text.slice(4)) : undefined;
  return path === undefined ? undefined : { from: path, to: path, next: at + 1 };
}

type FileHeader = Pick<
  FilePatch,
  'action' | 'oldPath' | 'newPath' | 'barePaths' | 'gitPaths' | 'oldMode' | 'newMode' | 'oldBlob' | 'newBlob'
>;

function plainFileHeader(fileLines: FileLines | undefined): FileHeader {
  const { from, to } = fileLines ?? {};
  return { ...noGitHeader, action: plainAction(from, to), oldPath: from, newPath: to };
}

function plainAction(from: string | undefined, to: string | undefined): FileAction {
  if (from === undefined) return 'add';
  return to === undefined ? 'delete' : 'update';
}

function gitFileHeader(gitHeader: GitHeader, fileLines: FileLines | undefined): FileHeader {
  const { oldMode, newMode, oldBlob, newBlob } = gitHeader;
  const fromGit = {
    oldMode,
    newMode,
    oldBlob,
    newBlob,
    barePaths: gitHeader.rename ?? gitHeader.copy,
    gitPaths: { from: gitHeader.from, to: gitHeader.to },
  };
  const from = fileLines === undefined ? gitHeader.from : fileLines.from;
  const to = fileLines === undefined ? gitHeader.to : fileLines.to;
  if (gitHeader.isNewFile || from === undefined)
    return { ...fromGit, action: 'add', oldPath: undefined, newPath: to ?? gitHeader.to };
  if (gitHeader.isDeletedFile || to === undefined)
    return { ...fromGit, action: 'delete', oldPath: from, newPath: undefined };
  return { ...fromGit, action: actionOnBothPaths(gitHeader), oldPath: from, newPath: to };
}

function actionOnBothPaths({ rename, copy }: GitHeader): FileAction {
  if (rename !== undefined) return 'move';
  return copy === undefined ? 'update' : 'copy';
}

interface ParsedHunks {
  readonly hunks: readonly PatchHunk[];
  readonly binary: BinaryPart | undefined;
  readonly next: number;
}

interface FileOptions extends ParserContext, Pick<BodyOptions, 'form'> {
  /** Whether the headers say that the file is new or deleted, so that no line of its hunks is context. */
  readonly isWholeFile: boolean;
}

/** Maximum length of a line `Binary files … and … differ` to examine, in UTF-16 units: it has two paths. */
const maxBinaryNoteChars = 9000;
/** Shared by all hunks without anchors, since a large patch has thousands of them. */
const noAnchors: readonly string[] = [];

/** Reads the binary part of a file; undefined if none begins at line `at`. */
function readBinaryPart(lines: PatchLines, at: number): ParsedHunks | undefined {
  const text = lines.at(at) ?? '';
  if (text === 'GIT binary patch') {
    const { part, next } = readBinaryBody(lines, at + 1);
    return { hunks: [], binary: part, next };
  }
  if (/^(?:Binary f|F)iles .* differ$/.test(text.slice(0, maxBinaryNoteChars))) throw binaryWithoutDataError(at + 1);
  return undefined;
}

function* readHunks(lines: PatchLines, at: number, options: FileOptions): Yielding<ParsedHunks> {
  const hunks: PatchHunk[] = [];
  let next = at;
  for (;;) {
    const start = skipNoise(lines, next, hunks.length > 0);
    const header = readHunkHeader(lines.at(start) ?? '');
    const hasLostHeader = hunks.length === 0 && beginsWithoutHeader(lines, start, start === at && options.isWholeFile);
    const isHunk = (header !== undefined || hasLostHeader) && !isFilePair(lines, start);
    if (!isHunk) return { hunks, binary: undefined, next };
    const bodyStart = header === undefined ? start : start + 1;
    const numbers = header?.numbers;
    const { body, lacksCountedLines, next: end } = readHunkBody(lines, bodyStart, { ...options, numbers });
    if (countTowardsYield(options.sinceYield, readCost * (end - next))) yield;
    next = end;
    // Skips a complete hunk of context alone. Keeps a hunk that is empty or lacks lines, since text may have been lost,
    // and a hunk of a whole file, whose lines have lost their markers.
    const isContextOnly = !lacksCountedLines && next > bodyStart && changesNothing(body);
    if (isContextOnly && !options.isWholeFile) continue;
    hunks.push({
      patchLine: start + 1,
      numbers,
      anchors: header === undefined || header.heading === '' ? noAnchors : [header.heading],
      body,
      reachesFileEnd: false,
      appends: false,
      mayBeTruncated: lacksCountedLines,
    });
  }
}

/**
 * Whether a hunk that lost its header begins at a line below a file's headers: the line has a marker, or is right below
 * `+++ y` of a file that is new or deleted, so that all its lines may have lost their markers as well; not a closing tag.
 */
function beginsWithoutHeader(lines: PatchLines, at: number, mayLackMarkers: boolean): boolean {
  const text = lines.at(at) ?? '';
  if (/^[ +-]/.test(text)) return !isSignature(lines, at);
  const isBelowFileLines = lines.startsWith(at - 1, '+++ ') || lines.startsWith(at - 1, '--- ');
  const isAround = text === '' || text.startsWith('</') || fenceOf(text) !== undefined;
  return mayLackMarkers && isBelowFileLines && !isAround && !beginsPart(lines, at);
}

function changesNothing(body: HunkBody): boolean {
  if (body.rawLines !== undefined) return body.rawLines.endOfContext(0) === body.rawLines.length;
  // A line that begins with a typographic minus may be intended as a removed one (escapedPatch.ts).
  return body.lines.every(
    ({ kind, text, lacksMarker }) => kind === 'context' && !(lacksMarker && /^[\u2212\u2013]/.test(text)),
  );
}

/** Skips blank lines and, between two hunks, prose; skips nothing if no hunk of this file follows. */
function skipNoise(lines: PatchLines, at: number, isBetweenHunks: boolean): number {
  let next = at;
  while (next < lines.length && !lines.startsWith(next, '@@')) {
    if (isFilePair(lines, next) || beginsPart(lines, next)) return at;
    if (!isBetweenHunks && lines.at(next) !== '' && !isRemark(lines, next)) return next;
    next++;
  }
  return next < lines.length ? next : at;
}

/** Whether a line is a remark right above a hunk header: it has no marker of a hunk's line. */
function isRemark(lines: PatchLines, at: number): boolean {
  return !/^(?:[ +-]|$)/.test(lines.at(at) ?? '') && isNumberedHeader(lines.at(at + 1) ?? '');
}

function rejectEmpty(file: FilePatch, gitHeader: GitHeader | undefined): void {
  const emptyHunk = file.hunks.find((hunk) => countLines(hunk.body) === 0);
  const hasContent = file.hunks.length > 0 || file.binary !== undefined;
  if (emptyHunk === undefined && (hasContent || (gitHeader !== undefined && needsNoHunks(gitHeader)))) return;
  throw invalidPatchError(
    `The patch is truncated or empty at line ${emptyHunk?.patchLine ?? file.patchLine}: it names a file but no changes. Send the whole patch.`,
  );
}

function binaryWithoutDataError(line: number): ToolError {
  return invalidPatchError(
    `Line ${line} of the patch says that a binary file differs, but not how. Make the patch with git diff --binary.`,
  );
}
