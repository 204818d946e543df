import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** What a bundle may weigh, in bytes; `npm test` holds to it. */
export const bundleBudget = 300_000;

/**
 * One bundle for Node, and one for the web worker host where there is an entry for it.
 * @type {readonly { source: string, target: string, platform: 'node' | 'browser' }[]}
 */
const entries = [
  { source: 'src/extension.ts', target: 'dist/extension.cjs', platform: 'node' },
  { source: 'src/extension.web.ts', target: 'dist/extension.web.cjs', platform: 'browser' },
];

/**
 * Bundles the extension into `dist/`, with the licences of the packages that went in.
 * @returns {Promise<readonly { file: string, bytes: number }[]>} the bundles that were made
 */
export async function buildExtension() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await mkdir(path.join(root, 'dist'));
  const bundles = [];
  const packages = new Set();
  for (const { source, target, platform } of entries.filter((entry) => existsSync(path.join(root, entry.source)))) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [source],
      outfile: target,
      bundle: true,
      minify: true,
      format: 'cjs',
      platform,
      // The Node of the oldest VS Code that package.json admits.
      target: 'node20',
      external: ['vscode'],
      metafile: true,
      logLevel: 'warning',
    });
    for (const input of Object.keys(metafile.inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
      if (name) packages.add(name[0]);
    }
    const { size } = await stat(path.join(root, target));
    bundles.push({ file: target, bytes: size });
  }
  await writeFile(
    path.join(root, 'dist/third-party-notices.txt'),
    await notices([...packages].toSorted((a, b) => a.localeCompare(b))),
  );
  return bundles;
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
  for (const { file, bytes } of await buildExtension()) console.log(`${file}: ${bytes} bytes`);
}
