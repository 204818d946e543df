// Places hunks that only add lines and have no context.
import { noShift } from '../../text/indentShift.ts';
import { conflict, type HunkName } from './conflict.ts';
import type { Placement } from './placement.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import type { Knowledge } from './offsets.ts';
import { isBlankWithoutMarker } from '../parse/hunkBody.ts';
import type { Hunk } from '../parse/types.ts';

/** Whether a hunk has only added lines and no context, so that only its header can place it. */
export function isInsertionWithoutContext(hunk: Hunk): boolean {
  return hunk.body.lines.every((line) => line.kind === 'add' || isBlankWithoutMarker(line));
}

/**
 * Places a hunk without context: in an envelope at the end of the file, else at the line of its header. That line counts
 * at the ends of the file, in the base of the patch, and if all other hunks are at theirs (`othersOnTheirLines`).
 *
 * @throws ToolError PATCH_CONFLICT if its place is unclear
 */
export function placeInsertion(
  searched: SearchedFile,
  hunk: Hunk,
  knowledge: Knowledge,
  othersOnTheirLines: boolean,
  named: HunkName,
): Placement {
  const lines = hunk.body.lines.filter((line) => line.kind === 'add');
  const count = searched.file.texts.length;
  const { numbers } = hunk;
  if (numbers === undefined && hunk.anchors.length > 0 && !hunk.endOfFile) {
    throw conflict(named, 'only adds lines, and its @@ line does not say where. Add the context lines around them');
  }
  const at = numbers?.oldStart ?? count;
  const applied = findAt(searched, lines, 'lineEndings');
  const placementAt = (start: number, alreadyApplied: boolean): Placement => ({
    hunk,
    lines,
    at: start,
    tier: 'exact',
    found: 'exact',
    above: 0,
    shift: noShift,
    alreadyApplied,
  });
  if (numbers === undefined) {
    const above = count - lines.length;
    return applied.includes(above) ? placementAt(above, true) : placementAt(count, false);
  }
  if (knowledge.base === 'intact' && at <= count) return placementAt(at, false);
  if (at > count || (at > 0 && at < count && !othersOnTheirLines) || knowledge.base === 'drifted') {
    throw conflict(
      named,
      'only adds lines and shows no context to find its place by. Make the patch with context lines',
    );
  }
  return placementAt(at, applied.includes(at));
}
