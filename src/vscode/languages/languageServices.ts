// Requests renames and definitions from the editor's language services.

import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import type { LanguageServices, RangeEdit, TextPosition, WorkspaceEdits } from '../../tools/ports/languagePorts.ts';

/** Maximum UTF-16 units of a service's reason in an error message. */
const maxReasonChars = 300;

/** Languages of VS Code's TypeScript extension. */
const typescriptLanguages = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);

export const editorLanguages: LanguageServices = {
  async rename(uri, at, newName, filesToOpen, signal) {
    for (const file of filesToOpen) await waitForService(file, signal);
    await waitForService(uri, signal);
    const edit = await vscode.commands
      .executeCommand<vscode.WorkspaceEdit | undefined>(
        'vscode.executeDocumentRenameProvider',
        vscode.Uri.parse(uri, true),
        toPosition(at),
        newName,
      )
      .then(undefined, (cause: unknown) => {
        throw toRenameError(cause);
      });
    if (edit === undefined) throw toRenameError('No language service answered.');
    return readEdit(edit);
  },

  async definitions(uri, at, signal) {
    await waitForService(uri, signal);
    const links = await vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[] | undefined>(
      'vscode.executeDefinitionProvider',
      vscode.Uri.parse(uri, true),
      toPosition(at),
    );
    return (links ?? []).map((link) => ('targetUri' in link ? link.targetUri : link.uri).toString());
  },
};

/**
 * Opens a file, and starts the extensions for its language. For TypeScript, waits until the service has read the file's
 * project: until then, the service answers a rename from the open file alone, without an error.
 *
 * @throws ToolError REJECTED if the call was cancelled
 */
async function waitForService(uri: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new ToolError('REJECTED', 'The call was cancelled. Nothing was changed.');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const event = `onLanguage:${document.languageId}`;
  for (const extension of vscode.extensions.all.filter((candidate) => activationEvents(candidate).includes(event))) {
    // If an extension fails to start, the request that follows reports that no service answers.
    await extension.activate().then(undefined, () => undefined);
  }
  if (!typescriptLanguages.has(document.languageId)) return;
  // The server answers this request once it has read the project. The answer itself does not matter.
  await vscode.commands
    .executeCommand('typescript.tsserverRequest', 'semanticDiagnosticsSync', { file: document.uri })
    .then(undefined, () => undefined);
}

function activationEvents({ packageJSON }: vscode.Extension<unknown>): readonly string[] {
  const manifest: unknown = packageJSON;
  if (typeof manifest !== 'object' || manifest === null || !('activationEvents' in manifest)) return [];
  const events = manifest.activationEvents;
  return Array.isArray(events) ? events.filter((event) => typeof event === 'string') : [];
}

/** VS Code's internal types of entries in a workspace edit: `file` moves, creates or deletes a file. */
const entryType = { file: 1, text: 2 };

/** An entry of a workspace edit. The API lists only text edits; moves of files are in its internal list. */
interface WorkspaceEditEntry {
  readonly _type: number;
  readonly from?: vscode.Uri;
  readonly to?: vscode.Uri;
}

/** Converts a workspace edit. @throws ToolError IO_ERROR as `allEntries` */
function readEdit(edit: vscode.WorkspaceEdit): WorkspaceEdits {
  const files = new Map<string, RangeEdit[]>();
  for (const [uri, edits] of edit.entries()) {
    // An edit may list a file several times.
    const earlierEdits = files.get(uri.toString()) ?? [];
    const newEdits = edits.map(({ range, newText }) => ({ ...fromRange(range), text: newText }));
    files.set(uri.toString(), [...earlierEdits, ...newEdits]);
  }
  const moves: { from: string; to: string }[] = [];
  let createsOrDeletes = false;
  for (const { _type: type, from, to } of allEntries(edit)) {
    if (type === entryType.text) continue;
    const isMove = type === entryType.file && from !== undefined && to !== undefined;
    if (isMove) moves.push({ from: from.toString(), to: to.toString() });
    // Includes entries of unknown types, so that the rename is refused instead of done in part.
    else createsOrDeletes = true;
  }
  return { files, moves, createsOrDeletes };
}

/** All entries of an edit. Throws if VS Code no longer exposes them, since a moved file must not be overlooked. */
function allEntries(edit: object): readonly WorkspaceEditEntry[] {
  if ('_allEntries' in edit && typeof edit._allEntries === 'function') return edit._allEntries.call(edit);
  throw new ToolError(
    'IO_ERROR',
    'This version of VS Code does not tell which files a rename would move. Nothing was changed. Use redline_multi_edit instead.',
  );
}

function toPosition({ line, column }: TextPosition): vscode.Position {
  return new vscode.Position(line, column);
}

function fromRange({ start, end }: vscode.Range): { start: TextPosition; end: TextPosition } {
  return {
    start: { line: start.line, column: start.character },
    end: { line: end.line, column: end.character },
  };
}

/** @param cause the service's error, or the reason as a sentence */
function toRenameError(cause: unknown): ToolError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').slice(0, maxReasonChars);
  return new ToolError(
    'VALIDATION_ERROR',
    `The language service does not rename this: ${reason} Nothing was changed. Make the edits with redline_multi_edit instead.`,
  );
}
