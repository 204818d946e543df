// Detects patches that were truncated in transit, so that no half of a change is applied.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import { leadingContext, trailingContext } from './hunkLines.ts';
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
 *   is complete (`isComplete`);
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
  const mayBeTruncated = (end.lacksEndMarker || hunk.mayBeTruncated) && !isComplete(hunk);
  if (end.lacksEndMarker && mayBeTruncated && hunk.body.lines.at(-1)?.kind !== 'context')
    throw truncatedError(hunk.patchLine);
  const hunks = [...file.hunks.slice(0, -1).map(withoutTruncationMark), { ...hunk, mayBeTruncated }];
  return [...earlierFiles, { ...file, hunks }];
}

function withoutTruncationMark(hunk: PatchHunk): PatchHunk {
  return hunk.mayBeTruncated ? { ...hunk, mayBeTruncated: false } : hunk;
}

/** Whether the context of a hunk shows that it is complete: there is some below its changes, and no less than above. */
function isComplete(hunk: PatchHunk): boolean {
  const { lines } = hunk.body;
  const below = trailingContext(lines);
  return below < lines.length && below > 0 && below >= leadingContext(lines);
}

/** @param line the line (1-based) of the patch at which the truncated part begins */
export function truncatedError(line: number): ToolError {
  return invalidPatchError(
    `The patch seems to be truncated at line ${line}. Send the whole patch again, with its last line and its end marker.`,
  );
}
