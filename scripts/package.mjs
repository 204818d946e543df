// Packages the extension as a .vsix.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { buildExtension } from './build.mjs';
import { forExtensionsView } from './pages.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/**
 * Builds the extension and packages it as `redline-<version>.vsix` in the repository's root; with `--pre-release` as a
 * pre-release.
 * @returns {ReturnType<typeof buildExtension>} the weight of its parts
 */
export async function packageExtension() {
  const weights = await buildExtension();
  const { name, version, repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const packagePath = path.join(root, `${name}-${version}.vsix`);
  const hasAddress = repository !== undefined;
  // The bundle holds the packages already.
  await createVSIX({
    cwd: root,
    packagePath,
    readmePath: packagedPage('README.md', hasAddress),
    changelogPath: packagedPage('CHANGELOG.md', hasAddress),
    dependencies: false,
    preRelease: process.argv.includes('--pre-release'),
    allowMissingRepository: true,
    rewriteRelativeLinks: hasAddress,
  });
  return weights;
}

/** Writes a page in the form for the Extensions view into `dist/`, and returns its path. */
function packagedPage(name, hasAddress) {
  const page = `dist/${name}`;
  writeFileSync(path.join(root, page), forExtensionsView(readFileSync(path.join(root, name), 'utf8'), hasAddress));
  return page;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await packageExtension();
