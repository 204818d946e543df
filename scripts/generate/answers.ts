// Writes docs/answers.md: what the tools answer, from real calls.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { answersPage } from '../../test/answers/page.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';

writeFileSync(path.join(repositoryRoot, 'docs/answers.md'), await answersPage());
console.log('docs/answers.md is written');
