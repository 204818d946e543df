import * as vscode from 'vscode';
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
        await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
      }
    } finally {
      saving = false;
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => void (isAmended(document) && save())),
    vscode.window.onDidChangeActiveTextEditor(() => void save()),
  );
}

function isAmended(document: vscode.TextDocument): boolean {
  return document.isDirty && document.uri.scheme === proposalScheme;
}
