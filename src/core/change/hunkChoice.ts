// Determines from a proposal's text which hunks a user includes, and rewrites the text for another choice. A choice is
// a set of excluded hunks; `compose` gives the text of a choice before the user's own edits.
import { applyEditorEdits } from './amend.ts';
import { composeText, textsOfHunk, type SplitChange, type LineSpan } from './hunks.ts';
import { hullOf, isInsertedAt, mapLine, mapSpan, touches } from './mapSpans.ts';
import { compareLines, countChanges } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { displayText } from '../text/encoding.ts';
import { linesWithEndings, withEol } from '../text/text.ts';

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

/** Maximum number of adjacent hunks that one editor command is assumed to revert together; bounds the search. */
const maxRevertedHunks = 16;
/** Maximum number of candidate texts to compose for explaining one. */
const maxCandidateTexts = 50;

/**
 * Determines which hunks `editorText` includes. `lastExcluded` are the excluded ones as last known; the text decides if
 * the two differ, e.g. when the user reverts a hunk with the diff editor's arrow. Tries, in order: the text of the last
 * choice; that of another choice, by a few toggled hunks; and, for a text with own edits, the choice whose text is closest.
 */
export function readHunks(
  splitChange: SplitChange,
  lastExcluded: ReadonlySet<number>,
  editorText: string,
): HunkSelection {
  const seenText = toEditorText(editorText);
  const match =
    matchExactly(splitChange, lastExcluded, seenText) ?? explainByToggling(splitChange, lastExcluded, seenText);
  if (match !== undefined) return match;
  const lastKnown = compose(splitChange, lastExcluded);
  const excluded = chooseClosest(
    splitChange,
    toggle(lastExcluded, findFlippedHunks(splitChange, lastKnown, seenText)),
    seenText,
  );
  const { base, spans, lines } = compose(splitChange, excluded);
  const blocks = compareLines(lines, seenText).blocks;
  const hunks = spans.map((span, index): HunkInEditor => {
    const touching = blocks.filter((block) => touches(block, span));
    const state = excluded.has(index) ? 'excluded' : 'included';
    return { ...mapSpan(blocks, hullOf(touching, span)), state: touching.length === 0 ? state : 'amended' };
  });
  return { excluded, hunks, base, text: applyEditorEdits(base, editorText) };
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
  const excluded = new Set(selection.excluded);
  for (const index of choice.indices) {
    if (choice.exclude) excluded.add(index);
    else excluded.delete(index);
  }
  const seenText = toEditorText(editorText);
  const [oldComposition, newComposition] = [compose(splitChange, selection.excluded), compose(splitChange, excluded)];
  const chosenIndexes = new Set(choice.indices);
  const userEdits = compareLines(oldComposition.lines, seenText).blocks.filter(
    (block) =>
      // Text typed at the position of an empty hunk is kept, too.
      !oldComposition.spans.some(
        (span, index) => chosenIndexes.has(index) && touches(block, span) && !isInsertedAt(block, span),
      ),
  );
  const [newLines, seenLines] = [linesWithEndings(newComposition.lines), linesWithEndings(seenText)];
  const mapOldLine = (line: number, side: 'start' | 'end'): number =>
    mapLine(line, side, oldComposition.spans, newComposition.spans);
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of userEdits) {
    const start = mapOldLine(beforeStart, beforeStart === beforeEnd ? 'end' : 'start');
    parts.push(...newLines.slice(copiedTo, start), ...seenLines.slice(afterStart, afterEnd));
    copiedTo = mapOldLine(beforeEnd, 'end');
  }
  parts.push(...newLines.slice(copiedTo));
  return { excluded, editorText: joinLines(parts) };
}

/** Joins lines; a line without an ending that is no longer the last gets one. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line)).join('');
}

/** The text as an editor shows it, with line endings `\n`. */
function toEditorText(text: string): string {
  return displayText(withEol(text, '\n'));
}

function editorTextsOfHunk(
  splitChange: SplitChange,
  hunk: DiffBlock,
): { readonly before: string; readonly after: string } {
  const { before, after } = textsOfHunk(splitChange, hunk);
  return { before: toEditorText(before), after: toEditorText(after) };
}

interface Composition {
  readonly base: string;
  /** `base` as an editor shows it. */
  readonly lines: string;
  readonly spans: readonly LineSpan[];
}

/** The text of a choice before the user's own edits, and the lines of each hunk in it. */
function compose(splitChange: SplitChange, excluded: ReadonlySet<number>): Composition {
  const { text, spans } = composeText(splitChange, excluded);
  return { base: text, lines: toEditorText(text), spans };
}

/** Recognizes a text that is exactly the proposal without `excluded`; undefined for others. */
function matchExactly(
  splitChange: SplitChange,
  excluded: ReadonlySet<number>,
  seenText: string,
): HunkSelection | undefined {
  const { base, lines, spans } = compose(splitChange, excluded);
  if (lines !== seenText) return undefined;
  const hunks = spans.map(
    (span, index) => ({ ...span, state: excluded.has(index) ? 'excluded' : 'included' }) as const,
  );
  return { excluded, hunks, base, text: base };
}

/** Explains a text by one or a few adjacent hunks that the user reverted or restored. */
function explainByToggling(
  splitChange: SplitChange,
  lastExcluded: ReadonlySet<number>,
  seenText: string,
): HunkSelection | undefined {
  /** The units by which toggling each hunk lengthens the text; undefined for hunks that an editor does not show. */
  const growths = splitChange.hunks.map((hunk, index) => {
    const texts = editorTextsOfHunk(splitChange, hunk);
    const growth = texts.before.length - texts.after.length;
    return texts.before === texts.after ? undefined : lastExcluded.has(index) ? -growth : growth;
  });
  const neededGrowth = seenText.length - compose(splitChange, lastExcluded).lines.length;
  let candidateCount = 0;
  for (let from = 0; from < growths.length; from++) {
    const run: number[] = [];
    let growth = 0;
    for (let index = from; index < Math.min(growths.length, from + maxRevertedHunks); index++) {
      const hunkGrowth = growths[index];
      if (hunkGrowth === undefined) continue;
      run.push(index);
      growth += hunkGrowth;
      if (growth !== neededGrowth) continue;
      if (++candidateCount > maxCandidateTexts) return undefined;
      const match = matchExactly(splitChange, toggle(lastExcluded, run), seenText);
      if (match !== undefined) return match;
    }
  }
  return undefined;
}

/** The hunks for which the text has the lines of the other side. */
function findFlippedHunks(splitChange: SplitChange, composition: Composition, seenText: string): readonly number[] {
  const comparison = compareLines(composition.lines, seenText);
  const seenLines = linesWithEndings(seenText);
  const baseLines = linesWithEndings(composition.lines);
  return composition.spans.flatMap((span, index) => {
    const touching = comparison.blocks.filter((block) => touches(block, span));
    const touchedSpan = hullOf(touching, span);
    const hunk = splitChange.hunks[index];
    if (touching.length === 0 || hunk === undefined || touchedSpan.start < span.start || touchedSpan.end > span.end)
      return [];
    const { start, end } = mapSpan(comparison.blocks, span);
    const { before, after } = editorTextsOfHunk(splitChange, hunk);
    const isBefore = baseLines.slice(span.start, span.end).join('') === before;
    return seenLines.slice(start, end).join('') === (isBefore ? after : before) ? [index] : [];
  });
}

/** Toggles hunks that overlap the user's own edits, if the text is then closer to the resulting one. */
function chooseClosest(
  splitChange: SplitChange,
  excludedBefore: ReadonlySet<number>,
  seenText: string,
): ReadonlySet<number> {
  const countDifferingLines = ({ lines }: Composition): number => {
    const { added, removed } = countChanges(compareLines(lines, seenText));
    return added + removed;
  };
  const composition = compose(splitChange, excludedBefore);
  const { blocks } = compareLines(composition.lines, seenText);
  let best = { excluded: excludedBefore, lines: countDifferingLines(composition) };
  const touchedIndexes = composition.spans.flatMap((span, index) =>
    blocks.some((block) => touches(block, span)) ? [index] : [],
  );
  for (const index of touchedIndexes.slice(0, maxRevertedHunks)) {
    const excluded = toggle(best.excluded, [index]);
    const lines = countDifferingLines(compose(splitChange, excluded));
    if (lines < best.lines) best = { excluded, lines };
  }
  return best.excluded;
}

function toggle(indexesBefore: ReadonlySet<number>, toggledIndexes: readonly number[]): ReadonlySet<number> {
  const indexesAfter = new Set(indexesBefore);
  for (const index of toggledIndexes) if (!indexesAfter.delete(index)) indexesAfter.add(index);
  return indexesAfter;
}
