// Implements the `Editor` port, through which changes are applied, undone and recovered, with the VS Code API.

import * as vscode from 'vscode';
import { closeTabs, fileTabOf, textTabs } from '../shared/tabs.ts';
import { decodeFile, decodeText } from '../files/codec.ts';
import { isMissing, statOf, fileSystem } from '../files/fileSystem.ts';
import { dirtyDocument, openDocument } from '../files/openDocuments.ts';
import { readonlyReason, requireNoUnsavedWork } from '../files/changeObstacles.ts';
import type { Editor, OpenDocument, TextEdits } from '../ports/editor.ts';

/** Parses a URI that the port passes as a string. Throws if it has no scheme. */
const parseUri = (uri: string): vscode.Uri => vscode.Uri.parse(uri, true);

/** A document of VS Code, adapted to the port. */
class VsCodeDocument implements OpenDocument {
  readonly document: vscode.TextDocument;

  constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  get uri(): string {
    return this.document.uri.toString();
  }

  get eol(): OpenDocument['eol'] {
    return this.document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  }

  get isDirty(): boolean {
    return this.document.isDirty;
  }

  get isClosed(): boolean {
    return this.document.isClosed;
  }

  getText(): string {
    return this.document.getText();
  }

  async save(): Promise<boolean> {
    return this.document.save();
  }
}

/** The only adapter of each document, so that an adapter can be the key of a map. */
const adapters = new WeakMap<vscode.TextDocument, VsCodeDocument>();

function adapterOf(document: vscode.TextDocument): VsCodeDocument {
  const adapter = adapters.get(document) ?? new VsCodeDocument(document);
  adapters.set(document, adapter);
  return adapter;
}

function documentOf(adapter: OpenDocument): vscode.TextDocument {
  if (adapter instanceof VsCodeDocument) return adapter.document;
  throw new TypeError('a text of another editor');
}

function toVsCodeEdits({ document: adapter, edits, eol }: TextEdits): vscode.TextEdit[] {
  const document = documentOf(adapter);
  const endings = eol === '\r\n' ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
  return [
    ...(eol === undefined ? [] : [vscode.TextEdit.setEndOfLine(endings)]),
    ...edits.map(({ start, end, text }) =>
      vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text),
    ),
  ];
}

/**
 * Whether a setting makes saving change a text, or overwrite another program's write. What other extensions do on save
 * cannot be known, and is not considered.
 *
 * @param languageId the document's language; undefined for a file that is not loaded, for which settings of single
 *   languages are not considered
 */
function maySettingsAffectSave({
  uri,
  languageId,
}: {
  readonly uri: vscode.Uri;
  readonly languageId?: string;
}): boolean {
  const scope = languageId === undefined ? uri : { uri, languageId };
  const files = vscode.workspace.getConfiguration('files', scope);
  const editor = vscode.workspace.getConfiguration('editor', scope);
  const trimsOnSave = ['trimTrailingWhitespace', 'insertFinalNewline', 'trimFinalNewlines'].some(
    (name) => files.get(name) === true,
  );
  const formatsOnSave = editor.get('formatOnSave') === true;
  const actsOnSave = Object.keys(editor.get<object>('codeActionsOnSave') ?? {}).length > 0;
  const mayOverwrite = files.get('saveConflictResolution', 'askUser') !== 'askUser';
  return trimsOnSave || formatsOnSave || actsOnSave || mayOverwrite;
}

/** Time limit in milliseconds for retrying a revert, which fails if another editor becomes active meanwhile. */
const revertTimeoutMs = 5000;

/** VS Code's `EditorActivation.ACTIVATE`: activates the editor's group, even if the focus stays elsewhere. */
const activateGroup = 1;

/**
 * Implements the port with the VS Code that this extension runs in. Reads by `fileSystem`, which is faster; writes by
 * `vscode.workspace.fs`, so that VS Code and its extensions learn of each write.
 */
export const vscodeEditor: Editor = {
  stat: (uri) => statOf(parseUri(uri)),
  readFile: async (uri) => fileSystem.readFile(parseUri(uri)),
  async list(uri) {
    const folder = parseUri(uri);
    const entries = await fileSystem.readDirectory(folder);
    return entries.map(([name, type]) => ({
      uri: vscode.Uri.joinPath(folder, name).toString(),
      isFolder: type === vscode.FileType.Directory,
    }));
  },
  writeFile: async (uri, bytes) => vscode.workspace.fs.writeFile(parseUri(uri), bytes),
  async createFile(uri, contents) {
    // Creates the file by an edit, since the editor's undo does not undo `fs.writeFile`.
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(parseUri(uri), { contents, overwrite: false, ignoreIfExists: false });
    return vscode.workspace.applyEdit(edit);
  },
  createDirectory: async (uri) => vscode.workspace.fs.createDirectory(parseUri(uri)),
  async rename(from, to) {
    try {
      await vscode.workspace.fs.rename(parseUri(from), parseUri(to), { overwrite: false });
      return true;
    } catch (cause) {
      if (isMissing(cause) || (cause instanceof vscode.FileSystemError && cause.code === 'FileExists')) return false;
      throw cause;
    }
  },
  copy: async (from, to) => vscode.workspace.fs.copy(parseUri(from), parseUri(to), { overwrite: false }),
  delete: async (uri) => vscode.workspace.fs.delete(parseUri(uri), { recursive: false, useTrash: false }),
  async moveToTrash(uri) {
    try {
      await vscode.workspace.fs.delete(parseUri(uri), { recursive: true, useTrash: true });
      return true;
    } catch (cause) {
      if (isMissing(cause)) return false;
      throw cause;
    }
  },

  decode: async (uri, bytes) => (await decodeFile(parseUri(uri), bytes)).content,
  decodeText,

  loadedDocument(uri) {
    const document = openDocument(parseUri(uri));
    return document && adapterOf(document);
  },
  dirtyDocument(uri) {
    const document = dirtyDocument(parseUri(uri));
    return document && adapterOf(document);
  },
  load: async (uri, encoding) =>
    adapterOf(
      await vscode.workspace.openTextDocument(parseUri(uri), encoding === undefined ? undefined : { encoding }),
    ),
  async edit(editsOfDocuments) {
    const edit = new vscode.WorkspaceEdit();
    for (const edits of editsOfDocuments) edit.set(documentOf(edits.document).uri, toVsCodeEdits(edits));
    return vscode.workspace.applyEdit(edit);
  },
  onDidChange(adapter, changed) {
    const watchedDocument = documentOf(adapter);
    const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === watchedDocument) changed();
    });
    return () => void listener.dispose();
  },
  async revert(document, expectedText) {
    // An internal command (VS Code 1.106): `[uri, [column, options, label]]`. `override` selects the text editor.
    const options = { preserveFocus: true, activation: activateGroup, override: 'default' };
    const open = { command: '_workbench.open', args: [documentOf(document).uri, [undefined, options]] };
    const commands = [open, 'workbench.action.files.revert'];
    const endMs = performance.now() + revertTimeoutMs;
    // Tries again, since another editor may become active in between, but never after the user has typed.
    while (document.getText() === expectedText && performance.now() < endMs) {
      // Runs both commands in one call: `revert` acts on the active editor, which the user could switch between two calls.
      await vscode.commands.executeCommand('runCommands', { commands });
      if (!document.isDirty) return true;
    }
    return false;
  },
  isSaveUnpredictable: (file) =>
    maySettingsAffectSave(typeof file === 'string' ? { uri: parseUri(file) } : documentOf(file)),

  readonlyReason: (uri) => readonlyReason(parseUri(uri)),
  requireNoUnsavedWork: (uri, path, discardsUnsavedEdits) =>
    requireNoUnsavedWork(parseUri(uri), path, discardsUnsavedEdits),

  textTabs: () => textTabs().map(({ uri }) => uri.toString()),
  closeTabs: (matches) =>
    closeTabs((tab) => !tab.isDirty && fileTabOf(tab).some(({ uri, kind }) => matches(uri.toString(), kind))),
};
