import * as childProcess from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const folder = import.meta.dirname;
const mochaFile = createRequire(import.meta.url).resolve('mocha/mocha.js');
const at = (file: string): string => JSON.stringify(path.join(folder, file));

/** What a suite gets in a worker for each module of Node: our own small one, or one that has Node do it. */
const modules: Readonly<Record<string, string>> = {
  // Its build for browsers would take the bundle's exports for its own.
  mocha: `var module, exports, define; ${fs.readFileSync(mochaFile, 'utf8')}; export default globalThis.Mocha;`,
  'node:assert/strict': `export { assert as default } from ${at('assert.ts')};`,
  'node:path': `export * from ${at('path.ts')}; import * as path from ${at('path.ts')}; export default path;`,
  'node:fs': remotes('fs', Object.keys(fs)),
  'node:child_process': remotes('child_process', Object.keys(childProcess)),
  'node:crypto': `
    import { remote } from ${at('remote.ts')};
    import { Buffer } from ${at('buffer.ts')};
    export const createHash = (algorithm, parts = []) => ({
      update(data) { parts.push(typeof data === 'string' ? Buffer.from(data) : data); return this; },
      digest: (encoding) => remote('crypto', 'hash', [algorithm, Buffer.concat(parts), encoding]),
    });`,
};

/** Lets suites that were written for Node be bundled for the worker host. */
export const nodeInWorker: Plugin = {
  name: 'node-in-worker',
  setup(build) {
    build.onResolve({ filter: /^(?:node:.*|mocha)$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'node-in-worker',
    }));
    build.onLoad({ filter: /.*/, namespace: 'node-in-worker' }, ({ path: name }) => {
      const contents = modules[name];
      if (contents === undefined) return { errors: [{ text: `A suite in a worker host cannot use ${name}.` }] };
      return { contents, resolveDir: folder, loader: 'ts' };
    });
  },
};

function remotes(module: string, names: readonly string[]): string {
  const functions = names.filter((name) => name.endsWith('Sync'));
  return [
    `import { remote } from ${at('remote.ts')};`,
    ...functions.map((name) => `export const ${name} = (...args) => remote('${module}', '${name}', args);`),
  ].join('\n');
}
