import { globSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../driver/paths.ts';

/**
 * Bundles all in-host suites with the code that runs them.
 * @returns the absolute path of the bundle, whose export `run` VS Code calls.
 */
export async function bundleSuites(): Promise<string> {
  const outfile = path.join(repositoryRoot, 'out/in-host/suites.cjs');
  const suites = globSync('test/host/suites/**/*.test.ts', { cwd: repositoryRoot }).sort();
  if (suites.length === 0) throw new Error('There is no suite in test/host/suites.');
  const imports = suites.map((suite) => `await import(${JSON.stringify(`./${suite}`)});`);
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
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return outfile;
}
