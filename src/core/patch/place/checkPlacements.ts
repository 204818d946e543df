// Compares the placements of all hunks of a file with one another: marks repeated hunks, and refuses conflicts.
import { conflictError, changedRange, isCompleteAtPlace, type Placement } from './placement.ts';
import type { PatchHunk } from '../parse/types.ts';
import { truncatedHunkError } from '../parse/hunkLines.ts';
import type { SearchedFile } from '../search/searchedFile.ts';

/**
 * Marks a hunk that repeats another one at the same position as already applied, so that `checkPlacements` ignores it.
 * Equal insertions without context may both be meant, unless their headers also have the same line in the new file.
 * @param insertions the hunks that only add lines and have no context
 */
export function markRepeats(
  placements: readonly Placement[],
  insertions: ReadonlySet<PatchHunk>,
): readonly Placement[] {
  const firstByLine = new Map<number, Placement>();
  return placements.map((placement) => {
    const first = firstByLine.get(placement.fileLine);
    if (first === undefined) firstByLine.set(placement.fileLine, placement);
    const isRepeat =
      first !== undefined &&
      first.hunk !== placement.hunk &&
      (!insertions.has(placement.hunk) || hasSameNewStart(first.hunk, placement.hunk)) &&
      hasSameLines(first, placement);
    return isRepeat ? { ...placement, alreadyApplied: true } : placement;
  });
}

function hasSameLines({ lines: left }: Placement, { lines: right }: Placement): boolean {
  return (
    left.length === right.length &&
    left.every(({ kind, text }, at) => kind === right[at]?.kind && text === right[at].text)
  );
}

function hasSameNewStart(left: PatchHunk, right: PatchHunk): boolean {
  return left.numbers !== undefined && left.numbers.newStart === right.numbers?.newStart;
}

/**
 * Sorts placements by their first changed line, and refuses those that
 * - are of a hunk that may be truncated, unless all its lines are found there, or the result will be compared with the
 *   blob id of the patch;
 * - are not in the order of the patch, if the file is known to have changed;
 * - change lines that another one changes, too.
 *
 * @throws ToolError PATCH_INVALID for a truncated hunk; PATCH_CONFLICT
 */
export function checkPlacements(placements: readonly Placement[], searchedFile: SearchedFile): readonly Placement[] {
  const sortedPlacements = placements
    .map((placement) => ({ placement, range: changedRange(placement) }))
    .sort((a, b) => a.range[0] - b.range[0]);
  const { base, isResultVerified } = searchedFile;
  let changedTo = 0;
  let previousStart = 0;
  for (const { placement, range } of sortedPlacements) {
    const { hunk } = placement;
    if (hunk.mayBeTruncated && !isResultVerified && !isCompleteAtPlace(placement, searchedFile.file))
      throw truncatedHunkError(hunk);
    const start = hunk.numbers?.oldStart ?? previousStart;
    if (base === 'drifted' && start < previousStart)
      throw conflictError(
        searchedFile,
        hunk,
        'is no longer in the order of the patch. Read the file again and make the patch from it',
      );
    previousStart = start;
    if (placement.alreadyApplied) continue;
    const [from, to] = range;
    if (from < changedTo)
      throw conflictError(searchedFile, hunk, 'changes lines that another hunk changes, too. Send one hunk for them');
    changedTo = to;
  }
  return sortedPlacements.map(({ placement }) => placement);
}
