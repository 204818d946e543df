import { globSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { repositoryRoot } from '../driver/paths.ts';
import type { ThisRun } from './this-run.ts';
import { nodeInWorker } from './worker/plugin.ts';

/**
 * Bundles the suites of a run with the code that runs them: those of several folders, or all others.
 * @returns the absolute path of the bundle, whose export `run` VS Code calls.
 */
export async function bundleSuites(run: ThisRun): Promise<string> {
  const { name, host, opens, folder: own, without = [] } = run.where;
  const outfile = path.join(repositoryRoot, `out/in-host/${name}.cjs`);
  const folder = path.posix.join(
    'test/host/suites',
    own ?? (opens === 'several' ? 'several' : `!(${['several', 'faults', ...without].join('|')})`),
  );
  const wanted = process.env['REDLINE_SUITES'] ?? '';
  const pattern = wanted.includes('/') ? `test/host/suites/${wanted}*.test.ts` : `${folder}/${wanted}*.test.ts`;
  const suites = globSync(pattern, { cwd: repositoryRoot }).sort();
  if (suites.length === 0) throw new Error(`No suite matches ${pattern}.`);
  const imports = suites.map((suite) => `await import(${JSON.stringify(`./${suite.replaceAll('\\', '/')}`)});`);
  await build({
    stdin: {
      contents:
        `import { runInHost } from './test/host/in-host/run-in-host.ts';\n` +
        `export const run = () => runInHost(async () => { ${imports.join(' ')} });\n`,
      resolveDir: repositoryRoot,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    format: 'cjs',
    sourcemap: 'inline',
    logLevel: 'warning',
    ...(host === 'worker' ? forWorker : { platform: 'node', target: 'node20', external: ['vscode', 'mocha'] }),
    define: { REDLINE_RUN: JSON.stringify(run), ...(host === 'worker' ? processOf(run) : {}) },
  });
  return outfile;
}

const forWorker: BuildOptions = {
  platform: 'browser',
  target: 'es2023',
  external: ['vscode'],
  inject: [path.join(import.meta.dirname, 'worker/buffer.ts')],
  plugins: [nodeInWorker],
};

function processOf({ bridge }: ThisRun): Record<string, string> {
  return { 'process.platform': JSON.stringify(bridge?.platform) };
}
