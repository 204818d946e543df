import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** What is loaded at the start may weigh this much, in bytes; `npm test` holds to it. */
export const bundleBudgets = { node: 300_000, browser: 380_000 };

/**
 * For Node the parts that a session may never need (patches, searching) are files of their own, loaded at first use. A
 * worker host loads one file only.
 * @type {readonly { source: string, platform: 'node' | 'browser', options: import('esbuild').BuildOptions }[]}
 */
const entries = [
  {
    source: 'src/extension.ts',
    platform: 'node',
    options: { format: 'esm', splitting: true, chunkNames: '[name]-[hash]' },
  },
  { source: 'src/extension.web.ts', platform: 'browser', options: { format: 'cjs', outExtension: { '.js': '.cjs' } } },
];

/**
 * Bundles the extension into `dist/`, with the licences of the packages that went in.
 * @returns {Promise<readonly { file: string, bytes: number, platform: 'node' | 'browser' }[]>} for each entry, what is
 * loaded at the start
 */
export async function buildExtension() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await mkdir(path.join(root, 'dist'));
  const bundles = [];
  const packages = new Set();
  for (const { source, platform, options } of entries) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [source],
      outdir: 'dist',
      bundle: true,
      minify: true,
      platform,
      // The Node of the oldest VS Code that package.json admits.
      target: 'node22',
      external: ['vscode'],
      metafile: true,
      logLevel: 'warning',
      ...options,
    });
    for (const input of Object.keys(metafile.inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
      if (name) packages.add(name[0]);
    }
    const [file = ''] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source) ?? [];
    bundles.push({ file, bytes: startBytes(file, metafile), platform });
  }
  await writeFile(
    path.join(root, 'dist/third-party-notices.txt'),
    await notices([...packages].toSorted((a, b) => a.localeCompare(b))),
  );
  return bundles;
}

/**
 * What a file weighs together with all that it imports at once.
 * @param {string} file
 * @param {import('esbuild').Metafile} metafile
 */
function startBytes(file, metafile) {
  const files = new Set([file]);
  for (const each of files) {
    const imports = metafile.outputs[each]?.imports ?? [];
    for (const { path: imported, kind, external } of imports) {
      if (kind === 'import-statement' && !external) files.add(imported);
    }
  }
  return [...files].reduce((sum, each) => sum + (metafile.outputs[each]?.bytes ?? 0), 0);
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
  for (const { file, bytes } of await buildExtension()) console.log(`${file}: ${bytes} bytes at the start`);
}
