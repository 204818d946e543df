// Creates unified diffs, as text, for changes that are too large for a diff editor.

import * as vscode from 'vscode';
import { runYielding } from '../../async/eventLoop.ts';
import type { Change } from '../../core/change/change.ts';
import { precomputeComparisons } from '../../core/change/changeComparison.ts';
import { exceedsDiffEditor, mayExceedDiffEditor } from '../../core/change/diffSize.ts';
import { diffOf } from '../../core/change/summary.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredFile as ReviewSide } from '../../core/watch/reviewItem.ts';
import { encodeText } from '../files/codec.ts';
import { reviewUri, unifiedReviewUri } from '../files/reviewUri.ts';
import type { History } from './callHistory.ts';
import { storedContentOf, type KeepText } from './historyFiles.ts';

/** Size in bytes below which a file is never too large for a diff editor, by the limit in `exceedsDiffEditor`. */
const minTooLargeBytes = 20_000;

export interface DiffContext {
  readonly history: Pick<History, 'contentOf'>;
  readonly keepText: KeepText;
}

/** URI of the unified diff of a change that is too large for a diff editor; undefined for all others. */
export async function unifiedUriIfTooLarge(
  { history, keepText }: DiffContext,
  entry: JournalEntry,
  changeIndex: number,
): Promise<vscode.Uri | undefined> {
  const stored = entry.changes[changeIndex];
  if (stored === undefined) return undefined;
  // `entry.lines` counts the lines of all changes of the entry, so it is an upper bound.
  if (entry.lines !== undefined && !mayExceedDiffEditor(entry.lines)) return undefined;
  const storedBefore = storedContentOf(stored, 'before');
  const storedAfter = storedContentOf(stored, 'after');
  if (storedBefore === undefined || storedAfter === undefined) return undefined;
  const [before, after] = await Promise.all([
    history.contentOf(entry, storedBefore),
    history.contentOf(entry, storedAfter),
  ]);
  const change: Change = { kind: 'update', at: stored.at, before, after };
  await runYielding(precomputeComparisons([change]));
  if (!exceedsDiffEditor(change)) return undefined;
  const file = vscode.Uri.parse(stored.at.uri, true);
  return keepText(entry.id, changeIndex, file.with({ path: `${file.path}.diff` }), diffOf(change));
}

/** URI of the unified diff of two stored sides of a file; undefined if a diff editor can show them. */
export async function unifiedReviewUriIfTooLarge(
  file: vscode.Uri,
  folderUri: string,
  before: ReviewSide | undefined,
  after: ReviewSide | undefined,
): Promise<vscode.Uri | undefined> {
  const areReadableFiles = [before, after].every((side) => side?.withheld === undefined && side?.mode !== 'link');
  // A new file has only added lines, which a diff editor shows fast at any size.
  if (before === undefined || !areReadableFiles) return undefined;
  const read = (side: ReviewSide | undefined) => vscode.workspace.fs.readFile(reviewUri(file, folderUri, side));
  const [bytesBefore, bytesAfter] = await Promise.all([read(before), read(after)]);
  if (Math.max(bytesBefore.length, bytesAfter.length) < minTooLargeBytes) return undefined;
  // A diff editor does not compare binary files.
  if (bytesBefore.includes(0) || bytesAfter.includes(0)) return undefined;
  const isTooLarge = exceedsDiffEditor(await textChange(file.path, bytesBefore, bytesAfter));
  return isTooLarge ? unifiedReviewUri(file, folderUri, before, after) : undefined;
}

/** The unified diff of two texts in UTF-8. @param path for its header */
export async function unifiedDiffText(path: string, before: Uint8Array, after: Uint8Array): Promise<string> {
  return diffOf(await textChange(path, before, after));
}

/** Texts are in UTF-8. The comparison is precomputed; the location has only a path, for the diff. */
async function textChange(path: string, before: Uint8Array, after: Uint8Array): Promise<Change> {
  // Keeps a byte order mark, so that the diff shows whether it changed.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const contentOf = (bytes: Uint8Array) => encodeText(decoder.decode(bytes), 'utf8');
  const sides = { before: await contentOf(before), after: await contentOf(after) };
  const change: Change = { kind: 'update', at: { uri: path, path, real: path }, ...sides };
  await runYielding(precomputeComparisons([change]));
  return change;
}
