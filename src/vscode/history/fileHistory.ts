import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { changeWord } from '../shared/changeWord.ts';
import { historyScheme } from './historyScheme.ts';
import { showChange } from './historyDiff.ts';
import { undoAll, type HistorySteps } from './historySteps.ts';
import { dayText, linesText, timeText } from './historyWords.ts';
import { plainText } from '../files/plainText.ts';
import { proposalScheme } from '../review/diff/proposalFiles.ts';
import { shownTitle } from '../shared/shown.ts';

interface Item extends vscode.QuickPickItem {
  readonly entry: JournalEntry;
  readonly index: number;
}

/** Lists the calls that changed a file, the newest first; a pick shows what it changed there, its button undoes the call. */
export async function showFileHistory(steps: HistorySteps, clicked: unknown): Promise<void> {
  const uri = fileOf(steps, clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri);
  if (uri === undefined || uri.scheme === proposalScheme) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open the file whose history you want to see.'));
    return;
  }
  await steps.history.refresh();
  const items = itemsOf(steps, uri.toString());
  const name = plainText(vscode.workspace.asRelativePath(uri));
  if (items.length === 0) {
    const text = vscode.l10n.t('Redline has no change of {0} in its history.', name);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = vscode.l10n.t('Redline history of {0}', name);
  pick.placeholder = vscode.l10n.t('Select a change to see what it did to the file');
  pick.items = items;
  pick.onDidHide(() => pick.dispose());
  pick.onDidTriggerItemButton(({ item }) => {
    pick.hide();
    return undoAll(steps, [item.entry]);
  });
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    pick.hide();
    return item === undefined ? undefined : showChange(item.entry, item.index);
  });
  pick.show();
}

/** What the history shows of a file stands for that file. */
function fileOf({ history }: HistorySteps, uri: vscode.Uri | undefined): vscode.Uri | undefined {
  if (uri?.scheme !== historyScheme) return uri;
  const entry = history.calls.find(({ id }) => id === uri.authority);
  const at = entry?.changes[Number.parseInt(uri.query, 10)]?.at.uri;
  return at === undefined ? undefined : vscode.Uri.parse(at, true);
}

function itemsOf({ history }: HistorySteps, uri: string): Item[] {
  const found = history.calls.flatMap((entry) => {
    const index = entry.changes.findIndex(
      (change) => change.at.uri === uri || ('from' in change && change.from.uri === uri),
    );
    const change = entry.changes[index];
    return change === undefined ? [] : [{ entry, index, change }];
  });
  return found.toReversed().map(({ entry, index, change }) => {
    const time = new Date(entry.time);
    const isInEffect = history.isInEffect(entry);
    const state = isInEffect ? [] : [vscode.l10n.t('undone')];
    const button = { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Undo') };
    const when = vscode.l10n.t('{0}, {1}', dayText(time, new Date()), timeText(time));
    return {
      label: plainText(escapeForDisplay(shownTitle(entry))),
      description: [...state, when, changeWord(change), ...linesText(entry.lines)].join(' · '),
      buttons: isInEffect ? [button] : [],
      entry,
      index,
    };
  });
}
