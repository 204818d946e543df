// Lists the child rows of a waiting call, and renders those of hunks and warnings.

import * as vscode from 'vscode';
import type { HunkState, HunkInEditor } from '../../../core/change/hunks/hunkChoice.ts';
import { firstLineOf, splitIntoHunks, textsOfHunk, type SplitChange } from '../../../core/change/hunks/hunks.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { DiffBlock } from '../../../core/diff/lineDiff.ts';
import { baseName } from '../../../core/path/pathParts.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import { shorten } from '../../../core/wording/phrase.ts';
import { displayedChangesOf, type PendingReview } from '../pendingReviews.ts';
import type { CallRow, HunkRow, WarningRow } from './pendingRow.ts';
import { isRowExcluded } from './rowExclusions.ts';
import { reviewWarnings, type ListedWarning } from '../warnings/reviewWarnings.ts';

const { Expanded, None } = vscode.TreeItemCollapsibleState;
/** Maximum UTF-16 units of a hunk's first line in its row. */
const maxFirstLineChars = 80;
/** Maximum UTF-16 units of a warning in its row; the tooltip has the whole. */
const maxWarningChars = 320;
/** Maximum number of lines of each side in a hunk's tooltip. */
const maxTooltipLines = 20;

/**
 * The child rows of a row. A call has its warnings, then its changes (if there is only one, its hunks instead); a change
 * has its hunks.
 */
export function childRowsOf(row: CallRow): readonly CallRow[] {
  const { review } = row;
  switch (row.kind) {
    case 'call': {
      const warnings = reviewWarnings(review).length > 0 ? [{ kind: 'warnings', review } as const] : [];
      const rows = displayedChangesOf(review).map((change) => ({ kind: 'change', review, change }) as const);
      const [only, ...others] = rows;
      return [...warnings, ...(only === undefined || others.length > 0 ? rows : childRowsOf(only))];
    }
    case 'change':
      return splitIntoHunks(row.change)?.hunks.map((_, hunk) => ({ ...row, kind: 'hunk', hunk })) ?? [];
    case 'warnings':
      return reviewWarnings(review).map((warning) => ({ kind: 'warning', review, warning }));
    case 'hunk':
    case 'warning':
      return [];
  }
}

/** Line (1-based) of a row in the new text; undefined if it is about no single line. */
export function lineOfRow(row: CallRow): number | undefined {
  if (row.kind === 'warning') return row.warning.line;
  if (row.kind !== 'hunk') return undefined;
  const plannedHunk = splitIntoHunks(row.change)?.hunks[row.hunk];
  return plannedHunk && currentHunkOf(row, plannedHunk).start + 1;
}

/** The lines and the state of a hunk in the editor, or as planned until the user touches the change. */
function currentHunkOf({ review, change, hunk }: HunkRow, plannedHunk: DiffBlock): HunkInEditor {
  const initial = { start: plannedHunk.afterStart, end: plannedHunk.afterEnd, state: 'included' } as const;
  return review.current().hunks.get(change)?.[hunk] ?? initial;
}

export function warningsItem(review: PendingReview): vscode.TreeItem {
  const { length } = reviewWarnings(review);
  const item = new vscode.TreeItem(
    length === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', length),
    Expanded,
  );
  item.id = `${review.id}/warnings`;
  item.iconPath = warningIcon();
  return item;
}

export function warningItem(row: WarningRow): vscode.TreeItem {
  const { warning } = row;
  const item = new vscode.TreeItem(shorten(withoutFolder(warning), maxWarningChars), None);
  item.iconPath = warningIcon();
  item.tooltip = warning.text;
  item.accessibilityInformation = { label: vscode.l10n.t('Warning: {0}', warning.text) };
  if (warning.change !== undefined) item.command = showCommand(row);
  return item;
}

/** The text of a warning that begins with the name of its file, not its folder, which would fill a narrow view. */
function withoutFolder({ text, change }: ListedWarning): string {
  const path = change === undefined ? '' : displayPathOf(change);
  const shown = escapeForDisplay(path);
  return text.startsWith(shown) ? escapeForDisplay(baseName(path)) + text.slice(shown.length) : text;
}

export function hunkItem(row: HunkRow): vscode.TreeItem {
  const { review, change, hunk } = row;
  const split = splitIntoHunks(change);
  const plannedHunk = split?.hunks[hunk];
  // Never: `childRowsOf` lists only existing hunks.
  if (split === undefined || plannedHunk === undefined) return new vscode.TreeItem('');
  const currentHunk = currentHunkOf(row, plannedHunk);
  // A hunk whose whole file is excluded counts as excluded, too.
  const isExcluded = isRowExcluded(row);
  const state = isExcluded ? 'excluded' : currentHunk.state;
  const stateText = hunkStateText(state);
  const added = plannedHunk.afterEnd - plannedHunk.afterStart;
  const removed = plannedHunk.beforeEnd - plannedHunk.beforeStart;
  const position = positionText(currentHunk);
  const firstLine = escapeForDisplay(shorten(firstLineOf(textsOfHunk(split, plannedHunk)), maxFirstLineChars));
  const reason = review.reasonOf(change, hunk);
  const reasons = reason === undefined ? [] : [reason];
  const label = vscode.l10n.t('{0}, lines added: {1}, removed: {2}', position, added, removed);
  const item = new vscode.TreeItem(position, None);
  item.id = `${review.id}/${review.request.changes.indexOf(change)}/${hunk}`;
  item.description = [...(state === 'included' ? [] : [stateText]), `+${added} −${removed}`, firstLine].join(' · ');
  item.tooltip = [position, ...reasons, ...diffLinesOf(split, plannedHunk)].join('\n');
  item.command = showCommand(row);
  setExcludable(item, isExcluded, stateText);
  item.accessibilityInformation = { label: [label, stateText, ...reasons, firstLine].join(', ') };
  return item;
}

/** Adds the check box and, by the `contextValue`, the menus. */
export function setExcludable(item: vscode.TreeItem, isExcluded: boolean, stateText: string): void {
  item.contextValue = isExcluded ? 'change.excluded' : 'change.included';
  item.checkboxState = {
    state: isExcluded ? vscode.TreeItemCheckboxState.Unchecked : vscode.TreeItemCheckboxState.Checked,
    tooltip: isExcluded ? vscode.l10n.t('Include this change') : vscode.l10n.t('Exclude this change'),
    accessibilityInformation: { label: stateText },
  };
}

/** "Lines 3–5", "Line 3", or "Before line 3" for a hunk without lines on the right side. */
function positionText({ start, end }: HunkInEditor): string {
  if (end > start + 1) return vscode.l10n.t('Lines {0}–{1}', start + 1, end);
  return end === start ? vscode.l10n.t('Before line {0}', start + 1) : vscode.l10n.t('Line {0}', end);
}

function hunkStateText(state: HunkState): string {
  switch (state) {
    case 'included':
      return vscode.l10n.t('included');
    case 'excluded':
      return vscode.l10n.t('excluded');
    case 'amended':
      return vscode.l10n.t('amended');
  }
}

/** The first lines of a hunk on each side, as in a diff, without blank ones. */
function diffLinesOf(split: SplitChange, plannedHunk: DiffBlock): readonly string[] {
  const { before, after } = textsOfHunk(split, plannedHunk);
  const withMark = (mark: string, text: string): string[] =>
    text
      .split(/\r\n|\r|\n/)
      .slice(0, maxTooltipLines)
      .flatMap((line) => (line === '' ? [] : [`${mark}${escapeForDisplay(line)}`]));
  return [...withMark('-', before), ...withMark('+', after)];
}

function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

export function showCommand(row: CallRow): vscode.Command {
  return { command: 'redline.reviewPending', title: vscode.l10n.t('Review'), arguments: [row] };
}
