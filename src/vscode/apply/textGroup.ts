import * as vscode from 'vscode';
import type { Change, TextContent } from '../../core/change.ts';
import { differingRange } from '../../core/differingRange.ts';
import { ToolError } from '../../core/errors.ts';
import { pathOf } from '../../core/summary.ts';
import { countEols, type TextEdit } from '../../core/text.ts';
import { dirtyDocument } from '../disk.ts';
import { shownText } from './states.ts';

/** Above this many files the editor's own saving takes longer than people wait, and shows tabs meanwhile. */
const mostFiles = 10;

type TextUpdate = Change & { readonly kind: 'update'; readonly before: TextContent; readonly after: TextContent };

/**
 * The updates of a call that can go through one edit of the editor, so that one undo takes all of them back: several
 * texts that an editor holds without loss, none with unsaved typing, none that saving would reformat. Else none.
 */
export function groupOf(changes: readonly Change[]): TextUpdate[] {
  const group = changes.filter(isPlainUpdate);
  return group.length < 2 || group.length > mostFiles ? [] : group;
}

function isPlainUpdate(change: Change): change is TextUpdate {
  if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') return false;
  const uri = vscode.Uri.parse(change.at.uri, true);
  if (dirtyDocument(uri) !== undefined || change.before.encoding !== change.after.encoding) return false;
  if (!isOneEol(change.before.text) || !isOneEol(change.before.text + change.after.text)) return false;
  return !/[\uD800-\uDFFF]/u.test(change.before.text + change.after.text) && !isReformatted(uri);
}

function isOneEol(text: string): boolean {
  const counts = countEols(text);
  return counts['\r'] === 0 && (counts['\n'] === 0 || counts['\r\n'] === 0);
}

/** Whether a setting makes saving change the text. What other extensions do on saving is seen, and mended, afterwards. */
function isReformatted(uri: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration('files', uri);
  const editor = vscode.workspace.getConfiguration('editor', uri);
  return (
    ['trimTrailingWhitespace', 'insertFinalNewline', 'trimFinalNewlines'].some((name) => files.get(name) === true) ||
    editor.get('formatOnSave') === true ||
    Object.keys(editor.get<object>('codeActionsOnSave') ?? {}).length > 0
  );
}

/** Makes the updates of a group in one edit and saves them; a text that saving changed is written as it was approved. */
export async function executeGroup(group: readonly TextUpdate[]): Promise<void> {
  const open = new Set(openTabs().map(({ uri }) => uri.toString()));
  const documents = await Promise.all(
    group.map(async (change) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(change.at.uri, true));
      return { change, document };
    }),
  );
  const edit = new vscode.WorkspaceEdit();
  for (const { change, document } of documents) {
    if (document.isDirty || document.getText() !== shownText(change.before.text, document.eol)) {
      throw new ToolError('STALE', `${pathOf(change)} changed in the editor. Read it again, then repeat the call.`);
    }
    edit.set(document.uri, toEdits(change, document));
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new ToolError('IO_ERROR', 'The editor did not take the edit. Read the files again, then repeat the call.');
  }
  await Promise.all(documents.map(({ document }) => document.save()));
  for (const { change, document } of documents) {
    if (document.getText() !== shownText(change.after.text, document.eol)) {
      await vscode.workspace.fs.writeFile(document.uri, change.after.bytes);
    }
  }
  await closeStrayTabs(new Set(documents.map(({ document }) => document.uri.toString())), open);
}

function toEdits(change: TextUpdate, document: vscode.TextDocument): vscode.TextEdit[] {
  const before = document.getText();
  const whole = differingRange(before, shownText(change.after.text, document.eol));
  // Offsets of the tool's own ranges hold in the editor only where it has the very text.
  const edits: readonly TextEdit[] =
    change.edits !== undefined && before === change.before.text ? change.edits : whole === undefined ? [] : [whole];
  return edits.map(({ start, end, text }) =>
    vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text),
  );
}

/** The editor opens a tab for a document that stays unsaved for a while; one that the person did not open is closed. */
async function closeStrayTabs(uris: ReadonlySet<string>, open: ReadonlySet<string>): Promise<void> {
  const stray = openTabs().filter(({ uri, tab }) => {
    const key = uri.toString();
    return uris.has(key) && !open.has(key) && !tab.isDirty;
  });
  await vscode.window.tabGroups.close(
    stray.map(({ tab }) => tab),
    true,
  );
}

function openTabs(): { uri: vscode.Uri; tab: vscode.Tab }[] {
  return vscode.window.tabGroups.all
    .flatMap((tabGroup) => tabGroup.tabs)
    .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [{ uri: tab.input.uri, tab }] : []));
}
