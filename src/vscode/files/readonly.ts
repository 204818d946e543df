import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { fileSystem, isOnLocalDisk } from './fileSystem.ts';
import { filesSettings } from './filesSettings.ts';

/**
 * Why the editor would not let the person change a file: its file system is read-only, or a setting marks it so. The
 * editor's own file calls write it all the same, so the gate has to look. Undefined where nothing speaks against it.
 */
export async function readonlyReason(uri: vscode.Uri): Promise<Phrase | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return phrase('its file system is read-only');
  if (isMarked(uri)) return phrase('the setting files.readonlyInclude marks it read-only');
  // The disk's own calls know nothing of the editor's permissions.
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

/** The patterns are the editor's, so its own matcher reads them: ours would take some of them otherwise, or not at all. */
function isMarked(uri: vscode.Uri): boolean {
  const { readonlyInclude, readonlyExclude } = filesSettings(uri);
  const matches = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesPattern(pattern, uri));
  return matches(readonlyInclude) && !matches(readonlyExclude);
}

/** A pattern is relative to the workspace folder, or absolute. */
function matchesPattern(pattern: string, uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(pattern);
  const glob = isAbsolute || folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
  // Of a document the matcher looks at these two alone; opening one only to ask would be slow, and fail for folders.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const document = { uri, languageId: '' } as vscode.TextDocument;
  return vscode.languages.match({ pattern: glob }, document) > 0;
}
