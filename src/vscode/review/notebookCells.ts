// Shows a proposed notebook as its cells, in VS Code's notebook diff, read-only.
//
// Opened as a Jupyter notebook, the proposal would be rendered: its outputs may contain scripts, its Markdown names
// pictures to fetch, and its cells have languages whose services fetch what they name. Saving would also change the
// layout. So this view has a notebook type of its own, and the approval applies to the file's text.

import * as vscode from 'vscode';
import { runYielding } from '../../async/eventLoop.ts';
import { readNotebook, type Notebook, type NotebookCell } from '../../core/notebook/notebook.ts';
import { displayText } from '../../core/text/encoding.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { VirtualFiles } from '../files/virtualFiles.ts';
import { closeTabs } from '../shared/tabs.ts';
import type { DiffPair } from './diff/diffPair.ts';
import { reviewLanguage } from './diff/reviewPath.ts';
import { notify, showStatus } from '../messages/notify.ts';

/** The scheme, the notebook type and the file extension of the cells. */
const cellsScheme = 'redline-cells';

/** Duration of the status bar hint that cells cannot be changed, in milliseconds. */
const hintMs = 5000;

/** Maximum number of cells. With ten thousand, extensions stop for minutes, so that nothing can be approved. */
const maxCells = 2000;

/** Maximum number of outputs listed for a cell, whose metadata VS Code compares as text. */
const maxOutputs = 100;

/** Serves the cells of all reviews of this window; undefined before the first are shown. */
let cellFiles: CellFiles | undefined;

/** The cells of a notebook on both sides, and the title of their diff. */
interface CellPair {
  /** The documents with the JSON: before and after the change. */
  readonly sides: readonly [vscode.Uri, vscode.Uri];
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  readonly title: string;
}

/** Opens the cells of the notebooks among the files of a review, until it is answered. */
export async function showCells(pairs: readonly DiffPair[], closedSignal: AbortSignal): Promise<void> {
  const files = (cellFiles ??= registerCellFiles());
  const opened: CellPair[] = [];
  const subscription = reopenEditedCells(files, opened, closedSignal);
  const close = async (): Promise<void> => {
    subscription.dispose();
    for (const pair of opened) files.forgetPair(pair);
    await closeTabs((tab) => opened.some((pair) => isOfCells(tab, pair)));
  };
  // Registered before the first notebook opens: after the answer, the files of the others cannot be read any more.
  closedSignal.addEventListener('abort', () => void close(), { once: true });
  for (const diffPair of pairs.filter(({ file }) => isNotebookPath(file.path))) {
    if (closedSignal.aborted) break;
    const { filledSides, change } = diffPair;
    const refusal = await cellsRefusal(diffPair);
    if (refusal !== undefined) {
      void notify('Warning', `Redline: ${refusal}`);
      continue;
    }
    const pair = files.addPair(filledSides, vscode.l10n.t('{0}: cells, read-only', change.at.path));
    opened.push(pair);
    await openCells(pair);
  }
  // The last notebook may have opened after the answer.
  if (closedSignal.aborted) await close();
}

/** The reason why a notebook is not shown as cells; undefined if it can be. */
async function cellsRefusal({ filledSides, change, isUnified }: DiffPair): Promise<string | undefined> {
  const { path } = change.at;
  if (isUnified) {
    return vscode.l10n.t('{0} has too many changes to show as cells. Review the diff of its text.', path);
  }
  const count = Math.max(...(await Promise.all(filledSides.map(countCells))));
  if (count <= maxCells) return undefined;
  return vscode.l10n.t('{0} has {1} cells, too many to show. Review the diff of its text.', path, count);
}

async function countCells(side: vscode.Uri): Promise<number> {
  const notebook = await runYielding(readNotebook((await vscode.workspace.openTextDocument(side)).getText()));
  return 'cells' in notebook ? notebook.cells.length : 0;
}

async function openCells({ before, after, title }: CellPair, preserveFocus = false): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: false, preserveFocus });
}

function isOfCells({ input }: vscode.Tab, { after }: CellPair): boolean {
  return input instanceof vscode.TabInputNotebookDiff && input.modified.toString() === after.toString();
}

/**
 * Reopens cells that the user has changed: VS Code's notebook diff allows typing and reverting in cells of read-only
 * files. Replaces the old pair in `pairs` by the new one.
 */
function reopenEditedCells(files: CellFiles, pairs: CellPair[], closedSignal: AbortSignal): vscode.Disposable {
  const reopen = async (pair: CellPair): Promise<void> => {
    const newPair = files.addPair(pair.sides, pair.title);
    pairs.splice(pairs.indexOf(pair), 1, newPair);
    // Opened before the old tab closes; otherwise another editor gets the focus, and the keys that are being typed.
    await openCells(newPair, true);
    await closeTabs((tab) => isOfCells(tab, pair) || (closedSignal.aborted && isOfCells(tab, newPair)));
    files.forgetPair(pair);
    const hint = vscode.l10n.t('Redline: cells cannot be changed here. Amend the notebook in the diff of its text.');
    showStatus(hint, hintMs);
  };
  return vscode.workspace.onDidChangeNotebookDocument(({ notebook: { uri }, cellChanges }) => {
    const pair = pairs.find(({ after }) => after.toString() === uri.toString());
    // If another tab is in front, the cells have changed because the user amended the proposal.
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (pair === undefined || activeTab === undefined || !isOfCells(activeTab, pair)) return;
    if (cellChanges.length > 0) void reopen(pair);
  });
}

/** Registers the file system and the notebook type of cells, for the life of the window. */
function registerCellFiles(): CellFiles {
  const files = new CellFiles();
  vscode.workspace.registerFileSystemProvider(cellsScheme, files, { isCaseSensitive: true, isReadonly: true });
  vscode.workspace.registerNotebookSerializer(cellsScheme, {
    deserializeNotebook: async (bytes) => new vscode.NotebookData(await readCells(new TextDecoder().decode(bytes))),
    serializeNotebook: () => {
      throw vscode.FileSystemError.NoPermissions();
    },
  });
  vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => files.renew(uri));
  return files;
}

/** Serves the current JSON of reviewed notebooks under names that VS Code opens as our notebook type. */
class CellFiles extends VirtualFiles implements vscode.FileSystemProvider {
  /** The documents with the JSON, by the URIs of their cells. */
  readonly #sources = new Map<string, vscode.Uri>();
  readonly #changeEmitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changeEmitter.event;
  /** Reported as the time of all files; raised with each change, so that VS Code reads them again. */
  #version = 1;
  /** Number of names given so far. */
  #count = 0;

  addPair(sides: CellPair['sides'], title: string): CellPair {
    return { sides, before: this.#add(sides[0]), after: this.#add(sides[1]), title };
  }

  /** Adds a side under a new name, since VS Code keeps the text typed into a document of the same name. */
  #add(side: vscode.Uri): vscode.Uri {
    const query = `${side.query}&${++this.#count}`;
    const uri = side.with({ scheme: cellsScheme, path: `${side.path}.${cellsScheme}`, query });
    this.#sources.set(uri.toString(), side);
    return uri;
  }

  forgetPair({ before, after }: CellPair): void {
    for (const uri of [before, after]) this.#sources.delete(uri.toString());
  }

  /** Reports to VS Code that the cells of a document with JSON have changed; no effect for any other document. */
  renew(side: vscode.Uri): void {
    const name = side.toString();
    const changed = [...this.#sources].filter(([, source]) => source.toString() === name);
    if (changed.length === 0) return;
    this.#version++;
    const type = vscode.FileChangeType.Changed;
    this.#changeEmitter.fire(changed.map(([uri]) => ({ type, uri: vscode.Uri.parse(uri, true) })));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const source = this.#sources.get(uri.toString());
    if (source === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode((await vscode.workspace.openTextDocument(source)).getText());
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#version, size: length, permissions };
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** The cells of a notebook; of an invalid one, a single cell with the reason. */
async function readCells(text: string): Promise<vscode.NotebookCellData[]> {
  if (text === '') return [];
  const notebook = await runYielding(readNotebook(text));
  if (!('cells' in notebook)) {
    const reason = vscode.l10n.t('Not a valid notebook: {0}, in line {1}', notebook.reason, notebook.line);
    return [new vscode.NotebookCellData(vscode.NotebookCellKind.Code, reason, reviewLanguage)];
  }
  const knownLanguages = new Set(await vscode.languages.getLanguages());
  return notebook.cells.map((cell) => {
    const language = languageOf(cell, notebook);
    const text = displayText(cell.source.text);
    // Markdown cells count as code, too, since Markdown would be rendered.
    const { Code } = vscode.NotebookCellKind;
    const data = new vscode.NotebookCellData(Code, text, knownLanguages.has(language) ? language : reviewLanguage);
    data.metadata = metadataOf(cell);
    return data;
  });
}

/** Names of languages in ids of review languages, if they differ. */
const grammarNames: Readonly<Record<string, string>> = { javascript: 'js', typescript: 'ts' };

/** The language id with the colours of a cell's language. No language service handles it, so none reads the cell. */
function languageOf({ kind, language: own }: NotebookCell, notebook: Notebook): string {
  if (kind === 'markdown') return `${reviewLanguage}-text-html-markdown`;
  if (kind !== 'code') return reviewLanguage;
  // Jupyter's default is Python.
  const language = (own ?? notebook.language ?? 'python').toLowerCase();
  return `${reviewLanguage}-source-${grammarNames[language] ?? language}`;
}

/** The metadata that the diff compares in addition to the source; outputs only by type and size. */
function metadataOf({ kind, id, executionCount, outputs }: NotebookCell): Record<string, unknown> {
  const listed = outputs.slice(0, maxOutputs).map(displayText);
  return {
    kind: displayText(kind),
    ...(id === undefined ? {} : { id: displayText(id) }),
    ...(executionCount === undefined ? {} : { run: executionCount }),
    ...(listed.length === 0 ? {} : { outputs: listed }),
    ...(outputs.length === listed.length ? {} : { moreOutputs: outputs.length - listed.length }),
  };
}
