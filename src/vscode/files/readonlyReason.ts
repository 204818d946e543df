// Checks whether a file is read-only for the user.
import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { fileSystem, isOnLocalDisk } from './fileSystem.ts';
import { filesSettings } from './filesSettings.ts';

/**
 * The reason why the user could not edit a file in VS Code: its file system is read-only, or a setting marks it so.
 * Checked here, since `vscode.workspace.fs` writes such a file anyway. Undefined if it is writable, or missing.
 */
export async function readonlyReason(uri: vscode.Uri): Promise<Phrase | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return phrase('its file system is read-only');
  if (isMarkedReadonly(uri)) return phrase('the setting files.readonlyInclude marks it read-only');
  // Only file systems of VS Code report permissions.
  if (isOnLocalDisk(uri)) return undefined;
  try {
    const { permissions = 0 } = await fileSystem.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) === 0
      ? undefined
      : phrase('its file system reports it as read-only');
  } catch {
    return undefined;
  }
}

function isMarkedReadonly(uri: vscode.Uri): boolean {
  const { readonlyInclude, readonlyExclude } = filesSettings(uri);
  const matches = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesPattern(pattern, uri));
  return matches(readonlyInclude) && !matches(readonlyExclude);
}

/** Matches an absolute or workspace-relative pattern by VS Code's own matcher, since the settings use its syntax. */
function matchesPattern(pattern: string, uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(pattern);
  const glob = isAbsolute || folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
  // The matcher reads only these two properties; opening the document would be slow, and fail for folders.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const document = { uri, languageId: '' } as vscode.TextDocument;
  return vscode.languages.match({ pattern: glob }, document) > 0;
}
