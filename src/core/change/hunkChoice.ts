// Determines from a proposal's text which hunks a user includes, and rewrites the text for another choice.
import { applyEditorEdits } from './amend.ts';
import { composeText, textsOfHunk, type SplitChange, type LineSpan } from './hunks.ts';
import { compareLines, countChanges } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { displayText } from '../text/encoding.ts';
import { linesWithEndings, withEol } from '../text/text.ts';

/** Whether a hunk will be written: as proposed, not at all, or as edited by the user. */
export type HunkState = 'included' | 'excluded' | 'amended';

/** A hunk in the text that the user sees. */
export interface ShownHunk extends LineSpan {
  readonly state: HunkState;
}

/** The hunks chosen in an edited proposal text. */
export interface ReadHunks {
  /** The excluded hunks, by index. */
  readonly excluded: ReadonlySet<number>;
  readonly hunks: readonly ShownHunk[];
  /** The proposal without the excluded hunks, before the user's own edits. */
  readonly base: string;
  /** The text to write; undefined if the user changed bytes that the editor cannot display. */
  readonly text: string | undefined;
}

/** Maximum number of adjacent hunks that one editor command reverts together. */
const maxReverted = 16;
/** Maximum number of candidate texts to compose for explaining one. */
const maxTried = 50;

/**
 * Determines which hunks `shown`, the text in the editor, includes. `chosen` are the excluded ones as last known; the
 * text decides if the two differ, e.g. when the user reverts a hunk with the diff editor's arrow.
 */
export function readHunks(divided: SplitChange, chosen: ReadonlySet<number>, shown: string): ReadHunks {
  const seen = asEditorShows(shown);
  const same = exactly(divided, chosen, seen) ?? explained(divided, chosen, seen);
  if (same !== undefined) return same;
  const first = compose(divided, chosen);
  const excluded = closest(divided, toggled(chosen, flips(divided, first, seen)), seen);
  const { base, spans, lines } = compose(divided, excluded);
  const blocks = compareLines(lines, seen).blocks;
  const hunks = spans.map((span, index): ShownHunk => {
    const touching = blocks.filter((block) => touches(block, span));
    const state = excluded.has(index) ? 'excluded' : 'included';
    return { ...spanIn(blocks, hull(touching, span)), state: touching.length === 0 ? state : 'amended' };
  });
  return { excluded, hunks, base, text: applyEditorEdits(base, shown) };
}

/**
 * Excludes hunks, or includes them again: returns the text to show, with line endings `\n`. Keeps the user's own edits,
 * except in these hunks.
 */
export function chooseHunks(
  divided: SplitChange,
  read: ReadHunks,
  shown: string,
  change: { readonly indices: readonly number[]; readonly exclude: boolean },
): { readonly excluded: ReadonlySet<number>; readonly shown: string } {
  const excluded = new Set(read.excluded);
  for (const index of change.indices) {
    if (change.exclude) excluded.add(index);
    else excluded.delete(index);
  }
  const seen = asEditorShows(shown);
  const [old, next] = [compose(divided, read.excluded), compose(divided, excluded)];
  const chosen = new Set(change.indices);
  const kept = compareLines(old.lines, seen).blocks.filter(
    (block) =>
      // Text typed at the position of an empty hunk is kept, too.
      !old.spans.some((span, index) => chosen.has(index) && touches(block, span) && !isInsertedAt(block, span)),
  );
  const [nextLines, seenLines] = [linesWithEndings(next.lines), linesWithEndings(seen)];
  const moved = (line: number, side: 'start' | 'end'): number => movedLine(line, side, old.spans, next.spans);
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of kept) {
    const start = moved(beforeStart, beforeStart === beforeEnd ? 'end' : 'start');
    parts.push(...nextLines.slice(copiedTo, start), ...seenLines.slice(afterStart, afterEnd));
    copiedTo = moved(beforeEnd, 'end');
  }
  parts.push(...nextLines.slice(copiedTo));
  return { excluded, shown: joinLines(parts) };
}

/** Joins lines; a line without an ending that is no longer the last gets one. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line)).join('');
}

function asEditorShows(text: string): string {
  return displayText(withEol(text, '\n'));
}

function shownTexts(divided: SplitChange, hunk: DiffBlock): { readonly before: string; readonly after: string } {
  const { before, after } = textsOfHunk(divided, hunk);
  return { before: asEditorShows(before), after: asEditorShows(after) };
}

interface Composed {
  readonly base: string;
  /** `base` as split into lines by the editor. */
  readonly lines: string;
  readonly spans: readonly LineSpan[];
}

function compose(divided: SplitChange, excluded: ReadonlySet<number>): Composed {
  const { text, spans } = composeText(divided, excluded);
  return { base: text, lines: asEditorShows(text), spans };
}

/** Recognizes a text that is exactly the proposal without `excluded`; undefined for others. */
function exactly(divided: SplitChange, excluded: ReadonlySet<number>, seen: string): ReadHunks | undefined {
  const { base, lines, spans } = compose(divided, excluded);
  if (lines !== seen) return undefined;
  const hunks = spans.map(
    (span, index) => ({ ...span, state: excluded.has(index) ? 'excluded' : 'included' }) as const,
  );
  return { excluded, hunks, base, text: base };
}

/** Explains a text by one or a few adjacent hunks that the user reverted or restored. */
function explained(divided: SplitChange, chosen: ReadonlySet<number>, seen: string): ReadHunks | undefined {
  const growths = divided.hunks.map((hunk, index) => {
    const texts = shownTexts(divided, hunk);
    const growth = texts.before.length - texts.after.length;
    return texts.before === texts.after ? undefined : chosen.has(index) ? -growth : growth;
  });
  const missing = seen.length - compose(divided, chosen).lines.length;
  let tried = 0;
  for (let from = 0; from < growths.length; from++) {
    const run: number[] = [];
    let growth = 0;
    for (let index = from; index < Math.min(growths.length, from + maxReverted); index++) {
      const hunkGrowth = growths[index];
      if (hunkGrowth === undefined) continue;
      run.push(index);
      growth += hunkGrowth;
      if (growth !== missing) continue;
      if (++tried > maxTried) return undefined;
      const choice = exactly(divided, toggled(chosen, run), seen);
      if (choice !== undefined) return choice;
    }
  }
  return undefined;
}

/** The hunks for which the text has the lines of the other side. */
function flips(divided: SplitChange, composed: Composed, seen: string): readonly number[] {
  const comparison = compareLines(composed.lines, seen);
  const seenLines = linesWithEndings(seen);
  const baseLines = linesWithEndings(composed.lines);
  return composed.spans.flatMap((span, index) => {
    const touching = comparison.blocks.filter((block) => touches(block, span));
    const whole = hull(touching, span);
    const hunk = divided.hunks[index];
    if (touching.length === 0 || hunk === undefined || whole.start < span.start || whole.end > span.end) return [];
    const { start, end } = spanIn(comparison.blocks, span);
    const { before, after } = shownTexts(divided, hunk);
    const isBefore = baseLines.slice(span.start, span.end).join('') === before;
    return seenLines.slice(start, end).join('') === (isBefore ? after : before) ? [index] : [];
  });
}

/** Toggles hunks that overlap the user's own edits, if the text is then closer to the resulting one. */
function closest(divided: SplitChange, chosen: ReadonlySet<number>, seen: string): ReadonlySet<number> {
  const differing = ({ lines }: Composed): number => {
    const { added, removed } = countChanges(compareLines(lines, seen));
    return added + removed;
  };
  const composed = compose(divided, chosen);
  const { blocks } = compareLines(composed.lines, seen);
  let best = { excluded: chosen, lines: differing(composed) };
  const reached = composed.spans.flatMap((span, index) =>
    blocks.some((block) => touches(block, span)) ? [index] : [],
  );
  for (const index of reached.slice(0, maxReverted)) {
    const excluded = toggled(best.excluded, [index]);
    const lines = differing(compose(divided, excluded));
    if (lines < best.lines) best = { excluded, lines };
  }
  return best.excluded;
}

/**
 * Whether a diff block overlaps a hunk: changes its lines, or inserts between them. An empty hunk overlaps a block that
 * adds lines at its position, or that changes lines on both sides of it.
 */
function touches({ beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock, { start, end }: LineSpan): boolean {
  if (start === end) {
    const hasGrown = afterEnd - afterStart > beforeEnd - beforeStart;
    return hasGrown ? beforeStart <= start && start <= beforeEnd : beforeStart < start && start < beforeEnd;
  }
  if (beforeStart === beforeEnd) return start < beforeStart && beforeStart < end;
  return beforeStart < end && start < beforeEnd;
}

function isInsertedAt({ beforeStart, beforeEnd }: DiffBlock, { start, end }: LineSpan): boolean {
  return start === end && beforeStart === start && beforeEnd === start;
}

function hull(blocks: readonly DiffBlock[], { start, end }: LineSpan): LineSpan {
  return {
    start: Math.min(start, ...blocks.map(({ beforeStart }) => beforeStart)),
    end: Math.max(end, ...blocks.map(({ beforeEnd }) => beforeEnd)),
  };
}

/** Maps a span, whose ends are inside no block, to the text after the blocks. */
function spanIn(blocks: readonly DiffBlock[], { start, end }: LineSpan): LineSpan {
  let [shift, shiftAtEnd] = [0, 0];
  for (const block of blocks) {
    const growth = block.afterEnd - block.afterStart - (block.beforeEnd - block.beforeStart);
    const isAbove = block.beforeEnd <= start && !(block.beforeStart === start && start === end);
    if (isAbove) shift += growth;
    if (block.beforeEnd <= end && (start === end || block.beforeStart < end)) shiftAtEnd += growth;
  }
  return { start: start + shift, end: end + shiftAtEnd };
}

/** Maps the start or end of a line range that touches no chosen hunk from one composed text to another. */
function movedLine(line: number, side: 'start' | 'end', old: readonly LineSpan[], next: readonly LineSpan[]): number {
  let moved = line;
  for (const [index, span] of old.entries()) {
    const other = next[index];
    if (other === undefined || line < span.end || (side === 'end' && line === span.start)) break;
    moved = line + other.end - span.end;
  }
  return moved;
}

function toggled(chosen: ReadonlySet<number>, indices: readonly number[]): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const index of indices) if (!next.delete(index)) next.add(index);
  return next;
}
