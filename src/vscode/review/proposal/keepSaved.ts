// Saves proposals while the user types, so that closing a diff shows no prompt.

import * as vscode from 'vscode';
import { reviewIdsOfTab } from '../diff/diffTabs.ts';
import { proposalScheme } from './proposalFiles.ts';

/** Saves only the active editor, by a command that does not format: other ways of saving could change the text. */
export function keepProposalsSaved(): vscode.Disposable {
  let isSaving = false;
  const save = async (): Promise<void> => {
    if (isSaving) return;
    isSaving = true;
    try {
      let lastVersion: number | undefined;
      // Repeats, since the user may type during a save; stops after a failed save, which leaves the same version.
      for (;;) {
        const document = vscode.window.activeTextEditor?.document;
        if (document === undefined || !isUnsavedProposal(document) || document.version === lastVersion) return;
        lastVersion = document.version;
        const saving = vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
        await saving.then(undefined, () => undefined);
      }
    } finally {
      isSaving = false;
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === proposalScheme) void save();
    }),
    vscode.window.onDidChangeActiveTextEditor(() => void save()),
    vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
      if (changed.some(({ isDirty }) => isDirty)) void save();
    }),
  );
}

/** Whether a proposal is unsaved. During fast typing the tab may be dirty before its document is. */
function isUnsavedProposal(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== proposalScheme) return false;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return document.isDirty || (tab?.isDirty === true && reviewIdsOfTab(tab).includes(document.uri.authority));
}
