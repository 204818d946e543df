// Applies hunks to a text: at the lines of their headers, else by a search.
import { applyEditsYielding, type TextEdit } from '../../text/text.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { countLines } from '../parse/hunkLines.ts';
import { placementEdits } from './hunkEdits.ts';
import { applyExactly } from './exactFastPath.ts';
import { reportsOf, type AppliedHunks } from './hunkReports.ts';
import { placeHunks } from '../place/placeHunks.ts';
import type { Placement } from '../place/placement.ts';
import { type SourceText, prepareFile, type IndexLineFacts, type SearchedFile } from '../search/searchedFile.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Applies hunks to a text, all or none.
 *
 * @param path for messages only
 * @param indexLineFacts undefined without an `index` line
 * @throws ToolError as `placeHunks` does
 */
export function* applyHunks(
  before: SourceText,
  hunks: readonly PatchHunk[],
  path: string,
  indexLineFacts?: IndexLineFacts,
): Yielding<AppliedHunks> {
  const patchLineCount = hunks.reduce((total, hunk) => total + countLines(hunk.body), 0);
  const searchedFile = prepareFile(before, path, patchLineCount, indexLineFacts);
  if (countTowardsYield(searchedFile.sinceYield, searchedFile.file.starts.length)) yield;
  const { edits, reports } = (yield* applyExactly(searchedFile, hunks)) ?? (yield* applyBySearch(searchedFile, hunks));
  return { text: yield* applyEditsYielding(before.text, edits), edits, reports };
}

/**
 * Applies hunks by searching the whole file for their lines, not only at the line numbers of their headers.
 *
 * @throws ToolError as `placeHunks` does
 */
export function* applyBySearch(
  searchedFile: SearchedFile,
  hunks: readonly PatchHunk[],
): Yielding<Omit<AppliedHunks, 'text'>> {
  const placements = yield* placeHunks(searchedFile, hunks);
  const edits: TextEdit[] = [];
  const editsByPlacement = new Map<Placement, readonly TextEdit[]>();
  for (const placement of placements) {
    const placedEdits = placementEdits(placement, searchedFile.file);
    editsByPlacement.set(placement, placedEdits);
    for (const edit of placedEdits) edits.push(edit);
    if (countTowardsYield(searchedFile.sinceYield, placement.lines.length)) yield;
  }
  return { edits, reports: yield* reportsOf(hunks, placements, editsByPlacement, searchedFile) };
}
