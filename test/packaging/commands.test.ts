import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/driver/paths.ts';

const read = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');

/** The files that a pattern's first group names in a text, below a folder of the repository. */
const filesIn = (text: string, pattern: RegExp, folder: string): string[] =>
  [...text.matchAll(pattern)].map(([, file = '']) => path.posix.join(folder, file));

describe('the commands of the project', () => {
  const commands: readonly string[] = Object.values(JSON.parse(read('package.json')).scripts);
  const starters = globSync('scripts/*.mjs', { cwd: repositoryRoot });
  const files = [
    ...filesIn(commands.join('\n'), /\bnode (\S+\.(?:mjs|ts))/g, ''),
    // `npm start` and `npm test` start a further script with the project's Node.
    ...starters.flatMap((file) => filesIn(read(file), /^runWithProjectNode\('([^']+)'/gm, 'scripts')),
  ];

  it('are found', () => assert.ok(files.includes('scripts/start.mjs') && files.includes('scripts/check-all.ts')));

  for (const file of files) {
    it(`start a file that is there: ${file}`, () => assert.ok(existsSync(path.join(repositoryRoot, file))));
  }
});
