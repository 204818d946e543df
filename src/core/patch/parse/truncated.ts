// Detects patches that were truncated in transit, so that no half of a change is applied.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import { leadingContext, sideOf, trailingContext } from './hunkLines.ts';
import type { PatchLines } from './patchLines.ts';
import type { FilePatch, PatchHunk } from './types.ts';

/** Properties of the end of a patch. */
export interface PatchEnd {
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
export function rejectTruncatedHeader(lines: PatchLines, hasFinalNewline: boolean): void {
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
export function markTruncated(files: readonly FilePatch[], end: PatchEnd): readonly FilePatch[] {
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

/** Whether the context of a hunk shows that it is complete: there is some below its changes, and no less than above. */
export function isComplete({ body: { lines } }: PatchHunk): boolean {
  const below = trailingContext(lines);
  return below < lines.length && below > 0 && below >= leadingContext(lines);
}

/** The error for a hunk that may be truncated, after it was compared with the file. */
export function truncatedHunkError(hunk: PatchHunk): ToolError {
  return lacksAddedLines(hunk)
    ? invalidPatchError(
        `The header in line ${hunk.patchLine} of the patch counts more new lines than its hunk has, so the patch seems to be truncated. Send the whole patch again, or correct the count.`,
      )
    : truncatedError(hunk.patchLine);
}

/** Whether all old lines are there, so that the missing ones that the header counts were added below them. */
export function lacksAddedLines({ numbers, body: { lines } }: PatchHunk): boolean {
  if (numbers === undefined) return false;
  const { oldCount = 1, newCount = 1 } = numbers;
  return oldCount === sideOf(lines, 'old').length && newCount > sideOf(lines, 'new').length;
}

/** @param line the line (1-based) of the patch at which the truncated part begins */
export function truncatedError(line: number): ToolError {
  return invalidPatchError(
    `The patch seems to be truncated at line ${line}. Send the whole patch again, with its last line and its end marker.`,
  );
}
