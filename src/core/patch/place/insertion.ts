import { noShift } from '../../text/indentShift.ts';
import { conflict, type HunkName } from './conflict.ts';
import type { Placement } from './placement.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import type { Knowledge } from './offsets.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** True for a hunk of added lines alone, without context: only its header can place it. */
export function isInsertionWithoutContext(hunk: Hunk): boolean {
  return hunk.body.lines.every((line) => line.kind === 'add' || isStray(line));
}

function isStray(line: HunkLine): boolean {
  return line.lostMarker && line.text.trim() === '';
}

/**
 * Places a hunk without context: in an envelope at the end of the file, else on the line of its header. That line is
 * believed at the ends of the file, in the base of the patch, and where all other hunks are on their lines (`sameOffset`).
 *
 * @throws ToolError PATCH_CONFLICT where its place cannot be known.
 */
export function placeInsertion(
  searched: SearchedFile,
  hunk: Hunk,
  knowledge: Knowledge,
  sameOffset: boolean,
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
  const result = (start: number, alreadyApplied: boolean): Placement => ({
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
    return applied.includes(above) ? result(above, true) : result(count, false);
  }
  if (knowledge.base === 'intact' && at <= count) return result(at, false);
  if (at > count || (at > 0 && at < count && !sameOffset) || knowledge.base === 'drifted') {
    throw conflict(
      named,
      'only adds lines and shows no context to find its place by. Make the patch with context lines',
    );
  }
  return applied.includes(at) ? result(at, true) : result(at, false);
}
