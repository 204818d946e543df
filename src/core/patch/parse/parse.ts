// Parses a patch: a unified diff, a git diff, or an envelope (`*** Begin Patch`).
//
// The grammar (quoted words begin a line; `…?` is optional, `…*` repeats):
//
//   patch      = noise* ( envelope | file* ) noise*      noise: prose, fences, a shell command with its here-document;
//                                                        all may be indented, quoted with "> ", or one JSON string
//   envelope   = "*** Begin Patch"? operation* "*** End Patch"?
//   operation  = "*** Add File: " path ( "+" line )*
//              | "*** Delete File: " path
//              | "*** Update File: " path ( "*** Move to: " path )? chunk*
//   chunk      = ( "@@" anchor? )* body ( "*** End of File" )?
//
//   file       = gitHeader? ( "--- " path "+++ " path )? ( hunk* | binary )
//   gitHeader  = "diff --git " path path ( mode | new | deleted | rename | copy | similarity | index )*
//   path       = prefix? name ( TAB timestamp )?         names may be C strings; prefixes: see files/prefixRules.ts
//   hunk       = "@@" ( " -" n ( "," n )? " +" n ( "," n )? " @@" )? heading? body
//   body       = ( " " line | "+" line | "-" line | "\ No newline at end of file" | unmarked line )*
//   binary     = "GIT binary patch" ( "literal " | "delta " ) size base85* ( reverse part )?
//
// Operations, files, chunks and hunks may follow one another in one text. Counts of a hunk header are used if they fit
// the body (hunkBody.ts). An unmarked line is a context line that lost its leading space. A patch that may be truncated
// is marked (`markTruncated`) or refused, so that no half of a change is applied. Combined diffs (`@@@`), context diffs
// and ed scripts are refused.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import { runSync, countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { isComplete, isNumberedHeader, lacksAddedLines, truncatedError } from './hunkLines.ts';
import { createLandmarks } from './hunkBody.ts';
import { readOperation } from './operation.ts';
import {
  isFilePair,
  isUnknownEnvelopeCommand,
  readEnvelopeCommand,
  fenceOf,
  type EnvelopeCommand,
} from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import { readPatchText } from './patchText.ts';
import type { FilePatch, ParsedPatch, PatchHunk } from './types.ts';
import { readFilePatch, type ParserContext, type ParsedFilePatch } from './unifiedFile.ts';

/** The state of the parser between two parts of a patch. */
interface ParserState {
  readonly lines: PatchLines;
  /** The line (0-based) at which the patch begins. */
  readonly firstLine: number;
  readonly context: Omit<ParserContext, 'fence'>;
  readonly files: FilePatch[];
  /** The open code fence. */
  fence: string | undefined;
  /** Whether `*** Begin Patch` was read. */
  hasBeginMarker: boolean;
  /** Whether the end of the last envelope or diff was read: `*** End Patch`, or the end of a code fence around it. */
  hasEnded: boolean;
}

/**
 * Parses a patch. Prose, code fences and shell commands around it are ignored.
 *
 * @throws ToolError PATCH_INVALID for a text that is not a patch, is truncated, or is of an unsupported format
 */
export function* parsePatchYielding(text: string): Yielding<ParsedPatch> {
  const { lines, crlf, firstLine, isClosed, hasFinalNewline } = readPatchText(text);
  const sinceYield = { units: 0 };
  if (countTowardsYield(sinceYield, lines.length)) yield;
  const state: ParserState = {
    lines,
    firstLine,
    context: { landmarks: createLandmarks(lines, crlf), sinceYield },
    files: [],
    fence: undefined,
    hasBeginMarker: false,
    hasEnded: false,
  };
  for (let at = firstLine; at < lines.length;) at = yield* readPart(state, at);
  const hasEnded = state.hasEnded || isClosed;
  if (!hasEnded) rejectTruncatedHeader(lines, hasFinalNewline);
  if (state.files.length === 0) throw noPatchError(state);
  const lacksEndMarker = state.hasBeginMarker && !hasEnded;
  return { files: markTruncated(state.files, { lacksEndMarker, hasFinalNewline }) };
}

/** Parses a patch synchronously; otherwise as `parsePatchYielding`. */
export function parsePatch(text: string): ParsedPatch {
  return runSync(parsePatchYielding(text));
}

/** Reads one part of the patch, or skips one line of noise; returns the line after it. */
function* readPart(state: ParserState, at: number): Yielding<number> {
  const { lines } = state;
  const text = lines.at(at) ?? '';
  rejectUnsupported(lines, at, text);
  const command = commandAt(state, at);
  if (command?.verb === 'begin' || command?.verb === 'end') {
    recordEnvelopeEdge(state, command.verb);
    return at + 1;
  }
  if (command !== undefined)
    return addFile(state, yield* readOperation(lines, at, command, { fence: state.fence, ...state.context }));
  const file = yield* readFilePatch(lines, at, { fence: state.fence, ...state.context });
  if (file !== undefined) return addFile(state, file);
  if (isNumberedHeader(text)) throw hunkWithoutFileError(at + 1);
  trackFence(state, text);
  return at + 1;
}

/** Opens or closes a code fence, if a line is one. The fence that closes below a file ends the patch. */
function trackFence(state: ParserState, text: string): void {
  const fence = fenceOf(text);
  if (fence === undefined) return;
  state.hasEnded ||= state.fence !== undefined && state.files.length > 0;
  state.fence = state.fence === undefined ? fence : undefined;
}

/** Records the first or last line of an envelope. */
function recordEnvelopeEdge(state: ParserState, verb: 'begin' | 'end'): void {
  if (verb === 'end') {
    state.hasEnded = true;
    return;
  }
  state.hasBeginMarker = true;
  // After a file, this begins another envelope, which needs an end of its own.
  if (state.files.length > 0) state.hasEnded = false;
}

function addFile(state: ParserState, { file, next }: ParsedFilePatch): number {
  state.files.push(file);
  // A file after the end begins another patch, which needs an end of its own.
  state.hasEnded = false;
  return next;
}

/**
 * The envelope's command at a line. An indented one may be prose: it counts only as `*** Begin Patch`, or, inside an
 * envelope or at the start of the patch, as an operation or `*** End Patch`.
 */
function commandAt(state: ParserState, at: number): EnvelopeCommand | undefined {
  const text = state.lines.at(at) ?? '';
  const command = readEnvelopeCommand(text);
  if (command === undefined || !/^\s/.test(text) || command.verb === 'begin') return command;
  const belongsToOperation = command.verb === 'endOfFile' || command.verb === 'move';
  return !belongsToOperation && (state.hasBeginMarker || at === state.firstLine) ? command : undefined;
}

/** @throws ToolError PATCH_INVALID for an unknown command of an envelope, a combined diff, or a context diff */
function rejectUnsupported(lines: PatchLines, at: number, text: string): void {
  const patchLine = at + 1;
  if (isUnknownEnvelopeCommand(text)) {
    throw invalidPatchError(
      `Line ${patchLine} of the patch is not a known command. Use *** Add File:, *** Update File:, *** Delete File: or *** Move to:.`,
    );
  }
  const isCombined = text.startsWith('@@@ -') || text.startsWith('diff --cc ') || text.startsWith('diff --combined ');
  // Exactly 15 asterisks begin a hunk of a context diff; a longer line of them is prose.
  const isContext = /^\*{15}(?!\*)/.test(text) || (/^\*\*\* [^ ]/.test(text) && isContextDiff(lines, at, text));
  if (!isCombined && !isContext) return;
  throw invalidPatchError(
    `Line ${patchLine} of the patch begins a ${isCombined ? 'combined diff of a merge' : 'context diff'}, which cannot be applied. Send a unified diff (git diff, diff -u).`,
  );
}

/** Whether `*** old` and `--- new`, the header of a context diff, begin at a line. */
function isContextDiff(lines: PatchLines, at: number, text: string): boolean {
  return readEnvelopeCommand(text) === undefined && lines.startsWith(at + 1, '--- ') && !isFilePair(lines, at + 1);
}

/** Properties of the end of a patch. */
interface PatchEnd {
  /** Whether `*** Begin Patch` was read, but not its end: `*** End Patch`, or that of a code fence or here-document. */
  readonly lacksEndMarker: boolean;
  /** Whether the last line has a line ending. */
  readonly hasFinalNewline: boolean;
}

/** Starts of header lines. A last line that ends within one was cut off; one character alone is too little to tell. */
const headerStarts = ['diff --git ', '--- a/', '+++ b/', '@@ -', 'index ', '*** '];

/**
 * Rejects a text that ends in the middle of a header.
 *
 * @throws ToolError PATCH_INVALID
 */
function rejectTruncatedHeader(lines: PatchLines, hasFinalNewline: boolean): void {
  const lastLine = lines.at(lines.length - 1) ?? '';
  const beginsHeader = lastLine.length > 1 && headerStarts.some((start) => start.startsWith(lastLine));
  if (hasFinalNewline || !beginsHeader) return;
  throw truncatedError(lines.length);
}

/**
 * Decides which hunks may be truncated (`mayBeTruncated`):
 * - the last one, if its header counts more lines or the patch lacks its end marker, unless its context shows that it
 *   is complete (`isComplete`) and it does not merely lack added lines (`lacksAddedLines`);
 * - no other, since text is lost only at the end: there, wrong counts are just wrong.
 *
 * @throws ToolError PATCH_INVALID if a new file, a deletion, or a run of changes may be truncated
 */
function markTruncated(files: readonly FilePatch[], end: PatchEnd): readonly FilePatch[] {
  const file = files.at(-1);
  if (file === undefined) return files;
  if (end.lacksEndMarker && (file.action === 'add' || (file.action === 'delete' && !end.hasFinalNewline)))
    throw truncatedError(file.patchLine);
  const earlierFiles = files
    .slice(0, -1)
    .map((earlierFile) => ({ ...earlierFile, hunks: earlierFile.hunks.map(withoutTruncationMark) }));
  const hunk = file.hunks.at(-1);
  if (hunk === undefined) return [...earlierFiles, file];
  const mayBeTruncated = (end.lacksEndMarker || hunk.mayBeTruncated) && (!isComplete(hunk) || lacksAddedLines(hunk));
  if (end.lacksEndMarker && mayBeTruncated && hunk.body.lines.at(-1)?.kind !== 'context')
    throw truncatedError(hunk.patchLine);
  const hunks = [...file.hunks.slice(0, -1).map(withoutTruncationMark), { ...hunk, mayBeTruncated }];
  return [...earlierFiles, { ...file, hunks }];
}

function withoutTruncationMark(hunk: PatchHunk): PatchHunk {
  return hunk.mayBeTruncated ? { ...hunk, mayBeTruncated: false } : hunk;
}

/** The error for a hunk without a file: skipping it would silently lose a change. */
function hunkWithoutFileError(line: number): ToolError {
  return invalidPatchError(
    `The hunk at line ${line} of the patch does not belong to a file. Put --- a/path and +++ b/path above it.`,
  );
}

function noPatchError(state: ParserState): ToolError {
  const hunk = state.lines.findIndex((line) => line.startsWith('@@'));
  if (hunk >= 0) return hunkWithoutFileError(hunk + 1);
  return invalidPatchError(
    'There is no patch in the text. Send a unified diff (--- a/file, +++ b/file, @@ … @@), a git diff, or *** Begin Patch … *** End Patch.',
  );
}
