import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openWindow } from '../driver/browser.ts';
import { packHarness, startHarness, type Evaluate, type Harness } from '../driver/harness.ts';
import { installHost } from '../driver/install-host.ts';
import { packagedExtension, sampleWorkspace } from '../driver/paths.ts';
import { prepareData, startServer, writeSettings } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder, unwind, type Cleanup } from '../driver/cleanup.ts';
import { waitFor } from '../driver/wait.ts';
import { copyWorkspace, type Workspace } from '../driver/workspace.ts';

/** A VS Code with the packaged extension, under a rule that allows, without a model: made to be killed often. */
export interface BareHost {
  /** The window; another one after `renew`. */
  readonly page: Page;
  readonly workspace: Workspace;
  readonly evaluate: Evaluate;
  readonly evaluateHere: () => Evaluate;
  /** Where VS Code keeps its data. */
  readonly data: string;
  /** Waits until a new extension host answers. */
  readonly revived: () => Promise<void>;
  /** Reloads the window and waits until the new extension host answers. */
  readonly reload: () => Promise<void>;
  /** Opens a second window, on the same folder if none is named (absolute), with an extension host of its own. */
  readonly secondWindow: (folder?: string) => Promise<Evaluate>;
  /** Closes all windows, puts the files back, and opens the folder as if for the first time, with these settings. */
  readonly renew: (settings: Settings) => Promise<void>;
  /** The command that agents outside the editor start. */
  readonly agentLauncher: string;
  /** What Redline's log says so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

type Settings = Readonly<Record<string, unknown>>;

const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

const allSettings = (settings: Settings): Settings => ({ ...quietSettings, 'redline.rules': allowAll, ...settings });

export async function startBareHost(settings: Settings = {}): Promise<BareHost> {
  const undo: Cleanup[] = [];
  try {
    const vscode = await installHost();
    const root = await temporaryFolder('faults', undo);
    const harness = await startHarness();
    undo.push(harness.stop);
    const workspace = await copyWorkspace(sampleWorkspace, path.join(root, 'sample'));
    const data = await prepareData(path.join(root, 'data'), allSettings(settings), []);
    const vsix = [packagedExtension, await packHarness()];
    const server = await startServer({ vscode, data, vsix, environment: harness.environment });
    undo.push(server.stop);
    const window = await openWindow(await temporaryFolder('browser', undo));
    undo.push(window.stop);
    const windows = windowsAt(`http://${server.authority}`, window.page, harness);
    await windows.open(workspace.root);
    const log = (): string =>
      globSync('**/*Redline.log', { cwd: data.root })
        .map((file) => readFileSync(path.join(data.root, file), 'utf8'))
        .join('');
    const { evaluate, evaluateHere } = harness;
    return {
      get page() {
        return windows.page();
      },
      workspace,
      evaluate,
      evaluateHere,
      data: data.root,
      revived: windows.revived,
      reload: async () => {
        const registered = windows.revived();
        await windows.page().reload();
        await registered;
      },
      secondWindow: async (folder = workspace.root) => {
        await windows.openAnother(folder);
        return evaluateHere();
      },
      renew: async (wanted) => {
        await windows.closeAll();
        await workspace.reset();
        await writeSettings(data, allSettings(wanted));
        const known = announced(data.home);
        await windows.open(workspace.root);
        await waitFor('agents to find the window', () => announced(data.home).some((name) => !known.includes(name)));
      },
      agentLauncher: path.join(data.home, '.redline/bin/redline'),
      log,
      stop: () => unwind(undo),
    };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

/** The entries by which agents find windows; one that was killed leaves its own behind. */
function announced(home: string): readonly string[] {
  return globSync('.redline/windows/*.json', { cwd: home });
}

interface Windows {
  readonly page: () => Page;
  readonly revived: () => Promise<void>;
  readonly open: (folder: string) => Promise<void>;
  /** Leaves `page` as it is. */
  readonly openAnother: (folder: string) => Promise<void>;
  /** Resolves when the extension hosts are gone, too, with an empty page and nothing of what the windows kept. */
  readonly closeAll: () => Promise<void>;
}

/** The windows of a server in one browser. */
function windowsAt(origin: string, first: Page, { registered, evaluate }: Harness): Windows {
  let page = first;
  const hosts: number[] = [];
  const addressOf = (folder: string): string => `${origin}/?folder=${encodeURIComponent(folder)}`;
  const revived = async (): Promise<void> => {
    await registered(120_000);
    hosts.push(await evaluate(() => process.pid));
  };
  return {
    page: () => page,
    revived,
    open: async (folder) => {
      await page.goto(addressOf(folder));
      await revived();
    },
    openAnother: async (folder) => {
      const another = await page.context().newPage();
      await another.goto(addressOf(folder));
      await revived();
    },
    closeAll: async () => {
      const context = page.context();
      page = await context.newPage();
      for (const each of context.pages()) if (each !== page) await each.close();
      for (const host of hosts.splice(0)) await waitFor('an extension host to end', () => !isRunning(host));
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
