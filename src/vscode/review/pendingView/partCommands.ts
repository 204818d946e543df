// Implements the commands on parts of a waiting call; registers those on the hunk at the cursor and on warnings.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { readHunkSelection } from '../../../core/change/hunks/hunkChoice.ts';
import { splitIntoHunks, type SplitChange } from '../../../core/change/hunks/hunks.ts';
import { countsOf, displayPathOf } from '../../../core/change/summary.ts';
import { changeLabel } from '../../shared/changeLabels.ts';
import { registerCommands } from '../../shared/contributions/commands.ts';
import { showLine } from '../diff/showLine.ts';
import { ProposalFiles, proposalScheme } from '../proposal/proposalFiles.ts';
import { lineOfRow } from './partItems.ts';
import { displayedChangesOf, type PendingReview, type PendingReviews } from '../pendingReviews.ts';
import { isExcludable, type CallRow } from './pendingRow.ts';
import type { EditorReview } from '../review.ts';
import { reviewWarnings } from '../warnings/reviewWarnings.ts';
import { indexOfNextWarning, type ShownWarning } from '../warnings/warningSteps.ts';
import { excludeRows, includeRows, isRowExcluded } from './rowExclusions.ts';
import { pickSeveral } from '../../messages/ask.ts';
import { notify, showStatus } from '../../messages/notify.ts';

/** In milliseconds: long enough to read a warning. */
const statusMs = 15_000;

export interface PartCommandDeps {
  readonly editorReview: EditorReview;
  readonly pending: PendingReviews;
  /** Finds the call whose warnings are shown. */
  readonly findTarget: () => PendingReview | undefined;
}

export function registerPartCommands(deps: PartCommandDeps): vscode.Disposable {
  const lastShown = new WeakMap<PendingReview, ShownWarning>();
  return registerCommands({
    'redline.excludeHunk': () => applyAtCursor(deps, excludeRows, vscode.l10n.t('This part is excluded.')),
    'redline.includeHunk': () => applyAtCursor(deps, includeRows, vscode.l10n.t('This part is included.')),
    'redline.nextWarning': () => showWarning(deps, lastShown, 1),
    'redline.previousWarning': () => showWarning(deps, lastShown, -1),
  });
}

/** Opens the diff of a row's call, at the row's line; for an excluded file, which the diff lacks, only the diff. */
export async function openRow(editorReview: EditorReview, row: CallRow): Promise<void> {
  const { review } = row;
  const change = changeOfRow(row);
  const line = lineOfRow(row);
  if (change === undefined || review.excluded().has(change)) await editorReview.open([review]);
  else await editorReview.open([review], (pairs) => showLine(review, pairs, { change, line }));
}

/** The change that a row is about; undefined for a call as a whole. */
function changeOfRow(row: CallRow): Change | undefined {
  if (row.kind === 'warning') return row.warning.change;
  return isExcludable(row) ? row.change : undefined;
}

/** Asks by a list with check boxes which files of a call to write; excludes the others. */
export async function excludeFiles(review: PendingReview): Promise<void> {
  const items = displayedChangesOf(review).map((change) => toFileItem(review, change));
  if (items.length < 2) {
    void notify(
      'Information',
      vscode.l10n.t('This change affects only one file. To leave the file as it is, reject the change.'),
    );
    return;
  }
  const title = vscode.l10n.t('Select the files to write; the others are excluded');
  const picked = await pickSeveral(items, { title });
  if (picked === undefined || review.closedSignal.aborted) return;
  const checkedRows = new Set(picked.map(({ row }) => row));
  const rows = items.map(({ row }) => row);
  const rowsToInclude = rows.filter((row) => checkedRows.has(row) && isRowExcluded(row));
  includeRows(rowsToInclude);
  // Selects these after the inclusions, which may have included further files.
  const rowsToExclude = rows.filter((row) => !checkedRows.has(row) && !isRowExcluded(row));
  excludeRows(rowsToExclude);
}

function toFileItem(
  review: PendingReview,
  change: Change,
): vscode.QuickPickItem & { readonly row: Extract<CallRow, { kind: 'change' }> } {
  const { added, removed } = countsOf(review.current().amended.get(change) ?? change);
  // `inDiff`: the command is also one of the diff, which then keeps the focus.
  const row = { kind: 'change', review, change, inDiff: true } as const;
  return {
    label: displayPathOf(change),
    description: `+${added} −${removed} · ${changeLabel(change)}`,
    // A file whose hunks are all excluded counts as excluded, as in the view.
    picked: !isRowExcluded(row),
    row,
  };
}

/** Excludes or includes the hunk at the cursor; the whole file if it has no hunks and is not the only one. */
function applyAtCursor(deps: PartCommandDeps, apply: typeof includeRows, doneText: string): void {
  const cursor = findCursor(deps);
  if (cursor === undefined)
    return showMessage(vscode.l10n.t('Put the cursor on a change in the right side of the diff.'));
  const { review, change } = cursor;
  const split = splitIntoHunks(change);
  if (split === undefined) {
    if (review.fileCount === 1)
      return showMessage(vscode.l10n.t('This call has only one change. Approve or reject it.'));
    return apply([{ kind: 'change', review, change, inDiff: true }]);
  }
  const hunk = indexOfHunkAt(cursor, split);
  if (hunk < 0) return showMessage(vscode.l10n.t('Put the cursor on a change in the right side of the diff.'));
  apply([{ kind: 'hunk', review, change, hunk, inDiff: true }]);
  showMessage(doneText);
}

interface ProposalCursor {
  readonly review: PendingReview;
  /** The planned change. */
  readonly change: Change;
  /** The editor of its right side. */
  readonly editor: vscode.TextEditor;
}

/** Index of the hunk at the cursor, by the text on screen, which may be newer than the call's; -1 if there is none. */
function indexOfHunkAt({ review, change, editor }: ProposalCursor, split: SplitChange): number {
  const states = review.current().hunks.get(change) ?? [];
  const excluded = new Set(states.flatMap(({ state }, index) => (state === 'excluded' ? index : [])));
  const { hunks } = readHunkSelection(split, excluded, editor.document.getText());
  const line = editor.selection.active.line;
  // A hunk without lines on the right side is at the line that follows it.
  return hunks.findIndex(({ start, end }) => line >= start && line < Math.max(end, start + 1));
}

/** Finds the cursor in a proposal; undefined if the active editor does not show the right side of one. */
function findCursor({ editorReview, pending }: PartCommandDeps): ProposalCursor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { uri } = editor.document;
  if (uri.scheme !== proposalScheme || !ProposalFiles.isSide(uri, 'after')) return undefined;
  // Finds the call by the file's URI, since a diff may show several calls.
  const review = pending.find(uri.authority);
  const pairs = review === undefined ? [] : editorReview.pairsOf(review);
  const change = pairs.find(({ filledSides: [, after] }) => after.toString() === uri.toString())?.change;
  return review && change && { review, change, editor };
}

/** Shows the warning after or before the last shown one. */
async function showWarning(
  { editorReview, findTarget }: PartCommandDeps,
  lastShown: WeakMap<PendingReview, ShownWarning>,
  step: 1 | -1,
): Promise<void> {
  const review = findTarget();
  const warnings = review === undefined ? [] : reviewWarnings(review);
  if (review === undefined || warnings.length === 0) return showMessage(vscode.l10n.t('There are no warnings.'));
  const index = indexOfNextWarning(warnings, lastShown.get(review), step);
  const warning = warnings[index];
  if (warning === undefined) return;
  lastShown.set(review, { warning, index });
  await openRow(editorReview, { kind: 'warning', review, warning });
  showMessage(vscode.l10n.t('Warning {0} of {1}: {2}', index + 1, warnings.length, warning.text));
}

function showMessage(text: string): void {
  showStatus(text, statusMs);
}
