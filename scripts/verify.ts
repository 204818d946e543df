// Checks the packaged extension in a clean VS Code before a release.

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { installHost } from '../test/host/driver/install-host.ts';
import { packagedExtension, repositoryRoot } from '../test/host/driver/paths.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { prepareData } from '../test/host/driver/server.ts';
import { temporaryFolder, unwind, type Cleanup } from '../test/host/driver/cleanup.ts';
import { packageExtension } from './package.mjs';
import { deadLinksOf } from './pages.mjs';

/** Match the files that may be in the .vsix. VS Code adds `.vsixmanifest` at the installation. */
const allowedFiles: readonly RegExp[] = [
  /^(?:package\.json|package\.nls(?:\.[\w-]+)?\.json|LICENSE\.txt|readme\.md|changelog\.md|SECURITY\.md|\.vsixmanifest)$/,
  /^dist\/(?:web\/)?[\w.-]+\.c?js$/,
  /^resources\/[\w.-]+\.js$/,
  /^dist\/third-party-notices\.txt$/,
  /^(?:agents|prompts)\/[\w.-]+\.md$/,
  /^l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^(?:schemas|syntaxes)\/[\w.-]+\.json$/,
  /^dist\/mcpTools\.json$/,
  /^docs\/(?:tools|answers|guide)\.md$/,
  /^media\/(?:walkthrough\/)?[\w.-]+\.(?:png|svg|webp|md)$/,
];

/** The checked properties of the manifest. */
interface Manifest {
  readonly version: string;
  readonly main: string;
  readonly browser: string;
  readonly icon: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly preview?: boolean;
  readonly enabledApiProposals?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * `npm run verify`: packages the extension, installs the .vsix into a clean VS Code by its command line, checks the
 * installed files, and plays the tour on them. Exits with 0 if nothing is wrong.
 */
async function main(): Promise<void> {
  const undo: Cleanup[] = [];
  try {
    await packageExtension();
    const problems = findProblems(await install(undo));
    for (const problem of problems) console.error(`✖ ${problem}`);
    if (problems.length > 0) throw new Error('The package is not fit to be published.');
    console.log('✔ The package holds what it should, and nothing else.');
  } finally {
    await unwind(undo);
  }
  await runToEnd(process.execPath, [path.join(repositoryRoot, 'scripts/demo/tour.ts'), '--once'], {
    cwd: repositoryRoot,
  });
  console.log('✔ The tour was played on the installed package.');
}

/** Installs the package into temporary folders, and returns the path of the installed extension. */
async function install(undo: Cleanup[]): Promise<string> {
  const data = await prepareData(path.join(await temporaryFolder('verify', undo), 'data'), {}, []);
  const extensions = path.join(data.root, 'extensions');
  const server = path.join(await installHost(), 'out/server-main.js');
  const folders = [
    `--extensions-dir=${extensions}`,
    `--user-data-dir=${data.user}`,
    `--server-data-dir=${data.root}/s`,
  ];
  const what = ['--accept-server-license-terms', ...folders, '--install-extension', packagedExtension];
  await runToEnd(process.execPath, [server, ...what], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [folder] = readdirSync(extensions).filter((name) => name.startsWith('redline-tools.redline-'));
  if (folder === undefined) throw new Error('VS Code did not install the package.');
  return path.join(extensions, folder);
}

/** The problems of an installed package, as sentences. */
function findProblems(folder: string): string[] {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  files.push(...readdirSync(folder).filter((name) => name.startsWith('.')));
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const manifest: Manifest = JSON.parse(read('package.json'));
  return [
    ...files
      .filter((file) => !allowedFiles.some((pattern) => pattern.test(file)))
      .map((file) => `${file} should not ship.`),
    ...files.filter((file) => file.startsWith('dist/')).flatMap((file) => findTraces(file, read(file))),
    ...findManifestProblems(manifest, folder),
    ...['readme.md', 'changelog.md'].flatMap((page) =>
      deadLinksOf(read(page)).map(
        (target) => `${page} names ${target}, which the Extensions view does not show or open.`,
      ),
    ),
    ...[...read('readme.md').matchAll(/redline-(\d[\w.-]*)\.vsix/g)]
      .filter(([, version]) => version !== manifest.version)
      .map(([name]) => `The README names ${name}; this is ${manifest.version}.`),
    ...Object.keys(manifest.dependencies)
      .filter((name) => !read('dist/third-party-notices.txt').includes(`${name} `))
      .map((name) => `The licence of ${name} does not ship.`),
  ];
}

/** Finds paths of this machine, and source maps, in a bundled file. */
function findTraces(file: string, text: string): string[] {
  // What lies in a folder, since `/root` is also part of a method's name (`/roots/list`), and a shell is given `/tmp`.
  const folders = [repositoryRoot, homedir(), tmpdir()].map((folder) => `${folder}${path.sep}`);
  const traces = [...folders, 'sourceMappingURL'].filter((trace) => text.includes(trace));
  return traces.map((trace) => `${file} holds ${trace}.`);
}

function findManifestProblems(manifest: Manifest, folder: string): string[] {
  const { main, browser, icon, categories, keywords } = manifest;
  const problems = [main, browser, icon]
    .filter((file) => !existsSync(path.join(folder, file)))
    .map((file) => `package.json names ${file}, which does not ship.`);
  const png = readFileSync(path.join(folder, icon));
  // The size is in the first chunk of a PNG.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (Math.min(width, height) < 128) problems.push(`The icon has ${width} × ${height} pixels; 128 are wanted.`);
  if (categories.length === 0 || keywords.length === 0) problems.push('Categories and keywords are wanted.');
  if (keywords.length > 30) problems.push('The marketplace takes 30 keywords at most.');
  if (manifest.preview === true) problems.push('It is still marked as a preview.');
  if (manifest.enabledApiProposals !== undefined) problems.push('Proposed APIs cannot be published.');
  return problems;
}

await main();
