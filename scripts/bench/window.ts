// Starts a VS Code with one window to measure in.

import { rename, rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openWindow } from '../../test/host/driver/browser.ts';
import { startBackstage, type Backstage, type HostOptions } from '../../test/host/driver/host.ts';
import { temporaryFolder, unwind, type Cleanup } from '../../test/host/driver/cleanup.ts';
import { defineBlockWatch } from './blocks.ts';

export interface BenchHost extends HostOptions {
  /** A folder that stands in the place of the workspace folder meanwhile, and is put back afterwards. */
  readonly tree?: string;
}

/** Starts a VS Code with a window, waits until it has come to rest, and measures in it. */
export async function inHost<T>(
  { tree, ...options }: BenchHost,
  work: (host: Backstage, page: Page) => Promise<T>,
): Promise<T> {
  const undo: Cleanup[] = [];
  try {
    const host = await startBackstage(options);
    undo.push(host.stop);
    const { root } = host.workspace;
    if (tree !== undefined) {
      await rm(root, { recursive: true });
      await rename(tree, root);
      undo.push(() => rename(root, tree));
    }
    const { page, stop } = await openWindow(await temporaryFolder('bench', undo));
    undo.push(stop);
    await page.goto(host.address);
    await (options.extension === null ? host.active() : host.ready());
    // Until VS Code has done what it does on its own after the start.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await host.evaluate(defineBlockWatch);
    return await work(host, page);
  } finally {
    await unwind(undo);
  }
}
