// Finds a setting that would hide white space in the diffs of reviews.
import * as vscode from 'vscode';

/**
 * Language id of files under review for which the user or the workspace sets `diffEditor.ignoreTrimWhitespace`, which
 * hides leading and trailing white space in diffs: that overrides Redline's default.
 */
export function languageHidingWhiteSpace(): string | undefined {
  const setting = 'ignoreTrimWhitespace';
  const diffSettings = (languageId = ''): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration('diffEditor', { languageId });
  return diffSettings()
    .inspect(setting)
    ?.languageIds?.find((id) => id.startsWith('redline-review') && diffSettings(id).get(setting));
}
