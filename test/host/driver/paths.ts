import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, absolute, without a trailing separator. */
export const repositoryRoot = path.resolve(fileURLToPath(new URL('../../../', import.meta.url)));

/** The workspace that scenarios and the tour start from; always copied, never opened itself. */
export const sampleWorkspace = path.join(repositoryRoot, 'test/host/sample');

const manifest: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
);

/** Where the packaged extension is, once `npm run package` has run. */
export const packagedExtension = path.join(repositoryRoot, `${manifest.name}-${manifest.version}.vsix`);

/** Screenshots of scenarios. */
export const screenshotFolder = path.join(repositoryRoot, 'out/screenshots');
