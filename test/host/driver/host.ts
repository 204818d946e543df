import path from 'node:path';
import type { Page } from 'playwright-core';
import { openWindow } from './browser.ts';
import { chatOf, type Chat } from './chat.ts';
import { editorsOf, type Editors } from './editors.ts';
import { packHarness, packTestExtension, startHarness, type Evaluate, type VSCode } from './harness.ts';
import { installHost } from './install-host.ts';
import { startModel, type Model } from './model.ts';
import { personAt, type Person } from './person.ts';
import { packagedExtension, sampleWorkspace } from './paths.ts';
import { prepareData, startServer } from './server.ts';
import { quietSettings, scriptedModels } from './settings.ts';
import { temporaryFolder, unwind, type Cleanup } from './cleanup.ts';
import { copyWorkspace, type Workspace } from './workspace.ts';
import { waitFor } from './wait.ts';

type Settings = Readonly<Record<string, unknown>>;

export interface HostOptions {
  /** User settings, over the quiet ones. */
  readonly settings?: Settings;
  /** The .vsix under test; the one of `npm run package` if absent, none at first if null. */
  readonly extension?: string | null;
  /** The folder whose copy is opened; the sample if absent. */
  readonly workspace?: string;
  /** Whether the folder is opened without trust, as a stranger's is. */
  readonly untrusted?: boolean;
  /** Which of its edit tools VS Code offers: `find-replace`, `multi-find-replace`, `apply-patch`, `code-rewrite`; by default the first and last. */
  readonly editTools?: readonly string[];
  /** The editor's language; English if absent. What an extension is told and shows follows it, the editor's own words do not. */
  readonly language?: 'zh-cn';
  /** Set where what other tests did in the window would matter: approvals are counted, and files put back are changes to review. */
  readonly isOwnWindow?: true;
  /** The name of the person's home; `home` if absent. */
  readonly home?: string;
  /** The URI of a folder of another file system that is opened instead; the test extension that serves it is installed. */
  readonly memoryFolder?: string;
}

/** A VS Code with the packaged extension and a model that plays scripts, before anybody looks at it. */
export interface Backstage {
  /** What to open in a browser. */
  readonly address: string;
  readonly model: Model;
  readonly workspace: Workspace;
  readonly evaluate: Evaluate;
  /** The command that agents outside the editor start; Redline writes it. */
  readonly agentLauncher: string;
  /**
   * Waits for a window (or, when called again, for the next one, such as after a reload), then sets Copilot up
   * anonymously and waits until it offers the scripted model.
   * @param limit how long to wait for the window, in milliseconds.
   */
  readonly ready: (limit?: number) => Promise<void>;
  /** As `ready`, without Copilot, which does not run everywhere. */
  readonly active: (limit?: number) => Promise<void>;
  /** Replaces the user's settings over the quiet ones, and waits until extensions see them. */
  readonly configure: (settings: Settings) => Promise<void>;
  /** Ends all that was started and removes its folders. */
  readonly stop: () => Promise<void>;
}

/** The same with a window in which one can look and click. */
export interface Host extends Backstage {
  readonly page: Page;
  readonly chat: Chat;
  readonly editors: Editors;
  readonly person: Person;
  /** No turn runs, nothing is open, the chat session is empty, the workspace's files are as at first and read by an agent; in an own window nothing is to be reviewed. */
  readonly reset: () => Promise<void>;
}

/** Starts everything but the browser. */
export async function startBackstage(options: HostOptions = {}): Promise<Backstage> {
  const undo: Cleanup[] = [];
  const stop = (): Promise<void> => unwind(undo);
  try {
    const vscode = await installHost();
    const root = await temporaryFolder('host', undo);
    const model = await startModel();
    undo.push(model.stop);
    const harness = await startHarness();
    undo.push(harness.stop);
    const workspace = await copyWorkspace(options.workspace ?? sampleWorkspace, path.join(root, 'sample'));
    const settings = { ...quietSettings, ...options.settings };
    const models = scriptedModels(model.url, options.editTools);
    const data = await prepareData(path.join(root, 'data'), settings, models, options.home);
    const server = await startServer({
      vscode,
      data,
      vsix: [
        ...(options.extension === null ? [] : [options.extension ?? packagedExtension]),
        await packHarness(),
        ...(options.memoryFolder === undefined ? [] : [await packTestExtension('memfs')]),
      ],
      environment: harness.environment,
      untrusted: options.untrusted === true,
    });
    undo.push(server.stop);
    const active = (limit = 120_000): Promise<void> => harness.registered(limit);
    const ready = async (limit?: number): Promise<void> => {
      await active(limit);
      await prepareChat(harness.evaluate);
    };
    const address = `http://${server.authority}/?folder=${encodeURIComponent(options.memoryFolder ?? workspace.root)}`;
    const agentLauncher = path.join(data.home, '.redline/bin/redline');
    const { evaluate } = harness;
    let names = Object.keys(settings);
    const configure = async (wanted: Settings): Promise<void> => {
      const values = { ...quietSettings, ...wanted };
      names = [...new Set([...names, ...Object.keys(values)])];
      await evaluate(setSettings, { names, values });
    };
    return { address, model, workspace, evaluate, agentLauncher, ready, active, configure, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts everything and waits until the scripted model can be talked to. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const backstage = await startBackstage(options);
  const undo: Cleanup[] = [backstage.stop];
  try {
    const { page, stop: closeWindow } = await openWindow(await temporaryFolder('browser', undo));
    undo.push(closeWindow);
    // What a language pack sets; there is none in the npm registry, so the editor's own words stay English.
    if (options.language !== undefined)
      await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(options.language)}`);
    await page.goto(backstage.address);
    await backstage.ready();
    return { ...partsOf(backstage, page, options.isOwnWindow === true), stop: () => unwind(undo) };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

function partsOf(backstage: Backstage, page: Page, isOwnWindow: boolean): Host {
  const { evaluate, model, workspace } = backstage;
  const chat = chatOf(page, evaluate, model);
  const editors = editorsOf(evaluate, workspace);
  const reset = async (): Promise<void> => {
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.chat.cancel').then(() => null));
    await chat.idle();
    await editors.closeAll();
    await evaluate((vscode) => vscode.commands.executeCommand('notifications.clearAll').then(() => null));
    await chat.newSession();
    await workspace.reset();
    await editors.settled();
    await evaluate(readAll, Object.keys(await workspace.hashes()));
    if (isOwnWindow) await evaluate(keepAll);
  };
  return { ...backstage, page, chat, editors, person: personAt(page), reset };
}

/**
 * Runs in the extension host: an agent that has read the files as they are now. Redline remembers what agents read and
 * wrote over the whole life of a window, and would rightly refuse an edit of a file that was put back since.
 */
async function readAll(vscode: VSCode, files: readonly string[]): Promise<null> {
  const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
  for (const filePath of files) await api.call('redline_read_file', { filePath });
  return null;
}

/** Runs in the extension host: the person has reviewed all that was listed to be reviewed later. */
async function keepAll(vscode: VSCode): Promise<null> {
  for (const command of ['show', 'keepAll']) await vscode.commands.executeCommand(`redline.toReview.${command}`);
  return null;
}

/** Runs in the extension host: gives the user's settings of these names the values; those without one are removed. */
async function setSettings(vscode: VSCode, args: { names: readonly string[]; values: Settings }): Promise<null> {
  const settings = vscode.workspace.getConfiguration();
  const asText = (value: unknown): string => JSON.stringify(value) ?? '';
  for (const name of args.names) {
    const value = args.values[name];
    if (asText(settings.inspect(name)?.globalValue) !== asText(value))
      await settings.update(name, value, vscode.ConfigurationTarget.Global);
  }
  return null;
}

async function prepareChat(evaluate: Evaluate): Promise<void> {
  await evaluate((vscode) =>
    vscode.commands.executeCommand('workbench.action.chat.triggerSetupAnonymousWithoutDialog'),
  );
  await waitFor(
    'Copilot to offer the scripted model',
    () => evaluate(async (vscode) => (await vscode.lm.selectChatModels({ vendor: 'customendpoint' })).length > 0),
    60_000,
  );
}
