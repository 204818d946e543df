import * as vscode from 'vscode';
import { reviewsOfTab } from './diffTabs.ts';
import { proposalScheme } from './proposalFiles.ts';

/**
 * Saves what the person amends in a proposal as they type, so that closing it asks nothing. The save is the one without
 * formatting and the like, which goes by the active editor; any other could change what they see.
 */
export function keepProposalsSaved(): vscode.Disposable {
  let saving = false;
  const save = async (): Promise<void> => {
    if (saving) return;
    saving = true;
    try {
      let tried: number | undefined;
      for (;;) {
        const document = vscode.window.activeTextEditor?.document;
        // Amended again since the last try; a save that fails is not repeated.
        if (document === undefined || !isAmended(document) || document.version === tried) return;
        tried = document.version;
        const save = vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
        await save.then(undefined, () => undefined);
      }
    } finally {
      saving = false;
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => void (document.uri.scheme === proposalScheme && save())),
    vscode.window.onDidChangeActiveTextEditor(() => void save()),
    vscode.window.tabGroups.onDidChangeTabs(({ changed }) => void (changed.some(({ isDirty }) => isDirty) && save())),
  );
}

/** While keys and saves overtake each other the document may pass for saved when its tab does not. */
function isAmended(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== proposalScheme) return false;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return document.isDirty || (tab?.isDirty === true && reviewsOfTab(tab).includes(document.uri.authority));
}
