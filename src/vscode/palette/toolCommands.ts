// Registers the commands that run tools for users.

import * as vscode from 'vscode';
import { isOfFile, type Change } from '../../core/change/change.ts';
import { readFile } from '../../tools/read/readFile.ts';
import { runTool } from '../../tools/pipeline/run.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import type { Applier, ReadMemory } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import type { Tool } from '../../tools/shared/tool.ts';
import { diskPath } from '../files/fileSystem.ts';
import { ReadMemories } from '../files/readMemory.ts';
import { registerCommands } from '../shared/commands.ts';
import { contributionsOf, type ToolManual } from '../shared/manifest.ts';
import { translateError } from '../shared/translate.ts';
import { findPatch } from './findPatch.ts';
import { addRule } from './addRule.ts';
import { askInput } from './askInput.ts';
import { formOf } from './inputSchema.ts';
import { createFileLister } from './listFiles.ts';
import { withDelayedProgress } from './delayedProgress.ts';
import { Results } from './results.ts';
import { notify } from '../files/notify.ts';
import { pick } from '../files/ask.ts';

export interface PaletteDeps {
  readonly tools: readonly Tool[];
  readonly world: World;
  readonly extension: vscode.Extension<unknown>;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Registers commands that run the tools for users, with the same review: in the palette, context menus and by keys. A
 * command takes the clicked URI or a part of the input, and asks for the rest.
 */
export function registerToolCommands(deps: PaletteDeps): vscode.Disposable {
  const results = new Results();
  const manuals = contributionsOf(deps.extension).languageModelTools.filter(({ name }) =>
    deps.tools.some((tool) => tool.name === name),
  );
  const run = (name: string, given: Input, options: boolean): Promise<void> =>
    runForUser(deps, results, { manual: manuals.find((manual) => manual.name === name), given, options });
  const runDirectly = (name: string) => (argument: unknown) => run(name, inputFromEditor(argument), false);
  const commands = registerCommands({
    'redline.runTool': async (argument: unknown) => {
      const { tool, input } = readRequest(argument);
      const name = tool ?? (await pickTool(manuals));
      if (name !== undefined) await run(name, input ?? {}, input === undefined);
    },
    'redline.applyPatch': async (clicked: unknown) => {
      const patchText = await findPatch(clicked);
      if (patchText !== undefined) await run('redline_apply_patch', { patchText }, false);
    },
    'redline.addRule': () => addRule(createFileLister(deps.world)),
    'redline.addAgent': async () => {
      const input = await prepareAgentFile(deps.extension);
      if (input !== undefined) await run('redline_write_file', input, false);
    },
    'redline.tryReview': () => run('redline_write_file', sampleFile(), false),
    'redline.findFiles': runDirectly('redline_find_files'),
    'redline.searchText': runDirectly('redline_search_text'),
    'redline.pathInfo': runDirectly('redline_path_info'),
  });
  return vscode.Disposable.from(results, commands);
}

async function pickTool(manuals: readonly ToolManual[]): Promise<string | undefined> {
  const items = manuals.map(({ name, displayName, userDescription = '', icon = '' }) => ({
    label: displayName,
    iconPath: new vscode.ThemeIcon(icon.slice(2, -1)),
    description: name,
    detail: userDescription,
    name,
  }));
  const title = vscode.l10n.t('Run a Redline tool');
  return (await pick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.name;
}

interface UserRequest {
  readonly manual: ToolManual | undefined;
  /** Inputs that are not asked. */
  readonly given: Input;
  /** Whether to offer the optional inputs. */
  readonly options: boolean;
}

/** Asks for the missing inputs, runs the tool, and shows its result. */
async function runForUser(
  { tools, world }: PaletteDeps,
  results: Results,
  { manual, given, options }: UserRequest,
): Promise<void> {
  const tool = tools.find(({ name }) => name === manual?.name);
  if (tool === undefined || manual === undefined) return;
  const { name, displayName } = manual;
  const question = {
    title: displayName,
    given: { ...defaultInputs[name], ...given },
    options,
    files: createFileLister(world),
  };
  const needsPatch = name === 'redline_apply_patch' && !('patchText' in given);
  const input = needsPatch ? await askPatch() : await askInput(formOf(manual, given), question);
  if (input === undefined) return;
  const callWorld = withOwnReadMemory(world);
  if (['startLine', 'cell', 'after'].some((field) => field in input)) await markAsRead(callWorld, input);
  let written: readonly Change[] | undefined;
  const outcome = await withDelayedProgress(`Redline: ${displayName}`, callWorld, async (signal, watched) => {
    const applier: Applier = {
      apply: async (...plan) => {
        const applied = await watched.applier.apply(...plan);
        written = applied.changes;
        return applied;
      },
    };
    const call = { tool: name, caller: userCaller, token: undefined, signal };
    const done = await runTool(tool, input, call, { ...watched, applier });
    return signal.aborted ? undefined : done;
  });
  // Instead of the answer, which is for agents.
  if (written !== undefined) return showWritten(written);
  if (outcome === undefined) return;
  if (outcome.ok) await results.show(name, outcome.text);
  else if (outcome.error.code !== 'REJECTED') {
    void notify('Error', `Redline: ${translateError(outcome.error)}`);
  }
}

/** A read memory for one call of the user: agents' reads do not matter for it, and the user sees all of a file. */
function withOwnReadMemory(world: World): World {
  const memory = new ReadMemories().of(undefined);
  const reads: ReadMemory = { ...memory, remember: (at, content) => memory.remember(at, content) };
  return { ...world, readsFor: () => reads };
}

/** Default inputs for users: deleting a folder includes its contents, which the review lists. */
const defaultInputs: Readonly<Record<string, Input>> = { redline_delete: { recursive: true } };

async function askPatch(): Promise<Input | undefined> {
  const patchText = await findPatch(undefined);
  return patchText === undefined ? undefined : { patchText };
}

/** Marks a file as read, which the tools for lines and cells require: the user sees its current content. */
async function markAsRead(world: World, { filePath }: Input): Promise<void> {
  const signal = new AbortController().signal;
  await runTool(
    readFile,
    { filePath, maxLines: 1 },
    { tool: readFile.name, caller: userCaller, token: undefined, signal },
    world,
  );
}

/** The input from the argument of a menu or key binding: a clicked URI, or a part of the input. */
function inputFromEditor(argument: unknown): Input {
  if (!(argument instanceof vscode.Uri)) return isRecord(argument) ? argument : {};
  return { path: argument.scheme === 'file' ? diskPath(argument) : argument.toString() };
}

/** Reads the argument of a key binding: `{ "tool": "redline_read_file", "input": { "filePath": "README.md" } }`. */
function readRequest(argument: unknown): { readonly tool?: string; readonly input?: Input } {
  if (!isRecord(argument)) return {};
  const { tool, input } = argument;
  return { ...(typeof tool === 'string' ? { tool } : {}), ...(isRecord(input) ? { input } : {}) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The input of a harmless change, for trying a review without an agent. */
function sampleFile(): Input {
  const content = [
    '# ' + vscode.l10n.t('A change for you to try'),
    '',
    vscode.l10n.t('This text is only a proposal. Nothing is written until you approve it.'),
    '',
    `- ${vscode.l10n.t('Amend it here if you like: what you see is what will be written.')}`,
    `- ${vscode.l10n.t('Approve it with the check mark in the title bar, or reject it with the cross.')}`,
    `- ${vscode.l10n.t('Then run "Redline: Undo Last Agent Change", and the file is gone.')}`,
    '',
  ].join('\n');
  return { filePath: 'redline-tour.md', content, mode: 'create' };
}

/** Opens the file that a user's own call wrote, if it is a single text, and offers to undo the call. */
async function showWritten(changes: readonly Change[]): Promise<void> {
  void offerUndo();
  const [only, ...others] = changes.filter(isOfFile);
  if (only === undefined || others.length > 0 || !('after' in only) || only.after.kind !== 'text') return;
  await vscode.window.showTextDocument(vscode.Uri.parse(only.at.uri, true), { preview: true }).then(
    () => undefined,
    () => undefined,
  );
}

async function offerUndo(): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const history = vscode.l10n.t('Show History');
  const picked = await notify('Information', vscode.l10n.t('Written.'), undo, history);
  if (picked === undo) await vscode.commands.executeCommand('redline.undoLastChange');
  if (picked === history) await vscode.commands.executeCommand('redline.showHistory');
}

/** Path at which sessions of Copilot's harness look for the agents of a workspace. */
const agentFilePath = '.github/agents/redline.agent.md';

/**
 * The input of the call that writes the extension's agent into a workspace folder, since a harness outside the editor
 * sees only the agents of the workspace. Undefined if the user picks no folder.
 */
async function prepareAgentFile({
  extensionUri,
}: vscode.Extension<unknown>): Promise<{ readonly filePath: string; readonly content: string } | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'agents/redline.agent.md'));
  const filePath = folders.length > 1 ? `${folder.name}/${agentFilePath}` : agentFilePath;
  return { filePath, content: new TextDecoder().decode(bytes) };
}
