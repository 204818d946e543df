// A VS Code that opens what a test chooses, and calls of tools in it.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openWindow } from '../../driver/browser.ts';
import type { Evaluate, VSCode } from '../../driver/harness.ts';
import { startBackstage, type Backstage, type HostOptions } from '../../driver/host.ts';
import { temporaryFolder, type Cleanup } from '../../driver/cleanup.ts';

/** How a call of a tool through the extension's API ended. */
export type Ended = {
  readonly success: boolean;
  readonly error?: { readonly code: string; readonly message: string };
};

/** Starts a VS Code and opens what `address` says, in a window of its own. */
export async function openOwn(
  undo: Cleanup[],
  options: HostOptions,
  address: (backstage: Backstage) => string | Promise<string>,
): Promise<Backstage & { readonly page: Page }> {
  const backstage = await startBackstage(options);
  undo.push(backstage.stop);
  const window = await openWindow(await temporaryFolder('browser', undo));
  undo.push(window.stop);
  await window.page.goto(await address(backstage));
  await backstage.active();
  return { ...backstage, page: window.page };
}

/** The address that opens these folders, by their paths from the one above the workspace, in one window. */
export async function addressOfFolders({ address, workspace }: Backstage, folders: readonly string[]): Promise<string> {
  const file = path.join(path.dirname(workspace.root), 'several.code-workspace');
  await writeFile(file, JSON.stringify({ folders: folders.map((folder) => ({ path: folder })) }));
  return address.replace(/\?folder=.*/, `?workspace=${encodeURIComponent(file)}`);
}

/** Calls a tool through the extension's API. */
export function callTool(evaluate: Evaluate, tool: string, input: object): Promise<Ended> {
  return evaluate(
    async (vscode: VSCode, args: { tool: string; input: object }) => {
      const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
      return api.call(`redline_${args.tool}`, args.input);
    },
    { tool, input },
  );
}
