import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { buildExtension } from '../../../scripts/build.mjs';
import { repositoryRoot } from '../driver/paths.ts';
import { verdictOf, type TestResult } from '../driver/results.ts';
import { prepareData } from '../driver/server.ts';
import { quietSettings } from '../driver/settings.ts';
import { temporaryFolder, unwind, type Cleanup } from '../driver/cleanup.ts';
import { serveNode } from './bridge.ts';
import { bundleSuites } from './bundle.ts';
import { makeOpened, type Opened } from './open.ts';
import { runSuites } from './run-suites.ts';
import type { Where } from './where.ts';

/**
 * `npm run test:desktop [-- --where=disk]`: the in-host suites in a desktop VS Code, the one that VSCODE_EXECUTABLE_PATH
 * names or the latest stable one, which is downloaded. Ends with 2 where there is none to run them in.
 */
async function main(args: readonly string[]): Promise<void> {
  const executable = await provideDesktop().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  });
  await buildExtension();
  const only = args.find((argument) => argument.startsWith('--where='))?.slice('--where='.length);
  const count = await runSuites((where) => runInDesktop(where, executable), { only, lanes: 1 });
  const { lines, passed } = verdictOf(count);
  console.log(lines.join('\n'));
  process.exitCode = passed ? 0 : 1;
}

/** The executable of a desktop VS Code that can show a window here. Throws Error that says what to do. */
async function provideDesktop(): Promise<string> {
  const { DISPLAY, WAYLAND_DISPLAY, VSCODE_EXECUTABLE_PATH: named } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) {
    throw new Error('A desktop VS Code needs a display, and there is none. Run "xvfb-run -a npm run test:desktop".');
  }
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw new Error(`VSCODE_EXECUTABLE_PATH names ${named}, which does not exist.`);
  }
  try {
    const cachePath = path.join(repositoryRoot, '.vscode-host/desktop');
    return await downloadAndUnzipVSCode({ version: 'stable', cachePath, extractSync: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `No desktop VS Code could be downloaded (${why}). Set VSCODE_EXECUTABLE_PATH to the executable of an installed one.`,
      { cause: error },
    );
  }
}

async function runInDesktop(where: Where, executable: string): Promise<readonly TestResult[]> {
  const undo: Cleanup[] = [];
  try {
    const root = await temporaryFolder('desktop', undo);
    const results = path.join(root, 'results.json');
    const bridge = where.host === 'worker' ? { bridge: await serveNode(undo) } : {};
    const tests = await bundleSuites({ where, results, ...bridge });
    const opened = await makeOpened(where, root);
    const data = await prepareData(path.join(root, 'data'), quietSettings, []);
    const memory = path.join(repositoryRoot, 'test/host/memfs');
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: [repositoryRoot, memory],
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
