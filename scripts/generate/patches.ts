// Writes docs/patches.md: how a patch is applied, with the table that decides where a hunk goes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import { patchesPage } from './patches-page.ts';

writeFileSync(path.join(repositoryRoot, 'docs/patches.md'), patchesPage());
console.log('docs/patches.md is written');
