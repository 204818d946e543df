// Checks a planned change before anyone is asked: its size, whether its files changed since they were read, and
// cautions.

import type { Change, Content, Location, Caution } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { isTruncated } from '../../core/diff/diff.ts';
import { judgeStaleness, type Staleness } from '../../core/change/staleness.ts';
import { pluralize } from '../shared/sentences.ts';
import { rememberShownDiff } from './rememberSeenLines.ts';
import { isNotebookPath } from '../shared/parseNotebook.ts';
import type { ReadMemory } from '../ports/ports.ts';
import { withCautions } from '../../core/change/cautions.ts';
import { contentsOfSides, isIrreversible } from '../../core/journal/changeContents.ts';
import { totalCopyBytes } from '../../core/journal/largeFileCopies.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { findAbbreviation } from '../../core/diff/abbreviation.ts';
import { abbreviationCaution } from '../../core/change/cautionTexts.ts';
import { compareChange, comparableTexts } from '../../core/change/changeComparison.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';

/**
 * Checks the size of planned changes, and adds cautions: about large files, and about placeholders for omitted text.
 *
 * @throws ToolError TOO_LARGE
 */
export async function withPlanCautions(changes: readonly Change[], maxBytes: number): Promise<readonly Change[]> {
  requireWritableSize(changes, maxBytes);
  return withNotebookCautions(await withAbbreviations(withHistoryCautions(changes)));
}

async function withNotebookCautions(changes: readonly Change[]): Promise<readonly Change[]> {
  if (!changes.some(writesNotebook)) return changes;
  const { withNotebookCaution } = await import('./notebookCautions.ts');
  return Promise.all(changes.map(async (change) => (writesNotebook(change) ? withNotebookCaution(change) : change)));
}

/** Whether a change writes a text that must be a notebook. */
function writesNotebook(change: Change): boolean {
  return (
    'after' in change && change.after.kind === 'text' && change.after.text !== '' && isNotebookPath(change.at.path)
  );
}

/**
 * Rejects a plan that writes too much to a file. Counts appended bytes, or the whole file if it grows otherwise.
 *
 * @throws ToolError TOO_LARGE
 */
function requireWritableSize(changes: readonly Change[], maxBytes: number): void {
  for (const change of changes) {
    const writtenBytes = countWrittenBytes(change);
    if (writtenBytes <= maxBytes) continue;
    throw new ToolError(
      'TOO_LARGE',
      `${displayPathOf(change)} would take ${writtenBytes} bytes, and a call writes at most ${maxBytes} bytes (${maxBytes / bytesPerMebibyte} MiB) to a file. Nothing was changed. Write less, or write the first part and add each other part with redline_write_file and mode "append".`,
    );
  }
}

/** The bytes of a change that count. */
function countWrittenBytes(change: Change): number {
  if (!('after' in change)) return 0;
  if (change.after.kind === 'large') return change.kind === 'update' ? (change.after.tail?.bytes.length ?? 0) : 0;
  if (!('bytes' in change.after)) return 0;
  const { length } = change.after.bytes;
  // A copy of a smaller file sends no new bytes.
  if (change.kind === 'copy') return length > wholeFileLimit ? length : 0;
  if (change.kind === 'create' || !('bytes' in change.before)) return length;
  const lengthBefore = change.before.bytes.length;
  if (length <= lengthBefore) return 0;
  return isAppend(change) ? length - lengthBefore : length;
}

function isAppend(change: Change): boolean {
  if (change.kind !== 'update' || change.before.kind !== 'text') return false;
  const { before, edits } = change;
  return edits !== undefined && edits.every(({ start, end }) => start === before.text.length && end === start);
}

type ChangeOfFile = Extract<Change, { readonly before: Content }>;

/** A file in which the plan changes lines that have also changed since the agent last read it. */
interface StaleFile {
  readonly at: Location;
  readonly current: Content;
  /** The changes since the read, perhaps truncated. */
  readonly diff: string;
}

/** Maximum length of all diffs in an error, in UTF-16 units; the first one is always shown. */
const maxDiffChars = 6000;

/**
 * Compares the files of a plan with their state when the agent last read or wrote them.
 *
 * @returns sentences about files in which other lines changed
 * @throws ToolError STALE if the lines of the plan changed
 */
export function checkStaleness(changes: readonly Change[], reads: ReadMemory): string[] {
  const staleFiles: StaleFile[] = [];
  const notes: string[] = [];
  for (const change of changes) {
    if (!('before' in change)) continue;
    const { before } = change;
    const at = change.kind === 'move' ? change.from : change.at;
    const lastRead = reads.lastRead(at);
    if (lastRead === undefined || ('sha256' in before && lastRead.sha256 === before.sha256)) continue;
    const comparison = judgeChange(lastRead.text, change, at.path);
    if (comparison.kind === 'stale') staleFiles.push({ at, current: before, diff: comparison.diff });
    else if (comparison.kind === 'moved')
      notes.push(`Other lines of ${at.path} changed since it was last read (before this call: ${comparison.ranges}).`);
  }
  if (staleFiles.length > 0) throw createStaleError(staleFiles, reads);
  return notes;
}

/** Compares what a change finds with the text last read; a move of what is no longer text loses nothing. */
function judgeChange(textRead: string, change: ChangeOfFile, path: string): Staleness {
  const { before } = change;
  if (before.kind !== 'text') {
    if (change.kind === 'move') return { kind: 'fresh' };
    return { kind: 'stale', diff: `${path} was text, and is ${describeKind(before)} now.\n` };
  }
  const plannedText = change.kind !== 'delete' && change.after.kind === 'text' ? change.after.text : undefined;
  return judgeStaleness(textRead, before.text, plannedText, change.kind === 'update' ? change.edits : undefined, path);
}

function describeKind(content: Exclude<Content, { kind: 'text' }>): string {
  if (content.kind === 'binary') return `a binary file of ${pluralize(content.bytes.length, 'byte')}`;
  if (content.kind === 'link') return 'a symbolic link';
  return content.kind === 'directory' ? 'a directory' : `a file of ${pluralize(content.size, 'byte')}`;
}

/** Formats the STALE error, and marks each file whose complete diff it shows as read, so that the call can be repeated. */
export function createStaleError(staleFiles: readonly StaleFile[], reads: ReadMemory): ToolError {
  const shownDiffs: string[] = [];
  const unreadPaths: string[] = [];
  for (const { at, current: now, diff } of staleFiles) {
    const hasRoom = shownDiffs.length === 0 || shownDiffs.join('').length + diff.length <= maxDiffChars;
    if (hasRoom) shownDiffs.push(diff);
    if (!hasRoom || isTruncated(diff)) unreadPaths.push(at.path);
    else if (now.kind === 'text') rememberShownDiff(at, now, reads);
    else reads.remember(at, now);
  }
  const paths = staleFiles.map(({ at }) => at.path).join(', ');
  const advice =
    unreadPaths.length === 0
      ? 'Everything that changed is shown below and counts as read: if the call still says what you mean, line numbers included, repeat it as it is; otherwise, change it.'
      : `Read ${unreadPaths.join(', ')} again with redline_read_file, then repeat the call.`;
  return new ToolError(
    'STALE',
    `${paths} changed since it was last read, in the lines this call would change. ${advice} Changed since:\n${shownDiffs.join('')}`,
  );
}

/** Adds a caution to each change for which the history copies a large file, or which cannot be undone. */
function withHistoryCautions(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    if (isIrreversible(change)) return withCautions(change, [createIrreversibleCaution(change)]);
    const size = totalCopyBytes([change]);
    return size === 0 ? change : withCautions(change, [createHistoryCopyCaution(displayPathOf(change), size)]);
  });
}

/** Always asks, since no rule should allow an irreversible change. */
function createIrreversibleCaution(change: Change): Caution {
  const sizes = contentsOfSides(change).flatMap((side) => (side.kind === 'unread' ? sizeText(side.size) : []));
  const message = phrase(
    '{0} ({1}): Undo will not be available for this file',
    escapeForDisplay(displayPathOf(change)),
    sizes[0] ?? '',
  );
  return { message, requiresApproval: true };
}

/** Warns of the disk space that the copy takes, even if the file is deleted. */
function createHistoryCopyCaution(path: string, bytes: number): Caution {
  const message = phrase(
    '{0}: {1} will be kept in the history so that this can be undone',
    escapeForDisplay(path),
    sizeText(bytes),
  );
  return { message, requiresApproval: false };
}

/** Adds a caution to changes whose new text has a placeholder for omitted text, which would be lost. */
export function withAbbreviations(changes: readonly Change[]): Promise<readonly Change[]> {
  return runYielding(checkAbbreviations(changes));
}

function* checkAbbreviations(changes: readonly Change[]): Yielding<readonly Change[]> {
  const checkedChanges: Change[] = [];
  for (const change of changes) {
    const { before = '', after = '' } = comparableTexts(change);
    const comparison = writesText(change) ? yield* compareChange(change) : undefined;
    const abbreviation = comparison === undefined ? undefined : yield* findAbbreviation(before, after, comparison);
    const cautions =
      abbreviation === undefined ? [] : [abbreviationCaution(change.at.path, abbreviation.line, abbreviation.text)];
    checkedChanges.push(withCautions(change, cautions));
    yield;
  }
  return checkedChanges;
}

/** Whether a change writes new text; copies and moves do not. */
function writesText(change: Change): boolean {
  if (!('after' in change) || change.kind === 'copy') return false;
  if (change.after.kind === 'large') return change.kind === 'update' && change.after.tail !== undefined;
  if (change.after.kind !== 'text') return false;
  return !('before' in change && change.before.kind === 'text' && change.before.text === change.after.text);
}
