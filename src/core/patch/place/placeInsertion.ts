// Places hunks that only add lines and have no context.
import { noShift } from '../../text/indentShift.ts';
import { conflictError } from './conflictError.ts';
import type { Placement } from './placement.ts';
import { showsResult } from './findHunk.ts';
import { findLinesAt, type SearchedFile } from '../search/searchedFile.ts';
import { hasCountedLines, isBlankWithoutMarker } from '../parse/hunkLines.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Whether a hunk only adds lines, beside blank ones that may only separate hunks. */
export function onlyAdds({ body: { lines } }: PatchHunk): boolean {
  return lines.every((line) => line.kind === 'add' || isBlankWithoutMarker(line));
}

/** Whether a hunk that only adds has blank lines that its header counts: they may be context without its space. */
export function hasCountedBlanks({ numbers, body: { lines } }: PatchHunk): boolean {
  return lines.some(({ kind }) => kind !== 'add') && hasCountedLines(numbers, lines);
}

/** What the other hunks for the file show; all `false` if there are none. */
export interface OtherHunks {
  /** Whether all are on the lines of their headers. */
  readonly areOnHeaderLines: boolean;
  /** Whether all that were placed are in the file already. */
  readonly areApplied: boolean;
  /** Whether all that were placed are still to be made. */
  readonly areUnapplied: boolean;
}

/**
 * Places a hunk without context. In the `*** Begin Patch` format it goes to the end of the file. Otherwise it goes to
 * the line of its header, but only if that is certain: at an end of the file, if the `index` line names this content of
 * the file, or if all other hunks are on the lines of their headers.
 *
 * @throws ToolError PATCH_CONFLICT if its position is unclear, or whether it was applied
 */
export function placeInsertion(searchedFile: SearchedFile, hunk: PatchHunk, others: OtherHunks): Placement {
  const lines = hunk.body.lines.filter(({ kind }) => kind === 'add');
  const lineCount = searchedFile.file.texts.length;
  const { base } = searchedFile;
  const { numbers } = hunk;
  if (numbers === undefined && hunk.anchors.length > 0 && !hunk.reachesFileEnd) {
    throw conflictError(
      searchedFile,
      hunk,
      'only adds lines, and its @@ line does not say where. Add the context lines around them',
    );
  }
  const resultLines = findLinesAt(searchedFile, lines, 'lineEndings');
  /** @throws ToolError PATCH_CONFLICT if that is unclear */
  const isAppliedAt = (line: number): boolean => {
    if (!resultLines.includes(line)) return false;
    if (others.areApplied || isFirstLineOfScript(lines, line) || showsResult(lines)) return true;
    // Short lines, such as a lone brace, often match by chance.
    if (others.areUnapplied) return false;
    throw conflictError(
      searchedFile,
      hunk,
      `only adds what line ${line + 1} of the file is already, so it may have been applied. Leave it out if it has, else add context lines above and below`,
    );
  };
  if (numbers === undefined) {
    const appendedLine = lineCount - lines.length;
    return isAppliedAt(appendedLine)
      ? createPlacement(hunk, lines, appendedLine, true)
      : createPlacement(hunk, lines, lineCount, false);
  }
  const headerLine = numbers.oldStart;
  const isAtFileEnd = headerLine === 0 || headerLine === lineCount;
  const isCertain = base === 'intact' || (base === 'unknown' && (isAtFileEnd || others.areOnHeaderLines));
  if (!isCertain || headerLine > lineCount) {
    throw conflictError(
      searchedFile,
      hunk,
      'only adds lines and shows no context to find its place by. Make the patch with context lines',
    );
  }
  return createPlacement(hunk, lines, headerLine, base !== 'intact' && isAppliedAt(headerLine));
}

function createPlacement(
  hunk: PatchHunk,
  lines: Placement['lines'],
  fileLine: number,
  alreadyApplied: boolean,
): Placement {
  return {
    hunk,
    lines,
    fileLine,
    reportedTier: 'exact',
    matchedTier: 'exact',
    oldLinesBefore: 0,
    shift: noShift,
    alreadyApplied,
  };
}

/** Whether an insertion begins with a shebang or `<?` at line 0. A file has only one, so it was applied already. */
function isFirstLineOfScript([first]: PatchHunk['body']['lines'], line: number): boolean {
  return line === 0 && /^(?:#!|<\?)/.test(first?.text ?? '');
}
