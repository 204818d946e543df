import * as vscode from 'vscode';

/**
 * Whether a setting makes saving change a text, or overwrite what another program wrote meanwhile. What other extensions
 * do on saving cannot be known before.
 */
export function isReformatted({
  uri,
  languageId,
}: {
  readonly uri: vscode.Uri;
  readonly languageId?: string;
}): boolean {
  const scope = languageId === undefined ? uri : { uri, languageId };
  const files = vscode.workspace.getConfiguration('files', scope);
  const editor = vscode.workspace.getConfiguration('editor', scope);
  return (
    ['trimTrailingWhitespace', 'insertFinalNewline', 'trimFinalNewlines'].some((name) => files.get(name) === true) ||
    editor.get('formatOnSave') === true ||
    Object.keys(editor.get<object>('codeActionsOnSave') ?? {}).length > 0 ||
    files.get('saveConflictResolution', 'askUser') !== 'askUser'
  );
}
