// Converts placed hunks into what applying them yields: edits, in which line endings, indentation and the byte order
// mark follow the file, and a report of each hunk.
import type { LoosePlacement } from '../../change/reviewTexts.ts';
import { respellLines } from '../../replace/adaptNewText.ts';
import { shiftIndent } from '../../text/indentShift.ts';
import type { TextEdit } from '../../text/text.ts';
import { replaceRun, type FileText } from '../search/searchedFile.ts';
import type { MatchTier } from '../search/tier.ts';
import type { Placement } from '../place/placement.ts';
import { changedRunsOf } from '../parse/hunkLines.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';

/** The result of applying one hunk. */
export interface HunkReport {
  /** Line (1-based) of the patch at which the hunk begins. */
  readonly patchLine: number;
  /** Line (1-based) of its first change, in the file before. */
  readonly line: number;
  /** The loosest tier at which one of its placements matched. */
  readonly tier: MatchTier;
  readonly alreadyApplied: boolean;
  /** The edits that it makes, as offsets in the text before. */
  readonly edits: readonly TextEdit[];
  /** Set for a hunk that was found only loosely, or not on the line of its header: its position may be wrong. */
  readonly placed?: LoosePlacement | undefined;
}

/** A text with hunks applied, the edits (offsets in the text before), and a report for each hunk, in order. */
export interface AppliedHunks {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly reports: readonly HunkReport[];
}

/**
 * The edits of a placed hunk, one for each run of changes, as offsets in the text of the file. At the tier `exact`
 * added lines get the endings of the patch, as in git; at all others those of the file.
 */
export function placementEdits(placement: Placement, file: FileText): readonly TextEdit[] {
  if (placement.alreadyApplied) return [];
  return placedRunsOf(placement).flatMap((run) => createRunEdit(run, placement, file) ?? []);
}

/** A run of changed lines, which replaces the lines `[from, to)` of the file. */
interface PlacedRun {
  readonly removed: readonly HunkLine[];
  readonly added: readonly HunkLine[];
  readonly from: number;
  readonly to: number;
  /** The line of the hunk right above the run. */
  readonly above: HunkLine | undefined;
}

function placedRunsOf({ lines, fileLine }: Placement): readonly PlacedRun[] {
  return changedRunsOf(lines).map(({ start, end, oldLinesAbove }) => {
    const changedLines = lines.slice(start, end);
    const removed = changedLines.filter((line) => line.kind === 'remove');
    const added = changedLines.filter((line) => line.kind === 'add');
    const from = fileLine + oldLinesAbove;
    return { removed, added, from, to: from + removed.length, above: lines[start - 1] };
  });
}

function createRunEdit(run: PlacedRun, placement: Placement, file: FileText): TextEdit | undefined {
  const endings = addedLineEndings(run, placement, file);
  const added = addedTexts(run, placement, file).map((addedText, index) => {
    const text = index === 0 ? withoutShownBom(addedText, run, file) : addedText;
    // A line that lacks the prefix to remove is indented less than the matched lines, and stays as it is.
    return (shiftIndent(text, placement.shift) ?? text) + (endings[index] ?? '');
  });
  const lacksEndingAbove = run.from > 0 && file.endings[run.from - 1] === '';
  return replaceRun(file, run.from, run.to, added, lacksEndingAbove ? defaultEnding(run, file) : '');
}

/** The added lines; in the file's spelling of the removed lines, where those match in look-alikes only. */
function addedTexts({ removed, added, from, to }: PlacedRun, { matchedTier }: Placement, file: FileText): string[] {
  const texts = added.map(({ text }) => text);
  if (matchedTier !== 'lookAlikes') return texts;
  const removedTexts = removed.map(({ text }) => text);
  // Where the spelling would be a guess, they stay as sent: the review shows both, with a caution.
  return respellLines(file.texts.slice(from, to), removedTexts, texts) ?? texts;
}

/** The ending of each added line, from the patch or the file. Only the last line of a file can lack one. */
function addedLineEndings(run: PlacedRun, { reportedTier, lines }: Placement, file: FileText): readonly string[] {
  // Only old lines with an ending show that those of the patch are the file's. An empty file has none of its own.
  const hasEndings = file.endings.some((ending) => ending !== '');
  const hasExactOldLines =
    reportedTier === 'exact' && lines.some(({ kind, ending }) => kind !== 'add' && (ending !== '' || !hasEndings));
  const usesPatchEndings = hasExactOldLines || file.texts.length === 0;
  const endings = usesPatchEndings ? run.added.map((line) => line.ending) : fileLineEndings(run, file);
  const mayLackLast = run.to === file.texts.length;
  return endings.map((ending, index) =>
    ending !== '' || (mayLackLast && index === endings.length - 1) ? ending : defaultEnding(run, file),
  );
}

/** The ending for lines that get it from no line beside them: the first of the file, or of the added lines, or LF. */
function defaultEnding({ added }: PlacedRun, file: FileText): string {
  return file.endings.find((end) => end !== '') ?? added.find(({ ending }) => ending !== '')?.ending ?? '\n';
}

/** Drops a byte order mark, which git shows in the first line: the file keeps its own, unless the patch adds it. */
function withoutShownBom(text: string, { from, removed }: PlacedRun, { isUtf8WithoutBom }: FileText): string {
  if (from > 0 || !hasBom(text)) return text;
  return isUtf8WithoutBom && !hasBom(removed[0]?.text) ? text : text.slice(1);
}

function hasBom(text: string | undefined): boolean {
  return text?.startsWith('\ufeff') === true;
}

/**
 * Whether hunks remove the byte order mark, which git shows as part of the first line. The text of `FileText` lacks it,
 * so the edits do not show this.
 *
 * @param reports one for each hunk, in the same order
 */
export function removesBom(hunks: readonly PatchHunk[], reports: readonly HunkReport[]): boolean {
  return hunks.some(({ body: { lines } }, at) => {
    const firstOld = lines.find(({ kind }) => kind !== 'add');
    const firstNew = lines.find(({ kind }) => kind !== 'remove');
    const removesMarkedLine = firstOld?.kind === 'remove' && hasBom(firstOld.text);
    return removesMarkedLine && reports[at]?.line === 1 && !hasBom(firstNew?.text);
  });
}

/** The ending of each added line by the file: that of the removed line it replaces, else of a line beside the run. */
function fileLineEndings(run: PlacedRun, file: FileText): string[] {
  const { from, to, added } = run;
  const fallbackEnding =
    endingAt(file, from - 1) ?? endingAt(file, to) ?? endingAt(file, from) ?? defaultEnding(run, file);
  const endings = added.map(
    (_, index) => (from + index < to ? endingAt(file, from + index) : undefined) ?? fallbackEnding,
  );
  if (to === file.texts.length && endings.length > 0 && !hasFinalNewlineAfter(run, file))
    endings[endings.length - 1] = '';
  return endings;
}

function endingAt(file: FileText, line: number): string | undefined {
  const end = file.endings[line];
  return end === undefined || end === '' ? undefined : end;
}

/**
 * Whether the file shall end with a newline, given the run at its end. It does if it did before, unless the patch has
 * `\ No newline at end of file` on one side only, or, for an insertion without context, below the added lines.
 */
function hasFinalNewlineAfter({ removed, added, above }: PlacedRun, file: FileText): boolean {
  const endingBefore = (removed.at(-1) ?? above)?.ending;
  const endingAfter = added.at(-1)?.ending;
  const isChanged = (endingBefore === '') !== (endingAfter === '');
  return isChanged ? endingAfter !== '' : file.endings.at(-1) !== '';
}
