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

/** Starts of header lines; a last line that is only the beginning of one was cut off. */
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
 * Sets `mayBeTruncated` of the last hunk if its header counts more lines, or `*** End Patch` is missing, unless it ends
 * with at least as much context as it begins with. Clears it in other hunks, since text is lost only at the end.
 *
 * @throws ToolError PATCH_INVALID if a new file, a deletion, or a run of changes may be truncated
 */
export function markTruncated(files: readonly FilePatch[], end: PatchEnd): readonly FilePatch[] {
  const file = files.at(-1);
  const hunk = file?.hunks.at(-1);
  if (file === undefined) return files;
  if (end.lacksEndMarker && (file.action === 'add' || (file.action === 'delete' && !end.hasFinalNewline)))
    throw truncatedError(file.patchLine);
  const earlierFiles = files
    .slice(0, -1)
    .map((earlierFile) => ({ ...earlierFile, hunks: earlierFile.hunks.map(withoutTruncationMark) }));
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

/** Whether the context of a hunk shows that it is complete: there is as much below its changes as above. */
function isComplete(hunk: PatchHunk): boolean {
  const { lines } = hunk.body;
  const below = trailingContext(lines);
  return below < lines.length && below > 0 && below >= leadingContext(lines);
}

/** The error for a truncated patch. */
export function truncatedError(line: number): ToolError {
  return invalidPatchError(
    `The patch seems to be truncated at line ${line}. Send the whole patch again, with its last line and its end marker.`,
  );
}
