import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { closureOf, webFiles } from './webBundle.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** What a part may weigh, in bytes; `npm test` holds to it. */
const bundleBudgets = {
  /** What the editor loads when it activates the extension. */
  start: 20_000,
  /** What works behind it, loaded in the turns after. */
  main: 300_000,
};

/**
 * What a session may never need (patches, searching, large files) is in files of its own, loaded at first use.
 * @type {readonly { source: string, main: string, platform: 'node' | 'browser' }[]}
 */
const entries = [
  { source: 'src/extension.ts', main: 'src/extension.node.ts', platform: 'node' },
  { source: 'src/extension.web.ts', main: 'src/vscode/activate.ts', platform: 'browser' },
];

/**
 * Bundles the extension into `dist/`, with the licences of the packages that went in.
 * @returns {Promise<readonly { title: string, bytes: number, budget: number }[]>} the weight of each host's parts
 */
export async function buildExtension() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const weights = [];
  const packages = new Set();
  for (const { source, main, platform } of entries) {
    const built = await build({
      absWorkingDir: root,
      entryPoints: [source],
      outdir: 'dist',
      bundle: true,
      minify: true,
      platform,
      // The Node of the oldest VS Code that package.json admits.
      target: 'node22',
      external: ['vscode'],
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
      metafile: true,
      write: false,
      logLevel: 'warning',
    });
    const { inputs, outputs } = built.metafile;
    for (const input of Object.keys(inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
      if (name) packages.add(name[0]);
    }
    const outputOf = (/** @type {string} */ file) =>
      Object.keys(outputs).find((output) => outputs[output]?.entryPoint === file) ?? '';
    const files = platform === 'node' ? plainFiles(built) : await webFiles(built, outputOf(source));
    await Promise.all([...files].map(([file, text]) => write(path.join(root, 'dist', file), text)));
    for (const [part, file] of /** @type {const} */ ([
      ['start', source],
      ['main', main],
    ])) {
      const closure = closureOf(built.metafile, outputOf(file));
      const bytes = closure.reduce((sum, each) => sum + (outputs[each]?.bytes ?? 0), 0);
      weights.push({ title: `${platform}, ${part}`, bytes, budget: bundleBudgets[part] });
    }
  }
  const folders = [...packages].toSorted((a, b) => a.localeCompare(b));
  await write(path.join(root, 'dist/third-party-notices.txt'), await notices(folders));
  return weights;
}

/**
 * @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} built
 * @returns {Map<string, string>} texts by place in `dist`
 */
function plainFiles({ outputFiles }) {
  return new Map(outputFiles.map((file) => [path.relative(path.join(root, 'dist'), file.path), file.text]));
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** @param {readonly string[]} folders of packages, relative to the root */
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
