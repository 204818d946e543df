// Checks whether VS Code treats a file as a notebook.
import * as vscode from 'vscode';
import { opensAsNotebook } from '../../core/dialects/toolInputs/notebookTypes.ts';
import { baseName } from '../../core/path/pathParts.ts';

interface Manifest {
  readonly contributes?: { readonly notebooks?: unknown };
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
