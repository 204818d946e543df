import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildExtension } from '../../../scripts/build.mjs';
import { repositoryRoot, sampleWorkspace } from '../driver/paths.ts';
import { resultsVariable, type TestResult } from '../driver/results.ts';
import { prepareData } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder } from '../driver/temporary.ts';
import { unwind, type Cleanup } from '../driver/unwind.ts';
import { copyWorkspace } from '../driver/workspace.ts';
import { printResults } from './print.ts';
import { bundleSuites } from './bundle.ts';

/**
 * `npm run test:desktop`: the in-host suites in a desktop VS Code, the one that VSCODE_EXECUTABLE_PATH names or one that
 * `@vscode/test-electron` downloads. Needs a display; on a Linux without one, run it under `xvfb-run -a`.
 */
async function main(): Promise<void> {
  await buildExtension();
  const tests = await bundleSuites();
  const undo: Cleanup[] = [];
  const root = await temporaryFolder('desktop', undo);
  const resultsFile = path.join(root, 'results.json');
  try {
    const workspace = await copyWorkspace(sampleWorkspace, path.join(root, 'sample'));
    const data = await prepareData(path.join(root, 'data'), quietSettings, []);
    const named = process.env['VSCODE_EXECUTABLE_PATH'];
    await runTests({
      ...(named === undefined ? {} : { vscodeExecutablePath: named }),
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: tests,
      extensionTestsEnv: { [resultsVariable]: resultsFile },
      launchArgs: [
        workspace.root,
        `--user-data-dir=${data.user}`,
        `--extensions-dir=${path.join(root, 'extensions')}`,
        '--disable-workspace-trust',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
  } finally {
    if (existsSync(resultsFile)) {
      const results: readonly TestResult[] = JSON.parse(readFileSync(resultsFile, 'utf8'));
      printResults(results);
    }
    await unwind(undo);
  }
}

await main();
