// Bundles the extension and the bridge into `dist/`.

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { mcpTools } from './generate/mcp-tools.mjs';
import { closureOf, webFiles } from './webBundle.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** Maximum sizes of the bundled parts in bytes, which `npm test` checks. */
const bundleBudgets = {
  /** The part that the editor loads when it activates the extension. */
  start: 20_000,
  /** The part behind it, loaded in the turns after. */
  main: 300_000,
  /** The program that agents start, anew for each of their sessions. */
  bridge: 30_000,
};

/** The options that all builds have in common. */
const common = /** @type {const} */ ({
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  minify: true,
  // Prefers the ES module of a package, since unused parts of it can be left out.
  mainFields: ['module', 'main'],
  // The Node of the oldest VS Code that package.json allows.
  target: 'node22',
  external: ['vscode'],
  metafile: true,
  write: false,
  logLevel: 'warning',
});

/**
 * Builds the parts. What a session may never need (the tools, patches, searching, large files) is in files of its own,
 * loaded at first use.
 * @param {'node' | 'browser'} platform
 * @param {string[]} entryPoints
 */
function buildParts(platform, entryPoints) {
  const names = { entryNames: '[name]', chunkNames: '[name]-[hash]' };
  const plugins = [{ name: 'the protocol', setup: (own) => own.onResolve({ filter: /\/mcpServer\.ts$/ }, toPart) }];
  return build({ ...common, ...names, entryPoints, platform, format: 'esm', splitting: true, plugins });
}

/**
 * Builds the protocol of agents outside the editor, apart from the other parts: its SDK needs all of `zod`, and what
 * parts share is loaded with each of them.
 */
function buildProtocol() {
  return build({
    ...common,
    entryPoints: ['src/node/endpoint/mcpServer.ts'],
    platform: 'node',
    format: 'esm',
    // A package in it asks for modules of Node by `require`.
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
  });
}

/**
 * Builds what the editor loads at the start: one CommonJS file, as in the worker host, which imports the parts later.
 */
function buildStart() {
  return build({
    ...common,
    entryPoints: ['src/extension.ts'],
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    plugins: [{ name: 'the parts', setup: (own) => own.onResolve({ filter: /^\./ }, toPart) }],
  });
}

/**
 * Leaves a dynamic import in the bundle, with the name of the built part.
 * @param {import('esbuild').OnResolveArgs} imported
 * @returns {import('esbuild').OnResolveResult | undefined}
 */
function toPart({ kind, path: file }) {
  if (kind !== 'dynamic-import') return undefined;
  return { path: `./${path.basename(file, '.ts')}.js`, external: true };
}

/**
 * Bundles the extension into `dist/`, with the licences of the packages that went in.
 * @returns {Promise<readonly { title: string, bytes: number, budget: number }[]>} the weight of each host's parts
 */
export async function buildExtension() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const [start, bridge, protocol, parts, web] = await Promise.all([
    buildStart(),
    buildBridge(),
    buildProtocol(),
    buildParts('node', ['src/extension.node.ts', 'src/node/connect/settingsThread.ts']),
    buildParts('browser', ['src/extension.web.ts']),
  ]);
  const files = [
    ...[start, bridge, protocol, parts].flatMap(plainFiles),
    ...(await webFiles(web, 'dist/extension.web.js')),
  ];
  await Promise.all(files.map(([file, text]) => write(path.join(root, 'dist', file), text)));
  await write(path.join(root, 'dist/mcpTools.json'), await mcpTools());
  const inputs = [bridge, protocol, parts, web].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const packages = new Set(inputs.flatMap((input) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  const folders = [...packages].toSorted((a, b) => a.localeCompare(b));
  await write(path.join(root, 'dist/third-party-notices.txt'), await notices(folders));
  const { start: atStart, main } = bundleBudgets;
  return [
    { title: 'node, start', bytes: weightOf(start, 'src/extension.ts'), budget: atStart },
    { title: 'bridge', bytes: weightOf(bridge, 'src/bridge/main.ts'), budget: bundleBudgets.bridge },
    { title: 'node, main', bytes: weightOf(parts, 'src/extension.node.ts'), budget: main },
    { title: 'browser, start', bytes: weightOf(web, 'src/extension.web.ts'), budget: atStart },
    { title: 'browser, main', bytes: weightOf(web, 'src/vscode/host/activate.ts'), budget: main },
  ];
}

/** @typedef {import('esbuild').BuildResult<{ metafile: true, write: false }>} Built */

/** The bytes of a file with all that it imports at once. @param {Built} built @param {string} source */
function weightOf({ metafile }, source) {
  const { outputs } = metafile;
  const file = Object.keys(outputs).find((output) => outputs[output]?.entryPoint === source) ?? '';
  return closureOf(metafile, file).reduce((sum, each) => sum + (outputs[each]?.bytes ?? 0), 0);
}

/**
 * @param {Built} built
 * @returns {[string, string][]} texts by place in `dist`
 */
function plainFiles({ outputFiles }) {
  return outputFiles.map((file) => [path.relative(path.join(root, 'dist'), file.path), file.text]);
}

/** Builds the program that agents outside the editor start, which is copied beside its launcher. */
export function buildBridge() {
  return build({
    ...common,
    entryPoints: { bridge: 'src/bridge/main.ts', doctor: 'src/bridge/userCommands.ts' },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // Loaded only by the commands that need it: the bridge is started for every tool call of an agent.
    plugins: [
      {
        name: 'the commands of a person',
        setup: (own) => own.onResolve({ filter: /\/userCommands\.ts$/ }, ({ kind }) => doctorPart(kind)),
      },
    ],
  });
}

/** Leaves a dynamic import of the commands in the bundle, with the name of the built file. @param {string} kind */
function doctorPart(kind) {
  return kind === 'dynamic-import' ? { path: './doctor.cjs', external: true } : undefined;
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The licences of packages, joined. @param {readonly string[]} folders relative to the root */
async function notices(folders) {
  const texts = folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].find((file) =>
      existsSync(path.join(root, folder, file)),
    );
    if (file === undefined) throw new Error(`${name} has no licence file; its text must be shipped with the bundle.`);
    return `${name} ${version} (${license})\n\n${(await readFile(path.join(root, folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { title, bytes } of await buildExtension()) console.log(`${title}: ${bytes} bytes`);
}
