// Renders one row of the view of calls that failed or were denied. Loaded when the view is first shown.
import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { translate } from '../shared/translate.ts';
import type { ListedCall } from './notDoneView.ts';

/** Creates the tree item of a call that failed or was denied. */
export function notDoneItem({ id, time, tool, chat, agent, what, why, denied }: ListedCall): vscode.TreeItem {
  const label = escapeForDisplay(what === undefined ? tool : translate(what));
  const reason = escapeForDisplay(typeof why === 'string' ? why : translate(why));
  const callerName = agent ?? (chat ? vscode.l10n.t('agent in chat') : vscode.l10n.t('another extension'));
  const state = denied ? vscode.l10n.t('denied') : vscode.l10n.t('failed');
  const item = new vscode.TreeItem(label);
  item.id = String(id);
  item.description = [state, callerName, reason].join(' · ');
  item.iconPath = new vscode.ThemeIcon(denied ? 'circle-slash' : 'warning');
  const timeText = time.toLocaleTimeString(vscode.env.language);
  item.tooltip = [label, `${state} · ${callerName} · ${timeText}`, reason].join('\n');
  item.accessibilityInformation = { label: [label, state, callerName, reason, timeText].join(', ') };
  return item;
}
