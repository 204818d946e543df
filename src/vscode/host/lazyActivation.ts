// Activates the extension fast: registers stand-ins for its commands, tools and files, which load the implementation.

import * as vscode from 'vscode';
import type { RedlineApi } from './api.ts';
import { contributionsOf } from '../shared/contributions/manifest.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';
import { historyScheme, LazyFiles, type FileSource } from '../files/virtualFiles.ts';
import type { ToolHost } from './toolHost.ts';

/** The parts of the implementation that the stand-ins use. */
export interface LoadedParts {
  readonly loadTools: () => Promise<ToolHost>;
  /** The files of the history's tabs. */
  readonly historyFiles: FileSource;
}

/**
 * Registers the commands and tools of the manifest. Loads the implementation in a later turn of the event loop, or at
 * its first use, so that the start of VS Code does not wait for it.
 *
 * @param load resolves to a function that assembles everything synchronously
 */
export function activateLazily(context: vscode.ExtensionContext, load: () => Promise<() => LoadedParts>): RedlineApi {
  const { commands, languageModelTools } = contributionsOf(context.extension);
  const implementation = lazyCommands(
    commands.map(({ command }) => command),
    async () => allOrNothing(context.subscriptions, await load()),
  );
  const historyFiles = new LazyFiles(async () => (await implementation.ready()).historyFiles);
  const loadTools = async (): Promise<ToolHost> => (await implementation.ready()).loadTools();
  // The manifest marks internal tools by `when: false`. The implementation registers these.
  const tools = languageModelTools.filter(({ when }) => when !== 'false');
  context.subscriptions.push(
    implementation,
    vscode.workspace.registerFileSystemProvider(historyScheme, historyFiles, { isReadonly: true }),
    ...tools.map(({ name }) => vscode.lm.registerTool(name, lazyTool(name, loadTools))),
  );
  setTimeout(() => void implementation.ready().catch(showLoadFailure), 0);
  return {
    tools: tools.map(({ name, modelDescription }) => ({ name, description: modelDescription })),
    call: async (...call) => (await loadTools()).call(...call),
  };
}

/** If `assemble` throws, disposes what it added to `subscriptions`: the next attempt registers the same ids again. */
function allOrNothing<T>(subscriptions: vscode.Disposable[], assemble: () => T): () => T {
  return () => {
    const countBefore = subscriptions.length;
    try {
      return assemble();
    } catch (cause) {
      for (const part of subscriptions.splice(countBefore).toReversed()) part.dispose();
      throw cause;
    }
  };
}

function showLoadFailure(cause: unknown): void {
  // oxlint-disable-next-line no-restricted-properties -- the code that escapes text may not be loadable
  void vscode.window.showErrorMessage(vscode.l10n.t('Redline could not be loaded: {0}', String(cause)));
}

function lazyTool(name: string, loadTools: () => Promise<ToolHost>): vscode.LanguageModelTool<unknown> {
  const load = async (): Promise<vscode.LanguageModelTool<unknown>> => {
    const tool = (await loadTools()).hostTools.get(name);
    if (tool === undefined) throw new Error(`Redline has no tool ${name}.`);
    return tool;
  };
  return {
    prepareInvocation: async (options, token) => (await load()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await load()).invoke(options, token),
  };
}
