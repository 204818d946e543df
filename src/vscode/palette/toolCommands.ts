// Registers the commands that run tools for users: in the palette, context menus and by keys.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { readFile } from '../../tools/read/readFile.ts';
import { runTool } from '../../tools/pipeline/run.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import type { Tool } from '../../tools/shared/tool.ts';
import { diskPath } from '../files/fileSystem.ts';
import { ReadMemories, type ReadMemory } from '../../core/change/readMemory.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import { contributionsOf, type LanguageModelToolContribution } from '../shared/contributions/manifest.ts';
import { translateError } from '../shared/translate.ts';
import { agentFileInput, findPatch, sampleFileInput } from './commandInputs.ts';
import { addRule } from './addRule.ts';
import { askInput } from './askInput.ts';
import { formOf } from './inputSchema.ts';
import { createFileLister } from './pickPath.ts';
import { withDelayedProgress, Results, showWritten } from './callDisplay.ts';
import { notify } from '../messages/notify.ts';
import { pick } from '../messages/ask.ts';

export interface PaletteDeps {
  readonly tools: readonly Tool[];
  readonly world: World;
  readonly extension: vscode.Extension<unknown>;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Registers commands that run tools with the same review as for agents. A command takes the clicked URI or a part of the
 * input, and asks for the rest.
 */
export function registerToolCommands(deps: PaletteDeps): vscode.Disposable {
  const results = new Results();
  const contributions = contributionsOf(deps.extension).languageModelTools.filter(({ name }) =>
    deps.tools.some((tool) => tool.name === name),
  );
  const run = (name: string, knownInput: Input, { offersOptions } = { offersOptions: false }): Promise<void> => {
    const contribution = contributions.find((each) => each.name === name);
    return runForUser(deps, results, { contribution, knownInput, offersOptions });
  };
  const runOnArgument = (name: string) => (argument: unknown) => run(name, inputFromEditor(argument));
  const commands = registerCommands({
    'redline.runTool': async (argument: unknown) => {
      const { tool, input } = readRequest(argument);
      const name = tool ?? (await pickTool(contributions));
      if (name !== undefined) await run(name, input ?? {}, { offersOptions: input === undefined });
    },
    'redline.applyPatch': async (clicked: unknown) => {
      const patchText = await findPatch(clicked);
      if (patchText !== undefined) await run('redline_apply_patch', { patchText });
    },
    'redline.addRule': () => addRule(createFileLister(deps.world)),
    'redline.addAgent': async () => {
      const input = await agentFileInput(deps.extension);
      if (input !== undefined) await run('redline_write_file', input);
    },
    'redline.tryReview': () => run('redline_write_file', sampleFileInput()),
    'redline.findFiles': runOnArgument('redline_find_files'),
    'redline.searchText': runOnArgument('redline_search_text'),
    'redline.pathInfo': runOnArgument('redline_path_info'),
  });
  return vscode.Disposable.from(results, commands);
}

async function pickTool(contributions: readonly LanguageModelToolContribution[]): Promise<string | undefined> {
  const items = contributions.map(({ name, displayName, userDescription = '', icon = '' }) => ({
    label: displayName,
    // The manifest has icons as `$(name)`.
    iconPath: new vscode.ThemeIcon(icon.slice(2, -1)),
    description: name,
    detail: userDescription,
    name,
  }));
  const title = vscode.l10n.t('Run a Redline tool');
  return (await pick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.name;
}

interface UserRequest {
  readonly contribution: LanguageModelToolContribution | undefined;
  /** Inputs that are known, and so are not asked for. */
  readonly knownInput: Input;
  readonly offersOptions: boolean;
}

/** Asks for the missing inputs, runs the tool, and shows its result. */
async function runForUser({ tools, world }: PaletteDeps, results: Results, request: UserRequest): Promise<void> {
  const { contribution } = request;
  const tool = tools.find(({ name }) => name === contribution?.name);
  // A key binding may name any tool.
  if (tool === undefined || contribution === undefined) return;
  const { name, displayName } = contribution;
  const input = await askMissingInput(contribution, request, world);
  if (input === undefined) return;
  const callWorld = withOwnReadMemory(world);
  const namesLinesOrCells = ['startLine', 'cell', 'after'].some((field) => field in input);
  if (namesLinesOrCells) await markAsRead(callWorld, input);
  let written: readonly Change[] | undefined;
  const outcome = await withDelayedProgress(`Redline: ${displayName}`, callWorld, async (signal, watchedWorld) => {
    const call = { tool: name, caller: userCaller, token: undefined, signal };
    const recordingWorld = withWriteListener(watchedWorld, (changes) => (written = changes));
    const result = await runTool(tool, input, call, recordingWorld);
    // A cancelled call needs no message.
    return signal.aborted ? undefined : result;
  });
  // Shown instead of the answer, which is for agents.
  if (written !== undefined) return showWritten(written);
  if (outcome === undefined) return;
  if (outcome.ok) await results.show(name, outcome.text);
  else if (outcome.error.code !== 'REJECTED') {
    void notify('Error', `Redline: ${translateError(outcome.error)}`);
  }
}

/** Completes the input by asking the user; undefined if they cancel. */
function askMissingInput(
  contribution: LanguageModelToolContribution,
  { knownInput, offersOptions }: UserRequest,
  world: World,
): Promise<Input | undefined> {
  const { name, displayName } = contribution;
  if (name === 'redline_apply_patch' && !('patchText' in knownInput)) return askPatch(knownInput);
  return askInput(formOf(contribution, knownInput), {
    title: displayName,
    knownInput: { ...defaultInputs[name], ...knownInput },
    offersOptions,
    listFiles: createFileLister(world),
  });
}

/** Adds an applier to the world that passes the written changes to `onWritten`. */
function withWriteListener(world: World, onWritten: (changes: readonly Change[]) => void): World {
  const applier: Applier = {
    apply: async (...plan) => {
      const applied = await world.applier.apply(...plan);
      onWritten(applied.changes);
      return applied;
    },
  };
  return { ...world, applier };
}

/** The world with a read memory for one call of the user: what agents have read does not count for it. */
function withOwnReadMemory(world: World): World {
  const memory = new ReadMemories().of();
  // Does not remember which lines were read: the user sees all of a file.
  const reads: ReadMemory = { ...memory, remember: (at, content) => memory.remember(at, content) };
  return { ...world, readsFor: () => reads };
}

/** Default inputs for users: deleting a folder includes its contents, which the review lists. */
const defaultInputs: Readonly<Record<string, Input>> = { redline_delete: { recursive: true } };

async function askPatch(knownInput: Input): Promise<Input | undefined> {
  const patchText = await findPatch();
  return patchText === undefined ? undefined : { ...knownInput, patchText };
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
