// Shows the calls that changed one file.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversibleCall } from '../../core/journal/storedChange.ts';
import { translateTitle } from '../shared/translate.ts';
import { changeLabel } from '../shared/changeLabels.ts';
import { addressIn, fileOfStoredSide, reviewScheme } from '../files/reviewUri.ts';
import { historyScheme } from '../files/virtualFiles.ts';
import { indexOfFile, showChange } from './historyDiff.ts';
import { undoAll, type CommandContext } from './undoRedo.ts';
import { dayText, linesText, timeText } from './historyTexts.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { proposalScheme } from '../review/proposal/proposalFiles.ts';
import { notify } from '../messages/notify.ts';
import { toPlainItem } from '../messages/ask.ts';

interface CallItem extends vscode.QuickPickItem {
  readonly entry: JournalEntry;
  /** Index of the file's change in the entry. */
  readonly index: number;
}

/**
 * Lists the calls that changed a file, newest first. Picking one shows the diff of the file; its button undoes the
 * call.
 * @param clicked the argument of the command: the file's URI, if it was run from a menu
 */
export async function showFileHistory(context: CommandContext, clicked: unknown): Promise<void> {
  const uri = shownFileUri(
    context,
    clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri,
  );
  if (uri === undefined || uri.scheme === proposalScheme) {
    void notify('Information', vscode.l10n.t('Open the file whose history you want to see.'));
    return;
  }
  await context.history.refresh();
  const items = callItems(context, uri.toString());
  const name = escapeForDisplay(vscode.workspace.asRelativePath(uri));
  if (items.length === 0) {
    const text = vscode.l10n.t('Redline has no change of {0} in its history.', name);
    void notify('Information', text);
    return;
  }
  showCalls(context, items, vscode.l10n.t('Redline history of {0}', name));
}

function showCalls(context: CommandContext, items: readonly CallItem[], title: string): void {
  const picker = vscode.window.createQuickPick<ReturnType<typeof toPlainItem<CallItem>>>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t('Select a change to see what it did to the file');
  picker.items = items.map(toPlainItem);
  picker.onDidHide(() => picker.dispose());
  // Undo is the only button.
  picker.onDidTriggerItemButton((clicked) => {
    picker.hide();
    return undoAll(context, [clicked.item.item.entry]);
  });
  picker.onDidAccept(() => {
    const item = picker.selectedItems[0]?.item;
    picker.hide();
    return item === undefined ? undefined : showChange(context, item.entry, item.index);
  });
  picker.show();
}

/** The file that an editor shows; if it shows an old state (from the history or To Review), the file itself. */
function shownFileUri({ history }: CommandContext, uri: vscode.Uri | undefined): vscode.Uri | undefined {
  if (uri?.scheme === reviewScheme) {
    const file = fileOfStoredSide(uri);
    // The URI of a unified diff ends in `.diff`: see `unifiedReviewUri`.
    return addressIn(uri)?.from === undefined ? file : file?.with({ path: file.path.replace(/\.diff$/, '') });
  }
  if (uri?.scheme !== historyScheme) return uri;
  const entry = history.calls.find(({ id }) => id === uri.authority);
  const at = entry?.changes[Number.parseInt(uri.query, 10)]?.at.uri;
  return at === undefined ? undefined : vscode.Uri.parse(at, true);
}

function callItems({ history }: CommandContext, uri: string): CallItem[] {
  const fileChanges = history.calls.flatMap((entry) => {
    const index = indexOfFile(entry, uri);
    // Undefined for a call that did not change the file (-1).
    const change = entry.changes[index];
    return change === undefined ? [] : [{ entry, index, change }];
  });
  return fileChanges.toReversed().map(({ entry, index, change }) => {
    const time = new Date(entry.time);
    const isInEffect = history.isInEffect(entry);
    const stateTexts = isInEffect ? [] : [vscode.l10n.t('undone')];
    const undoButton = { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Undo') };
    const dateText = vscode.l10n.t('{0}, {1}', dayText(time, new Date()), timeText(time));
    return {
      label: translateTitle(entry),
      description: [...stateTexts, dateText, changeLabel(change), ...linesText(entry.lines)].join(' · '),
      buttons: isInEffect && !isIrreversibleCall(entry) ? [undoButton] : [],
      entry,
      index,
    };
  });
}
