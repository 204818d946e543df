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
  /** Where VS Code keeps its data. */
  readonly data: string;
  /** Reloads the window and waits until the new extension host answers. */
  readonly reload: () => Promise<void>;
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
    const vsix = [packagedExtension, await packHarness(root)];
    const server = await startServer({ vscode, data, vsix, environment: harness.environment });
    undo.push(server.stop);
    const { page, stop } = await openWindow(await temporaryFolder('browser', undo));
    undo.push(stop);
    await page.goto(`http://${server.authority}/?folder=${encodeURIComponent(workspace.root)}`);
    await harness.registered(120_000);
    const reload = async (): Promise<void> => {
      const registered = harness.registered(120_000);
      await page.reload();
      await registered;
    };
    return { page, workspace, evaluate: harness.evaluate, data: data.root, reload, stop: () => unwind(undo) };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}
