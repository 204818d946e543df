import { ToolError } from '../../wording/errors.ts';
import { contextAbove, contextBelow } from './hunkBody.ts';
import type { PatchLines } from './patchLines.ts';
import type { FilePatch, Hunk } from './types.ts';

/** How a patch without an end mark ends. */
export interface PatchEnd {
  /** `*** Begin Patch` stands above, so that an end mark is missing. */
  readonly begun: boolean;
  readonly lastLineEnded: boolean;
}

const headers = ['diff --git ', '--- a/', '+++ b/', '@@ -', 'index ', '*** '];

/**
 * Refuses a text that ends in the middle of a header.
 *
 * @throws ToolError PATCH_INVALID
 */
export function refuseTruncatedHeader(lines: PatchLines, lastLineEnded: boolean): void {
  const last = lines.at(lines.length - 1) ?? '';
  if (lastLineEnded || last.length < 2 || !headers.some((header) => header.startsWith(last))) return;
  throw truncated(lines.length);
}

/**
 * Marks the last hunk as unfinished if its header counts more lines, or the end mark is missing. A hunk that ends with as
 * much context as it begins with is whole.
 *
 * @throws ToolError PATCH_INVALID where a new file, a deletion, or a run of changes may be cut.
 */
export function markTruncated(files: readonly FilePatch[], end: PatchEnd): readonly FilePatch[] {
  const file = files.at(-1);
  const hunk = file?.hunks.at(-1);
  if (file === undefined) return files;
  if (end.begun && (file.action === 'add' || (file.action === 'delete' && !end.lastLineEnded)))
    throw truncated(file.patchLine);
  // Only where the text ends can a short hunk be a cut one; above, its counts are merely wrong.
  const earlier = files.slice(0, -1).map((other) => ({ ...other, hunks: other.hunks.map(notTruncated) }));
  if (hunk === undefined) return [...earlier, file];
  const unfinished = (end.begun || hunk.maybeTruncated) && !isWhole(hunk);
  if (end.begun && unfinished && hunk.body.lines.at(-1)?.kind !== 'context') throw truncated(hunk.patchLine);
  const hunks = [...file.hunks.slice(0, -1).map(notTruncated), { ...hunk, unfinished }];
  return [...earlier, { ...file, hunks }];
}

function notTruncated(hunk: Hunk): Hunk {
  return hunk.maybeTruncated ? { ...hunk, maybeTruncated: false } : hunk;
}

function isWhole(hunk: Hunk): boolean {
  const { lines } = hunk.body;
  const below = contextBelow(lines);
  return below < lines.length && below > 0 && below >= contextAbove(lines);
}

/** The error for a patch that ends too early. */
export function truncated(line: number): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `The patch seems to be truncated at line ${line}. Send the whole patch again, with its last line and its end marker.`,
  );
}
