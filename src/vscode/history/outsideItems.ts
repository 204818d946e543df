// Renders the history's rows for changes that no Redline call made: by a shell command or another program.

import * as vscode from 'vscode';
import { countFiles, type OutsideChanges } from '../../core/toReview/historyGroups.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { plainText } from '../messages/notify.ts';
import { firstNames, originTexts } from '../shared/changeLabels.ts';
import type { Step } from '../../core/watch/reviewItem.ts';
import { timeText } from './historyTexts.ts';

/** Maximum number of causes in a row. */
const maxNamed = 3;

/** The row of a group of changes, labelled by their causes: "Codex: npm run format". */
export function outsideItem(node: OutsideChanges): vscode.TreeItem {
  const { id, origin, steps, time } = node;
  const causes = originTexts(origin).map(plainText);
  const label = firstNames(causes, maxNamed).join(', ');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `outside ${id}`;
  item.description = [filesText(countFiles(steps)), timeText(new Date(time))].join(' · ');
  item.tooltip = [...causes, new Date(time).toLocaleString(vscode.env.language)].join('\n');
  item.iconPath = new vscode.ThemeIcon('eye');
  item.contextValue = 'outside';
  item.accessibilityInformation = { label: [label, item.description].join(', ') };
  return item;
}

export function stepItem(node: { readonly step: Step }): vscode.TreeItem {
  const { id, path, before, after } = node.step;
  const item = new vscode.TreeItem(escapeForDisplay(path.toWellFormed()));
  item.id = `step ${id}`;
  item.contextValue = 'step';
  item.iconPath = vscode.ThemeIcon.File;
  item.description = stepText(before !== undefined, after !== undefined);
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  return item;
}

function stepText(existedBefore: boolean, existsAfter: boolean): string {
  if (!existedBefore) return vscode.l10n.t('new');
  return existsAfter ? vscode.l10n.t('modified') : vscode.l10n.t('deleted');
}

function filesText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count);
}
