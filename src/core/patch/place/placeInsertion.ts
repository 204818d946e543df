// Recognizes and places insertions: hunks that only add lines and have no context.
import { noShift } from '../../text/indentShift.ts';
import { conflictError, type Placement } from './placement.ts';
import { provesApplied } from './appliedProof.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import { findLinesAt } from '../search/findLines.ts';
import { hasCountedLines, isBlankWithoutMarker } from '../parse/hunkLines.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Whether a hunk only adds lines; it may have blank lines without a marker, which may only separate hunks. */
export function onlyAdds({ body: { lines } }: PatchHunk): boolean {
  return lines.every((line) => line.kind === 'add' || isBlankWithoutMarker(line));
}

/** Whether a hunk that `onlyAdds` has blank lines that its header counts: they may be context that lost its space. */
export function hasCountedBlanks({ numbers, body: { lines } }: PatchHunk): boolean {
  return lines.some(({ kind }) => kind !== 'add') && hasCountedLines(numbers, lines);
}

/** Evidence from the other hunks for the file; all `false` if there are none. */
export interface OtherHunks {
  /** Whether all are on the lines of their headers. */
  readonly areOnHeaderLines: boolean;
  /** Whether all that were placed are in the file already. */
  readonly areApplied: boolean;
  /** Whether all that were placed are still to be made. */
  readonly areUnapplied: boolean;
}

/**
 * Places a hunk without context. In the `*** Begin Patch` format it goes to the end of the file, as does a hunk of a
 * diff without line numbers in an empty file. Otherwise it goes to the line of its header, but only if that is certain:
 * the line is at an end of the file, the `index` line names this content of the file, or all other hunks are on the
 * lines of their headers.
 *
 * @throws ToolError PATCH_CONFLICT if it is unclear where it belongs, or whether it was applied
 */
export function placeInsertion(searchedFile: SearchedFile, hunk: PatchHunk, others: OtherHunks): Placement {
  const lines = hunk.body.lines.filter(({ kind }) => kind === 'add');
  const insertion = { hunk, lines };
  return hunk.numbers === undefined
    ? placeAtFileEnd(searchedFile, insertion, others)
    : placeAtHeaderLine(searchedFile, insertion, hunk.numbers.oldStart, others);
}

/** A hunk without context, and the lines that it adds. */
type Insertion = Pick<Placement, 'hunk' | 'lines'>;

function placeAtFileEnd(searchedFile: SearchedFile, insertion: Insertion, others: OtherHunks): Placement {
  const { hunk, lines } = insertion;
  const fileEnd = searchedFile.file.texts.length;
  const appendedLine = fileEnd - lines.length;
  const hasAnchor = hunk.anchors.length > 0 && !hunk.reachesFileEnd;
  const isApplied = !hasAnchor && isAppliedAt(searchedFile, insertion, appendedLine, others);
  const fileLine = isApplied ? appendedLine : fileEnd;
  // Git refuses a diff without numbers. Other programs append its lines, but its author may mean any place.
  if (hasAnchor || (!hunk.appends && fileLine > 0)) {
    throw conflictError(
      searchedFile,
      hunk,
      'only adds lines, and its @@ line does not say where. Add the context lines around them',
    );
  }
  return createPlacement(insertion, fileLine, isApplied);
}

/** @param headerLine 1-based line below which the header inserts; also the 0-based line of the first added one */
function placeAtHeaderLine(
  searchedFile: SearchedFile,
  insertion: Insertion,
  headerLine: number,
  others: OtherHunks,
): Placement {
  const { base, file } = searchedFile;
  const lineCount = file.texts.length;
  const isAtFileEdge = headerLine === 0 || headerLine === lineCount;
  const isCertain = base === 'intact' || (base === 'unknown' && (isAtFileEdge || others.areOnHeaderLines));
  if (!isCertain || headerLine > lineCount) {
    throw conflictError(
      searchedFile,
      insertion.hunk,
      'only adds lines and shows no context to find its place by. Make the patch with context lines',
    );
  }
  const isApplied = base !== 'intact' && isAppliedAt(searchedFile, insertion, headerLine, others);
  return createPlacement(insertion, headerLine, isApplied);
}

/**
 * Whether the added lines are at a line of the file because the hunk was already applied.
 *
 * @throws ToolError PATCH_CONFLICT if that is unclear
 */
function isAppliedAt(
  searchedFile: SearchedFile,
  { hunk, lines }: Insertion,
  fileLine: number,
  others: OtherHunks,
): boolean {
  if (!findLinesAt(searchedFile, lines, 'lineEndings').includes(fileLine)) return false;
  if (others.areApplied || isFirstLineOfScript(lines, fileLine) || provesApplied(lines)) return true;
  // Short lines, such as a lone brace, often match by chance.
  if (others.areUnapplied) return false;
  throw conflictError(
    searchedFile,
    hunk,
    `only adds what line ${fileLine + 1} of the file is already, so it may have been applied. Leave it out if it has, else add context lines above and below`,
  );
}

function createPlacement(insertion: Insertion, fileLine: number, alreadyApplied: boolean): Placement {
  const tiers = { reportedTier: 'exact', matchedTier: 'exact' } as const;
  const side = alreadyApplied ? 'new' : 'old';
  return { ...insertion, fileLine, ...tiers, oldLinesBefore: 0, shift: noShift, side, alreadyApplied };
}

/** Whether an insertion begins with a shebang or `<?` at line 0. A file has only one, so it was applied already. */
function isFirstLineOfScript([first]: Placement['lines'], fileLine: number): boolean {
  return fileLine === 0 && /^(?:#!|<\?)/.test(first?.text ?? '');
}
