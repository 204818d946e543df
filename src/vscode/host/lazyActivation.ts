import * as vscode from 'vscode';
import type { RedlineApi } from './api.ts';
import { historyScheme } from '../history/historyScheme.ts';
import { lazyCommands } from '../shared/lazyCommands.ts';
import { LazyFiles, type ReadFiles } from '../files/virtualFiles.ts';
import type { ToolHost } from './toolHost.ts';

/** What stands once everything is loaded. */
export interface Redline {
  /** Loads the tools, at the first call of one. */
  readonly tools: () => Promise<ToolHost>;
  /** What the history kept, for the tabs that show it. */
  readonly historyFiles: ReadFiles;
}

/** What is registered at once, as the manifest names it. */
interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly languageModelTools: readonly ContributedTool[];
}

interface ContributedTool {
  readonly name: string;
  readonly modelDescription: string;
  readonly when?: string;
}

/**
 * Activates with what the manifest names, and loads what works behind it in a later turn, or as soon as it is asked for:
 * the start of the editor never waits for our code.
 *
 * @param load resolves to what puts everything together, in one turn.
 */
export function activateLazily(context: vscode.ExtensionContext, load: () => Promise<() => Redline>): RedlineApi {
  const { commands, languageModelTools } = contributionsOf(context);
  const rest = lazyCommands(
    commands.map(({ command }) => command),
    async () => wholly(context.subscriptions, await load()),
  );
  const historyFiles = new LazyFiles(async () => (await rest.ready()).historyFiles);
  const host = async (): Promise<ToolHost> => (await rest.ready()).tools();
  const tools = languageModelTools.filter(({ when }) => when !== 'false');
  context.subscriptions.push(
    rest,
    vscode.workspace.registerFileSystemProvider(historyScheme, historyFiles, { isReadonly: true }),
    ...tools.map(({ name }) => vscode.lm.registerTool(name, lazyTool(name, host))),
  );
  setTimeout(() => void rest.ready().catch(tellFailure), 0);
  return {
    tools: tools.map(({ name, modelDescription }) => ({ name, description: modelDescription })),
    call: async (...call) => (await host()).call(...call),
  };
}

/** Puts together all, or leaves nothing of it: what was registered before a failure would stand in the way of another try. */
function wholly<T>(subscriptions: vscode.Disposable[], make: () => T): () => T {
  return () => {
    const before = subscriptions.length;
    try {
      return make();
    } catch (cause) {
      for (const part of subscriptions.splice(before).toReversed()) part.dispose();
      throw cause;
    }
  };
}

function tellFailure(cause: unknown): void {
  void vscode.window.showErrorMessage(vscode.l10n.t('Redline could not be loaded: {0}', String(cause)));
}

function contributionsOf({ extension }: vscode.ExtensionContext): Contributions {
  const manifest: { readonly contributes: Contributions } = extension.packageJSON;
  return manifest.contributes;
}

function lazyTool(name: string, host: () => Promise<ToolHost>): vscode.LanguageModelTool<unknown> {
  const tool = async (): Promise<vscode.LanguageModelTool<unknown>> => {
    const found = (await host()).hostTools.get(name);
    if (found === undefined) throw new Error(`Redline has no tool ${name}.`);
    return found;
  };
  return {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  };
}
