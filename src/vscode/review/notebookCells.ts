// Shows a proposed notebook as its cells: both sides as read-only texts in a diff.
//
// VS Code's own notebook diff would render the proposal's outputs, which may contain scripts, and save edits in another
// layout; so the approval applies to the file's text, and this is a second view of it.

import * as vscode from 'vscode';
import { runYielding } from '../../async/eventLoop.ts';
import { readNotebook } from '../../core/notebook/notebook.ts';
import { renderNotebook } from '../../core/notebook/rendition.ts';
import { closeTabs } from '../shared/closeTabs.ts';
import type { DiffPair } from './diff/openDiff.ts';

const cellsScheme = 'redline-cells';

/** The documents with the JSON, by the URIs of their cells. */
const sources = new Map<string, vscode.Uri>();
const changed = new vscode.EventEmitter<vscode.Uri>();
let serving: vscode.Disposable | undefined;

/** Opens the cells of the notebooks among the files of a review, until it is answered. */
export async function showCells(pairs: readonly DiffPair[], closed: AbortSignal): Promise<void> {
  serving ??= serve();
  const opened: string[] = [];
  for (const { filledSides, file, change } of pairs) {
    if (!/\.ipynb$/i.test(file.path)) continue;
    const [before, after] = filledSides.map(cellsUri);
    if (before === undefined || after === undefined) continue;
    opened.push(before.toString(), after.toString());
    const title = vscode.l10n.t('{0}: cells, read-only', change.at.path);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: false });
  }
  closed.addEventListener('abort', () => void close(opened), { once: true });
  if (closed.aborted) await close(opened);
}

/** URI of the cells of a side, with the mark of files under review, so that language services ignore it. */
function cellsUri(side: vscode.Uri): vscode.Uri {
  const uri = side.with({ scheme: cellsScheme });
  sources.set(uri.toString(), side);
  return uri;
}

function serve(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(cellsScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => cellsOf(uri),
    }),
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      const cells = uri.with({ scheme: cellsScheme });
      if (sources.get(cells.toString())?.toString() === uri.toString()) changed.fire(cells);
    }),
  );
}

/** The cells of a side as in the editor, edits included; for an invalid notebook, the reason. */
async function cellsOf(uri: vscode.Uri): Promise<string> {
  const source = sources.get(uri.toString());
  if (source === undefined) return vscode.l10n.t('This review is closed.');
  const text = (await vscode.workspace.openTextDocument(source)).getText();
  if (text === '') return '';
  const notebook = await runYielding(readNotebook(text));
  if ('cells' in notebook) return renderNotebook(notebook);
  return vscode.l10n.t('No valid notebook: {0}, in line {1}', notebook.reason, notebook.line);
}

async function close(opened: readonly string[]): Promise<void> {
  for (const uri of opened) sources.delete(uri);
  await closeTabs(
    ({ input }) => input instanceof vscode.TabInputTextDiff && opened.includes(input.modified.toString()),
  );
}
