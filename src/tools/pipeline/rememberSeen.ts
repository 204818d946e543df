// Remembers which lines a caller knows of a file after its call, or after an answer that shows what changed.
import type { Change, Location, TextContent } from '../../core/change/change.ts';
import { compareChangeSync } from '../../core/change/changeComparison.ts';
import { changedLineRanges } from '../../core/diff/diff.ts';
import { compareLines, type Comparison } from '../../core/diff/lineBlocks.ts';
import { carrySeenLines, type SeenLines } from '../../core/diff/seenLines.ts';
import { isNotebookPath } from '../shared/parseNotebook.ts';
import type { ReadMemory } from '../ports/ports.ts';

/** Lines around a change that answers and diffs show. */
const excerptContext = 5;
const diffContext = 3;

/** Remembers an applied change: all that was written, what was known before, and what the answer shows around it. */
export function rememberApplied(change: Change, reads: ReadMemory): void {
  if ('after' in change) reads.remember(change.at, change.after, seenAfter(change, reads));
}

/** Remembers a text whose whole difference from the text last read was shown. */
export function rememberShown(at: Location, current: TextContent, reads: ReadMemory): void {
  const known = isNotebookPath(at.path) ? undefined : seenLinesOf(reads, at, current);
  if (known === undefined) return reads.remember(at, current);
  const textRead = reads.lastRead(at)?.text ?? '';
  reads.remember(at, current, [...known, ...changedWithContext(compareLines(textRead, current.text), diffContext)]);
}

/** The lines known after a change; undefined for all: in a new or wholly rewritten file, and in a notebook. */
function seenAfter(change: Change, reads: ReadMemory): readonly SeenLines[] | undefined {
  if (isNotebookPath(change.at.path) || !('after' in change) || change.after.kind !== 'text') return undefined;
  if (change.kind === 'copy') return seenLinesOf(reads, change.from, change.after) ?? [];
  const isRewritten = change.kind === 'update' && change.edits === undefined;
  if (change.kind === 'create' || isRewritten || change.before.kind !== 'text') return undefined;
  const comparison = compareChangeSync(change);
  if (comparison === undefined) return [];
  const known = seenLinesOf(reads, change.kind === 'move' ? change.from : change.at, change.before) ?? [];
  return [...carrySeenLines(known, comparison.blocks), ...changedWithContext(comparison, excerptContext)];
}

/** The lines of a text that are known from the last read; undefined without one. */
function seenLinesOf(reads: ReadMemory, at: Location, { text }: TextContent): readonly SeenLines[] | undefined {
  const lastRead = reads.lastRead(at);
  if (lastRead === undefined || lastRead.text === text) return lastRead?.seen;
  return carrySeenLines(lastRead.seen, compareLines(lastRead.text, text).blocks);
}

function changedWithContext(comparison: Comparison, context: number): SeenLines[] {
  return changedLineRanges(comparison).map(({ start, end }) => ({
    cell: undefined,
    start: Math.max(1, start - context),
    end: end + context,
  }));
}
