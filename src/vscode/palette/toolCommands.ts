import * as vscode from 'vscode';
import { formatError } from '../../core/errors.ts';
import { runTool } from '../../tools/run.ts';
import type { World } from '../../tools/ports.ts';
import type { Tool } from '../../tools/tool.ts';
import { toSignal } from '../registration.ts';
import { askInput } from './askInput.ts';
import { formOf } from './inputSchema.ts';
import { Results } from './results.ts';

export interface PaletteParts {
  readonly tools: readonly Tool[];
  readonly world: World;
  /** The extension's package.json. */
  readonly manifest: unknown;
}

/** Tools that have a command of their own, by the command's id. */
const direct: Readonly<Record<string, string>> = {
  'redline.findFiles': 'redline_find_files',
  'redline.searchText': 'redline_search_text',
  'redline.pathInfo': 'redline_path_info',
};

/** The same tools for people: from the command palette and from context menus, with the same review. */
export function registerToolCommands(parts: PaletteParts): vscode.Disposable {
  const results = new Results();
  const run = (name: string, given?: Readonly<Record<string, unknown>>): Promise<void> =>
    runForPerson(parts, results, name, given);
  const directCommands = Object.entries(direct).map(([command, name]) =>
    vscode.commands.registerCommand(command, (uri?: unknown) => run(name, pathGiven(uri))),
  );
  return vscode.Disposable.from(
    results,
    vscode.commands.registerCommand('redline.runTool', async () => {
      const name = await pickTool(parts.tools);
      if (name !== undefined) await run(name);
    }),
    vscode.commands.registerCommand('redline.applyPatch', (uri?: unknown) => applyPatch(run, uri)),
    ...directCommands,
  );
}

async function pickTool(tools: readonly Tool[]): Promise<string | undefined> {
  const items = tools.map((tool) => ({
    label: `$(${tool.icon}) ${tool.displayName}`,
    description: tool.name,
    detail: tool.userDescription,
    name: tool.name,
  }));
  const title = vscode.l10n.t('Run a Redline tool');
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.name;
}

async function runForPerson(
  { tools, world, manifest }: PaletteParts,
  results: Results,
  name: string,
  given?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return;
  const input = await askInput(formOf(manifest, name), tool.displayName, given);
  if (input === undefined) return;
  const options = {
    location: vscode.ProgressLocation.Window,
    title: `Redline: ${tool.displayName}`,
    cancellable: true,
  };
  const outcome = await vscode.window.withProgress(options, (_progress, token) =>
    runTool(tool, input, { tool: name, token: undefined, signal: toSignal(token) }, world),
  );
  if (outcome.ok) await results.show(name, outcome.text);
  else void vscode.window.showErrorMessage(`Redline: ${formatError(outcome.error)}`);
}

function pathGiven(uri: unknown): Record<string, unknown> | undefined {
  if (!(uri instanceof vscode.Uri)) return undefined;
  return { path: uri.scheme === 'file' ? uri.fsPath : uri.toString() };
}

/** A patch comes from the file that was clicked on, else from a patch in the active editor, else from the clipboard. */
async function applyPatch(
  run: (name: string, given: Readonly<Record<string, unknown>>) => Promise<void>,
  uri: unknown,
): Promise<void> {
  const patchText = uri instanceof vscode.Uri ? await textOf(uri) : await patchOfPerson();
  if (patchText !== undefined) await run('redline_apply_patch', { patchText });
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

async function patchOfPerson(): Promise<string | undefined> {
  const clipboard = vscode.l10n.t('From the clipboard');
  const editor = vscode.l10n.t('From the active editor');
  const file = vscode.l10n.t('From a file…');
  const choices = vscode.window.activeTextEditor === undefined ? [clipboard, file] : [clipboard, editor, file];
  const choice = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Apply a patch') });
  if (choice === clipboard) return vscode.env.clipboard.readText();
  if (choice === editor) return vscode.window.activeTextEditor?.document.getText();
  if (choice !== file) return undefined;
  const [picked] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  return picked === undefined ? undefined : textOf(picked);
}
