import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openWindow } from '../driver/browser.ts';
import { installHost } from '../driver/install-host.ts';
import { repositoryRoot, sampleWorkspace } from '../driver/paths.ts';
import { resultsVariable, type TestResult } from '../driver/results.ts';
import { prepareData, startServer } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder } from '../driver/temporary.ts';
import { unwind, type Cleanup } from '../driver/unwind.ts';
import { waitFor } from '../driver/wait.ts';
import { copyWorkspace } from '../driver/workspace.ts';
import { bundleSuites } from './bundle.ts';

/** Runs the in-host suites against `dist/` in the pinned VS Code and answers their results. */
export async function runSuitesInCodeServer(): Promise<readonly TestResult[]> {
  const undo: Cleanup[] = [];
  try {
    const tests = await bundleSuites();
    const root = await temporaryFolder('suites', undo);
    const workspace = await copyWorkspace(sampleWorkspace, path.join(root, 'sample'));
    const resultsFile = path.join(root, 'results.json');
    const data = await prepareData(path.join(root, 'data'), quietSettings, []);
    const server = await startServer({
      vscode: await installHost(),
      data,
      vsix: [],
      environment: { [resultsVariable]: resultsFile },
      args: ['--enable-smoke-test-driver'],
    });
    undo.push(server.stop);
    const window = await openWindow(data.home);
    undo.push(window.stop);
    await window.page.goto(testAddress(server.authority, workspace.root, tests));
    await waitFor('the results of the in-host suites', () => existsSync(resultsFile), 900_000);
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } finally {
    await unwind(undo);
  }
}

function testAddress(authority: string, folder: string, tests: string): string {
  const remote = (file: string): string => `vscode-remote://${authority}${file}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(repositoryRoot)],
    ['extensionTestsPath', remote(tests)],
  ]);
  return `http://${authority}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
}
