// Determines from a proposal's text which hunks a user includes, and rewrites the text when the user excludes or
// includes others. `base` is a composition, the proposal without the excluded hunks; `editorText` is what the user made
// of it. Both are compared as an editor shows them, with line endings `\n`: `shownBase` and `currentText`.
import { applyEditorEdits } from './amend.ts';
import { composeText, textsOfHunk, type SplitChange, type LineSpan } from './hunks.ts';
import { isInsertedAt, mapLine, mapSpan, overlapsHunk, spanAround } from './mapSpans.ts';
import { compareLines, countChanges, type Comparison } from '../../diff/lineBlocks.ts';
import type { DiffBlock } from '../../diff/lineDiff.ts';
import { displayText } from '../../text/encoding.ts';
import { linesWithEndings } from '../../text/text.ts';
import { withEol } from '../../text/lineEndings.ts';

/** Whether a hunk will be written: as proposed, not at all, or as edited by the user. */
export type HunkState = 'included' | 'excluded' | 'amended';

/** A hunk in the text that the user sees. */
export interface HunkInEditor extends LineSpan {
  readonly state: HunkState;
}

/** The hunks that an edited proposal text includes, and how. */
export interface HunkSelection {
  /** The excluded hunks, by index. */
  readonly excluded: ReadonlySet<number>;
  readonly hunks: readonly HunkInEditor[];
  /** The proposal without the excluded hunks, before the user's own edits. */
  readonly base: string;
  /** The text to write; undefined if the user changed bytes that the editor cannot display. */
  readonly text: string | undefined;
}

/** Maximum number of adjacent hunks that one command of the editor is assumed to revert. */
const maxRevertedHunks = 16;
/** Maximum number of edited hunks to toggle one by one, in search of the closest composition. */
const maxToggledHunks = 16;
/** Maximum number of compositions to compare with a text, since each costs as much as the file is long. */
const maxCandidateTexts = 50;

/** The proposal without the excluded hunks, before the user's own edits. */
interface Composition {
  readonly excluded: ReadonlySet<number>;
  readonly base: string;
  /** `base` as an editor shows it. */
  readonly shownBase: string;
  /** The lines of each hunk in it. */
  readonly spans: readonly LineSpan[];
}

function compose(splitChange: SplitChange, excluded: ReadonlySet<number>): Composition {
  const { text, spans } = composeText(splitChange, excluded);
  return { excluded, base: text, shownBase: toEditorText(text), spans };
}

/** The text as an editor shows it, with line endings `\n`. */
function toEditorText(text: string): string {
  return displayText(withEol(text, '\n'));
}

/**
 * Determines which hunks `editorText` includes. Tries, in order: the composition without `lastExcluded`; one that a few
 * toggled hunks make equal to the text, e.g. after the user has reverted a hunk with the diff editor's arrow; and, for
 * a text with the user's own edits, the closest composition.
 * @param lastExcluded the excluded hunks as last known
 */
export function readHunkSelection(
  splitChange: SplitChange,
  lastExcluded: ReadonlySet<number>,
  editorText: string,
): HunkSelection {
  const currentText = toEditorText(editorText);
  const last = compose(splitChange, lastExcluded);
  const { excluded, base, shownBase, spans } =
    findExact(splitChange, last, currentText) ?? findClosest(splitChange, last, currentText);
  const hasUserEdits = shownBase !== currentText;
  const userEdits = hasUserEdits ? compareLines(shownBase, currentText).blocks : [];
  const hunks = spans.map((span, index): HunkInEditor => {
    const editsInHunk = userEdits.filter((edit) => overlapsHunk(edit, span));
    const unamendedState = excluded.has(index) ? 'excluded' : 'included';
    const state = editsInHunk.length === 0 ? unamendedState : 'amended';
    return { ...mapSpan(userEdits, spanAround(editsInHunk, span)), state };
  });
  return { excluded, hunks, base, text: hasUserEdits ? applyEditorEdits(base, editorText) : base };
}

/**
 * Excludes hunks, or includes them again: returns the text to show, with line endings `\n`. Keeps the user's own edits,
 * except in these hunks.
 */
export function chooseHunks(
  splitChange: SplitChange,
  selection: HunkSelection,
  editorText: string,
  choice: { readonly indices: readonly number[]; readonly exclude: boolean },
): { readonly excluded: ReadonlySet<number>; readonly editorText: string } {
  const chosenIndices = new Set(choice.indices);
  const indicesToToggle = choice.indices.filter((index) => selection.excluded.has(index) !== choice.exclude);
  const excluded = toggle(selection.excluded, indicesToToggle);
  const currentText = toEditorText(editorText);
  const [oldComposition, newComposition] = [compose(splitChange, selection.excluded), compose(splitChange, excluded)];
  // Edits of a chosen hunk are dropped, but not text inserted at the position of an empty one.
  const isInChosenHunk = (block: DiffBlock): boolean =>
    oldComposition.spans.some(
      (span, index) => chosenIndices.has(index) && overlapsHunk(block, span) && !isInsertedAt(block, span),
    );
  const userEdits = compareLines(oldComposition.shownBase, currentText).blocks.filter(
    (block) => !isInChosenHunk(block),
  );
  return { excluded, editorText: carryEdits(userEdits, currentText, oldComposition, newComposition) };
}

/** Applies edits of the old composition, whose result is `currentText`, to the new one. */
function carryEdits(
  edits: readonly DiffBlock[],
  currentText: string,
  oldComposition: Composition,
  newComposition: Composition,
): string {
  const [newLines, currentLines] = [linesWithEndings(newComposition.shownBase), linesWithEndings(currentText)];
  const mapOldLine = (line: number, side: 'start' | 'end'): number =>
    mapLine(line, side, oldComposition.spans, newComposition.spans);
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of edits) {
    // Maps both ends of an insertion to one line: otherwise the lines of a hunk there would be copied twice.
    const start = mapOldLine(beforeStart, beforeStart === beforeEnd ? 'end' : 'start');
    for (const line of newLines.slice(copiedTo, start)) parts.push(line);
    for (const line of currentLines.slice(afterStart, afterEnd)) parts.push(line);
    copiedTo = mapOldLine(beforeEnd, 'end');
  }
  for (const line of newLines.slice(copiedTo)) parts.push(line);
  return joinLines(parts);
}

/** Joins lines; a line without an ending that is no longer the last gets one. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line, index) => (index < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line)).join('');
}

function editorTextsOfHunk(
  splitChange: SplitChange,
  hunk: DiffBlock,
): { readonly before: string; readonly after: string } {
  const { before, after } = textsOfHunk(splitChange, hunk);
  return { before: toEditorText(before), after: toEditorText(after) };
}

/** The composition that equals the text: the last one, or one with a few hunks that the user reverted or restored. */
function findExact(splitChange: SplitChange, last: Composition, currentText: string): Composition | undefined {
  if (last.shownBase === currentText) return last;
  let candidateCount = 0;
  for (const run of runsWithGrowth(splitChange, last, currentText.length - last.shownBase.length)) {
    if (++candidateCount > maxCandidateTexts) return undefined;
    const composition = compose(splitChange, toggle(last.excluded, run));
    if (composition.shownBase === currentText) return composition;
  }
  return undefined;
}

/**
 * Runs of adjacent hunks, by index, that lengthen the text by `neededGrowth` UTF-16 units if they are toggled. Other runs
 * cannot make it equal to the editor's, so they are not worth composing.
 */
function* runsWithGrowth(
  splitChange: SplitChange,
  { excluded }: Composition,
  neededGrowth: number,
): Generator<readonly number[], void, undefined> {
  const toggles = splitChange.hunks.flatMap((hunk, index) => {
    const { before, after } = editorTextsOfHunk(splitChange, hunk);
    const growth = (before.length - after.length) * (excluded.has(index) ? -1 : 1);
    // Hunks with equal texts differ in nothing that an editor shows, so that toggling them changes no text.
    return before === after ? [] : [{ index, growth }];
  });
  for (const from of toggles.keys()) {
    let growth = 0;
    for (let to = from + 1; to <= Math.min(toggles.length, from + maxRevertedHunks); to++) {
      growth += toggles[to - 1]?.growth ?? 0;
      if (growth === neededGrowth) yield toggles.slice(from, to).map(({ index }) => index);
    }
  }
}

/** Searches for a composition that differs from the user's text in few lines, by toggling the edited hunks. */
function findClosest(splitChange: SplitChange, last: Composition, currentText: string): Composition {
  let closest = compose(splitChange, toggle(last.excluded, findRevertedHunks(splitChange, last, currentText)));
  const comparison = compareLines(closest.shownBase, currentText);
  let fewestLines = countDifferingLines(comparison);
  const touchedIndices = closest.spans.flatMap((span, index) =>
    comparison.blocks.some((block) => overlapsHunk(block, span)) ? [index] : [],
  );
  for (const index of touchedIndices.slice(0, maxToggledHunks)) {
    const candidate = compose(splitChange, toggle(closest.excluded, [index]));
    const differingLines = countDifferingLines(compareLines(candidate.shownBase, currentText));
    if (differingLines < fewestLines) [closest, fewestLines] = [candidate, differingLines];
  }
  return closest;
}

function countDifferingLines(comparison: Comparison): number {
  const { added, removed } = countChanges(comparison);
  return added + removed;
}

/** The hunks that the user reverted or restored: the text has the lines of their other side. */
function findRevertedHunks(
  splitChange: SplitChange,
  { excluded, shownBase, spans }: Composition,
  currentText: string,
): number[] {
  const { blocks } = compareLines(shownBase, currentText);
  const currentLines = linesWithEndings(currentText);
  const isReverted = (hunk: DiffBlock, index: number): boolean => {
    const span = spans[index];
    if (span === undefined) return false;
    const edits = blocks.filter((block) => overlapsHunk(block, span));
    const editedSpan = spanAround(edits, span);
    const reachesBeyondHunk = editedSpan.start < span.start || editedSpan.end > span.end;
    if (edits.length === 0 || reachesBeyondHunk) return false;
    const { before, after } = editorTextsOfHunk(splitChange, hunk);
    const otherSide = excluded.has(index) ? after : before;
    const { start, end } = mapSpan(blocks, span);
    return currentLines.slice(start, end).join('') === otherSide;
  };
  return splitChange.hunks.flatMap((hunk, index) => (isReverted(hunk, index) ? [index] : []));
}

/** Excludes the included ones of these hunks, and includes the excluded ones. */
function toggle(excluded: ReadonlySet<number>, indices: readonly number[]): ReadonlySet<number> {
  const toggled = new Set(excluded);
  for (const index of indices) if (!toggled.delete(index)) toggled.add(index);
  return toggled;
}
