import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildExtension } from '../../../scripts/build.mjs';
import { repositoryRoot } from '../driver/paths.ts';
import type { TestResult } from '../driver/results.ts';
import { prepareData } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder } from '../driver/temporary.ts';
import { unwind, type Cleanup } from '../driver/unwind.ts';
import { serveNode } from './bridge.ts';
import { bundleSuites } from './bundle.ts';
import { makeOpened, type Opened } from './open.ts';
import { runSuites } from './run-suites.ts';
import type { Where } from './where.ts';

/**
 * `npm run test:desktop [-- --where=disk]`: the in-host suites in a desktop VS Code, the one that VSCODE_EXECUTABLE_PATH
 * names or one that `@vscode/test-electron` downloads. Needs a display; on a Linux without one, run it under `xvfb-run -a`.
 */
async function main(args: readonly string[]): Promise<void> {
  await buildExtension();
  const only = args.find((argument) => argument.startsWith('--where='))?.slice('--where='.length);
  const { failed, passed, skipped } = await runSuites(runInDesktop, only);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function runInDesktop(where: Where): Promise<readonly TestResult[]> {
  const undo: Cleanup[] = [];
  try {
    const root = await temporaryFolder('desktop', undo);
    const results = path.join(root, 'results.json');
    const bridge = where.host === 'worker' ? { bridge: await serveNode(undo) } : {};
    const tests = await bundleSuites({ where, results, ...bridge });
    const opened = await makeOpened(where, root);
    const data = await prepareData(path.join(root, 'data'), quietSettings, []);
    const named = process.env['VSCODE_EXECUTABLE_PATH'];
    const memory = path.join(repositoryRoot, 'test/host/memfs');
    await runTests({
      ...(named === undefined ? {} : { vscodeExecutablePath: named }),
      extensionDevelopmentPath: where.opens === 'disk' ? repositoryRoot : [repositoryRoot, memory],
      extensionTestsPath: tests,
      launchArgs: [
        ...opening(opened),
        `--user-data-dir=${data.user}`,
        `--extensions-dir=${path.join(root, 'extensions')}`,
        '--disable-workspace-trust',
        ...(where.host === 'worker' ? ['--extensionDevelopmentKind=web'] : []),
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    }).catch((error: unknown) => {
      // VS Code ends badly where a test failed; what counts is in the results, if it came so far.
      if (!existsSync(results)) throw error;
    });
    return JSON.parse(readFileSync(results, 'utf8'));
  } finally {
    await unwind(undo);
  }
}

function opening(opened: Opened): string[] {
  if ('folderUri' in opened) return [`--folder-uri=${opened.folderUri}`];
  return ['workspace' in opened ? opened.workspace : opened.folder];
}

await main(process.argv.slice(2));
