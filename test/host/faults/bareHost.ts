import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openWindow } from '../driver/browser.ts';
import { packHarness, startHarness, type Evaluate } from '../driver/harness.ts';
import { installHost } from '../driver/install-host.ts';
import { packagedExtension, sampleWorkspace } from '../driver/paths.ts';
import { prepareData, startServer } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder } from '../driver/temporary.ts';
import { unwind, type Cleanup } from '../driver/unwind.ts';
import { copyWorkspace, type Workspace } from '../driver/workspace.ts';

/** A VS Code with the packaged extension, under a rule that allows, without a model: made to be killed often. */
export interface BareHost {
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
  /** The command that agents outside the editor start. */
  readonly agentLauncher: string;
  /** What Redline's log says so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

export async function startBareHost(settings: Readonly<Record<string, unknown>> = {}): Promise<BareHost> {
  const undo: Cleanup[] = [];
  try {
    const vscode = await installHost();
    const root = await temporaryFolder('faults', undo);
    const harness = await startHarness();
    undo.push(harness.stop);
    const workspace = await copyWorkspace(sampleWorkspace, path.join(root, 'sample'));
    const data = await prepareData(
      path.join(root, 'data'),
      { ...quietSettings, 'redline.rules': allowAll, ...settings },
      [],
    );
    const vsix = [packagedExtension, await packHarness()];
    const server = await startServer({ vscode, data, vsix, environment: harness.environment });
    undo.push(server.stop);
    const { page, stop } = await openWindow(await temporaryFolder('browser', undo));
    undo.push(stop);
    const addressOf = (folder: string): string => `http://${server.authority}/?folder=${encodeURIComponent(folder)}`;
    await page.goto(addressOf(workspace.root));
    await harness.registered(120_000);
    const revived = (): Promise<void> => harness.registered(120_000);
    const secondWindow = async (folder = workspace.root): Promise<Evaluate> => {
      const second = await page.context().newPage();
      await second.goto(addressOf(folder));
      await revived();
      return harness.evaluateHere();
    };
    const reload = async (): Promise<void> => {
      const registered = revived();
      await page.reload();
      await registered;
    };
    const log = (): string =>
      globSync('**/*Redline.log', { cwd: data.root })
        .map((file) => readFileSync(path.join(data.root, file), 'utf8'))
        .join('');
    const stopAll = (): Promise<void> => unwind(undo);
    const { evaluate, evaluateHere } = harness;
    return {
      page,
      workspace,
      evaluate,
      evaluateHere,
      data: data.root,
      revived,
      reload,
      secondWindow,
      agentLauncher: path.join(data.home, '.redline/bin/redline'),
      log,
      stop: stopAll,
    };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}
