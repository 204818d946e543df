import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { buildExtension } from './build.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/**
 * Builds the extension and packages it as `redline-<version>.vsix` in the repository's root.
 * @returns {ReturnType<typeof buildExtension>} the weight of its parts
 */
export async function packageExtension() {
  const weights = await buildExtension();
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const packagePath = path.join(root, `${name}-${version}.vsix`);
  // The bundle holds the packages already. There is no public repository that links could be rewritten to.
  await createVSIX({
    cwd: root,
    packagePath,
    readmePath: packagedReadme(),
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return weights;
}

/** The README without the pictures that would be most of the package: the tour, and what is much like another. */
function packagedReadme() {
  const readme = 'dist/README.md';
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  writeFileSync(
    path.join(root, readme),
    text.replace(/<!-- repository only -->.*?<!-- \/repository only -->\n+/gs, ''),
  );
  return readme;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await packageExtension();
