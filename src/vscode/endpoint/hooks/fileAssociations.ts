// Determines how VS Code treats a file, by its settings and the languages and notebooks that extensions contribute: whether
// it opens as a notebook, and the line ending that it gets if it has no line break yet.
import * as vscode from 'vscode';
import { languageOfFile } from '../../../core/dialects/languageOfFile.ts';
import { opensAsNotebook } from '../../../core/dialects/toolInputs/opensAsNotebook.ts';
import { baseName } from '../../../core/path/pathParts.ts';
import type { NewEolOf } from '../../../tools/hooks/planByOwnTool.ts';
import { openDocument } from '../../files/openDocuments.ts';

interface Manifest {
  readonly contributes?: { readonly languages?: unknown; readonly notebooks?: unknown };
}

/** Whether a file is open as a notebook, or would be opened as one. */
export function isNotebook(uri: vscode.Uri): boolean {
  if (vscode.workspace.notebookDocuments.some((document) => document.uri.toString() === uri.toString())) return true;
  const contributed = vscode.extensions.all.map(({ packageJSON }) => {
    const manifest: Manifest = packageJSON;
    return manifest.contributes?.notebooks;
  });
  const associations = vscode.workspace.getConfiguration('workbench').get<object>('editorAssociations', {});
  return opensAsNotebook(baseName(uri.path), contributed, { ...associations });
}

/**
 * The line ending of an open document; else the value of the setting `files.eol` for the file and its language.
 * @param isWindows decides `auto`, the default of the setting
 */
export function newEolOf(uri: vscode.Uri, isWindows: boolean): ReturnType<NewEolOf> {
  const document = openDocument(uri);
  if (document !== undefined) return document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const eolSetting = vscode.workspace.getConfiguration('files', scopeOf(uri)).get<string>('eol', 'auto');
  return eolSetting === '\r\n' || (eolSetting === 'auto' && isWindows) ? '\r\n' : '\n';
}

/**
 * The file as scope of a setting. Its language is slow to find, so the scope has it only if a language has its own
 * `files.eol`.
 */
function scopeOf(uri: vscode.Uri): vscode.ConfigurationScope {
  const files = vscode.workspace.getConfiguration('files', uri);
  if ((files.inspect('eol')?.languageIds ?? []).length === 0) return uri;
  const contributed = vscode.extensions.all.map(({ packageJSON }) => {
    const manifest: Manifest = packageJSON;
    return manifest.contributes?.languages;
  });
  return { uri, languageId: languageOfFile(uri.path, contributed, { ...files.get<object>('associations', {}) }) };
}
