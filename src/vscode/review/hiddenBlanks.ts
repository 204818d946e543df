// Finds a setting that would hide white space in the diffs of reviews.
import * as vscode from 'vscode';

/**
 * Id of the language of files under review for which a setting hides white space at the ends of lines in diffs:
 * Redline's default shows it, but settings of the user or the workspace for that very language win.
 */
export function languageWithHiddenBlanks(): string | undefined {
  const setting = 'ignoreTrimWhitespace';
  const diffs = (languageId = ''): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration('diffEditor', { languageId });
  return diffs()
    .inspect(setting)
    ?.languageIds?.find((id) => id.startsWith('redline-review') && diffs(id).get(setting));
}
