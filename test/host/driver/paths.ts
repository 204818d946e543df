import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, absolute, without a trailing separator. */
export const repositoryRoot = path.resolve(fileURLToPath(new URL('../../../', import.meta.url)));

/** The workspace that scenarios and the tour start from; always copied, never opened itself. */
export const sampleWorkspace = path.join(repositoryRoot, 'test/host/sample');

/** Where the packaged extension is, once `npm run package` has run. */
export const packagedExtension = path.join(repositoryRoot, 'out/redline.vsix');

/** Screenshots of scenarios. */
export const screenshotFolder = path.join(repositoryRoot, 'out/screenshots');
