import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openWindow } from '../driver/browser.ts';
import { packTestExtension } from '../driver/harness.ts';
import { installHost } from '../driver/install-host.ts';
import { repositoryRoot } from '../driver/paths.ts';
import type { TestResult } from '../driver/results.ts';
import { prepareData, startServer } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder, unwind, type Cleanup } from '../driver/cleanup.ts';
import { waitFor } from '../driver/wait.ts';
import { serveNode } from './bridge.ts';
import { bundleSuites } from './bundle.ts';
import { makeOpened, type Opened } from './open.ts';
import { BrowserCrash } from './run-suites.ts';
import { serveScreen } from './serve-screen.ts';
import { hostSettings, type Where } from './where.ts';

/** The suites of one place take a minute or two; this ends what hangs, and measures no machine. */
const maxTime = 2_400_000;

/**
 * Runs the in-host suites against `dist/` in the pinned VS Code and answers their results.
 * @throws BrowserCrash if the browser went away before there were any.
 */
export async function runSuitesInCodeServer(where: Where): Promise<readonly TestResult[]> {
  const undo: Cleanup[] = [];
  try {
    const root = await temporaryFolder('suites', undo);
    const results = path.join(root, 'results.json');
    const bridge = where.host === 'worker' ? { bridge: await serveNode(undo) } : {};
    const settings = { ...quietSettings, ...hostSettings(where) };
    const data = await prepareData(path.join(root, 'data'), settings, []);
    const window = await openWindow(data.home);
    undo.push(window.stop);
    const screen = await serveScreen(window.page, undo);
    const tests = await bundleSuites({ where, results, screen, ...bridge });
    const opened = await makeOpened(where, root);
    const server = await startServer({
      vscode: await installHost(),
      data,
      vsix: [await packTestExtension('memfs')],
      environment: {},
      args: ['--enable-smoke-test-driver'],
    });
    undo.push(server.stop);
    await window.page.goto(testAddress(server.authority, opened, tests));
    const lastTest = (): string => {
      const now = `${results}.now`;
      return existsSync(now) ? readFileSync(now, 'utf8') : 'No test has begun.';
    };
    const hasEnded = (): boolean => existsSync(results) || window.hasCrashed();
    await waitFor('the results of the in-host suites', hasEnded, maxTime).catch((error: unknown) => {
      throw new Error(lastTest(), { cause: error });
    });
    if (!existsSync(results)) throw new BrowserCrash(`The browser has crashed. ${lastTest()}`);
    return JSON.parse(await readFile(results, 'utf8'));
  } finally {
    await unwind(undo);
  }
}

export function testAddress(authority: string, opened: Opened, tests: string): string {
  const remote = (file: string): string => `vscode-remote://${authority}${file}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(repositoryRoot)],
    ['extensionTestsPath', remote(tests)],
  ]);
  const [name, value] =
    'workspace' in opened
      ? ['workspace', opened.workspace]
      : ['folder', 'folder' in opened ? opened.folder : opened.folderUri];
  return `http://${authority}/?${name}=${encodeURIComponent(value)}&payload=${encodeURIComponent(payload)}`;
}
