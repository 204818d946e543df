// Checks the table of runtime dependencies in CONTRIBUTING.md.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/**
 * Compares the table of runtime dependencies in CONTRIBUTING.md with the bundle: it must name every bundled package and
 * no other, with its licence and its size in Node's bundle as esbuild measures it, within one kilobyte.
 */
async function main() {
  const bundled = await bundledPackages();
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const table = await tableRows();
  const problems = [];
  for (const name of new Set([...bundled.keys(), ...Object.keys(dependencies), ...table.keys()])) {
    const [bytes, row] = [bundled.get(name), table.get(name)];
    if (bytes === undefined) problems.push(`${name} is not bundled; it needs no place among the dependencies.`);
    else if (dependencies[name] === undefined) problems.push(`${name} is bundled, and no dependency in package.json.`);
    else if (row === undefined) problems.push(`${name} is missing in CONTRIBUTING.md.`);
    else problems.push(...(await rowProblems(name, row, bytes)));
  }
  for (const problem of problems) fail(problem);
}

/** @param {string} name @param {{ kilobytes: number, licence: string }} row @param {number} bytes */
async function rowProblems(name, row, bytes) {
  const { license } = JSON.parse(await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const kilobytes = Math.round(bytes / 1000);
  return [
    ...(Math.abs(row.kilobytes - kilobytes) > 1 ? [`${name} has ${kilobytes} kB in the bundle.`] : []),
    ...(license === row.licence ? [] : [`${name}'s licence is ${license}.`]),
  ];
}

/** @param {string} problem */
function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}

/** @returns {Promise<Map<string, number>>} bytes in the minified bundle, by package */
async function bundledPackages() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/extension.ts'],
    outdir: 'dist',
    bundle: true,
    minify: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['vscode'],
    metafile: true,
    write: false,
  });
  const sizes = new Map();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  for (const [input, { bytesInOutput }] of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
    if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
  }
  return sizes;
}

/** @returns {Promise<Map<string, { kilobytes: number, licence: string }>>} */
async function tableRows() {
  const page = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = /## Runtime dependencies\n([^]*?)(?=\n## |$)/.exec(page)?.[1] ?? '';
  const rows = section.matchAll(/^\| `([^`]+)`.*\| (\d+) kB \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, name = '', size, licence = '']) => [name, { kilobytes: Number(size), licence: licence.trim() }]),
  );
}

await main();
