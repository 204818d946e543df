// Renders the child rows of a waiting call other than files: hunks and warnings.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import type { HunkState, HunkInEditor } from '../../core/change/hunkChoice.ts';
import { splitIntoHunks, textsOfHunk, type SplitChange } from '../../core/change/hunks.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { DiffBlock } from '../../core/diff/lineDiff.ts';
import { baseName } from '../../core/path/baseName.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { shorten } from '../../core/wording/shorten.ts';
import { listedChangesOf, type PendingReview } from './pendingReviews.ts';
import type { PendingNode } from './pendingRow.ts';
import { isRowExcluded } from './rowExclusions.ts';
import { reviewWarnings, type ListedWarning } from './reviewWarnings.ts';

const { Expanded, None } = vscode.TreeItemCollapsibleState;
const maxLabelChars = 80;
const maxTooltipLines = 20;

/** Child rows of a row: of a call its warnings, then its changes; of a change its hunks. */
export function childRowsOf({ review, change, hunk, warning }: PendingNode): PendingNode[] {
  if (warning === 'all') return reviewWarnings(review).map((each) => ({ review, warning: each }));
  if (hunk !== undefined || warning !== undefined) return [];
  if (change !== undefined) return hunkRows(review, change);
  const [only, ...others] = listedChangesOf(review);
  const rows = others.length > 0 ? listedChangesOf(review).map((each) => ({ review, change: each })) : [];
  const hunks = only === undefined || others.length > 0 ? [] : hunkRows(review, only);
  return [...(reviewWarnings(review).length > 0 ? [{ review, warning: 'all' } as const] : []), ...rows, ...hunks];
}

function hunkRows(review: PendingReview, change: Change): PendingNode[] {
  return splitIntoHunks(change)?.hunks.map((_, hunk) => ({ review, change, hunk })) ?? [];
}

/** Line (1-based) of a row in the new text. */
export function lineOfRow({ review, change, hunk, warning }: PendingNode): number | undefined {
  if (warning !== undefined) return warning === 'all' ? undefined : warning.line;
  const split = change === undefined ? undefined : splitIntoHunks(change);
  const block = hunk === undefined ? undefined : split?.hunks[hunk];
  if (change === undefined || hunk === undefined || block === undefined) return undefined;
  return currentHunkOf(review, change, { block, hunk }).start + 1;
}

function currentHunkOf(
  review: PendingReview,
  change: Change,
  { block, hunk }: { readonly block: DiffBlock; readonly hunk: number },
): HunkInEditor {
  const initial = { start: block.afterStart, end: block.afterEnd, state: 'included' } as const;
  return review.current().hunks.get(change)?.[hunk] ?? initial;
}

/** The parent row of all warnings of a call. */
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

export function warningItem(node: PendingNode, warning: ListedWarning): vscode.TreeItem {
  const item = new vscode.TreeItem(shorten(withoutFolder(warning), 4 * maxLabelChars), None);
  item.iconPath = warningIcon();
  item.tooltip = warning.text;
  item.accessibilityInformation = { label: vscode.l10n.t('Warning: {0}', warning.text) };
  if (warning.change !== undefined) item.command = showCommand(node);
  return item;
}

/** The text of a warning that begins with the name of its file, not its folder, which would fill a narrow view. */
function withoutFolder({ text, change }: ListedWarning): string {
  const path = change === undefined ? '' : displayPathOf(change);
  const shown = escapeForDisplay(path);
  return text.startsWith(shown) ? escapeForDisplay(baseName(path)) + text.slice(shown.length) : text;
}

/** The row of a hunk, with a check box that includes or excludes it. */
export function hunkItem(node: PendingNode, change: Change, hunk: number): vscode.TreeItem {
  const { review } = node;
  const split = splitIntoHunks(change);
  const block = split?.hunks[hunk];
  if (split === undefined || block === undefined) return new vscode.TreeItem('');
  const currentHunk = currentHunkOf(review, change, { block, hunk });
  const texts = textsOfHunk(split, block);
  const isExcluded = isRowExcluded(node);
  const stateText = hunkStateText(isExcluded ? 'excluded' : currentHunk.state);
  const [added, removed] = [block.afterEnd - block.afterStart, block.beforeEnd - block.beforeStart];
  const [first = ''] = (texts.after.trim() === '' ? texts.before : texts.after).trim().split(/[\r\n]/);
  const position = positionText(currentHunk);
  const firstLine = escapeForDisplay(shorten(first, maxLabelChars));
  const item = new vscode.TreeItem(position, None);
  item.id = `${review.id}/${review.request.changes.indexOf(change)}/${hunk}`;
  const isPlain = !isExcluded && currentHunk.state === 'included';
  item.description = [...(isPlain ? [] : [stateText]), `+${added} −${removed}`, firstLine].join(' · ');
  const reason = review.reasonOf(change, hunk);
  item.tooltip = [position, ...(reason === undefined ? [] : [reason]), ...diffLinesOf(split, block)].join('\n');
  item.contextValue = isExcluded ? 'change.leftOut' : 'change.takenIn';
  item.command = showCommand(node);
  item.checkboxState = {
    state: isExcluded ? vscode.TreeItemCheckboxState.Unchecked : vscode.TreeItemCheckboxState.Checked,
    tooltip: isExcluded ? vscode.l10n.t('Include this change') : vscode.l10n.t('Exclude this change'),
    accessibilityInformation: { label: stateText },
  };
  const label = vscode.l10n.t('{0}, lines added: {1}, removed: {2}', position, added, removed);
  item.accessibilityInformation = {
    label: [label, stateText, ...(reason === undefined ? [] : [reason]), firstLine].join(', '),
  };
  return item;
}

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

function diffLinesOf(divided: SplitChange, block: DiffBlock): readonly string[] {
  const { before, after } = textsOfHunk(divided, block);
  const marked = (mark: string, text: string): string[] =>
    text
      .split(/\r\n|\r|\n/)
      .slice(0, maxTooltipLines)
      .flatMap((line) => (line === '' ? [] : [`${mark}${escapeForDisplay(line)}`]));
  return [...marked('-', before), ...marked('+', after)];
}

function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

function showCommand(node: PendingNode): vscode.Command {
  return { command: 'redline.reviewPending', title: vscode.l10n.t('Review'), arguments: [node] };
}
