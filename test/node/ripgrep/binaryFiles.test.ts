import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RuleFileCache } from '../../../src/node/ripgrep/scope/ruleFileCache.ts';
import { FileClassifier } from '../../../src/node/ripgrep/fileClassifier.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { few, plain } from '../../core/search/queryCases.ts';
import { searching } from './searching.ts';

/** Text with a zero where no tool looks for one. */
const late = `${'a line of text\n'.repeat(600)}needle\n\0\nneedle\n`;

describe('binary files in a search', () => {
  const at = searching();
  const files = {
    'late.txt': late,
    'elf.o': Buffer.concat([Buffer.from('\x7fELF\0needle', 'latin1')]),
    'a.pdf': '%PDF-1.7 needle\n',
    'early.dat': 'needle \0 needle',
    'utf16.txt': Buffer.from('needle of ascii\n', 'utf16le'),
    'plain.txt': 'needle\n',
  };
  const skipped = [
    { path: 'a.pdf', reason: 'PDF document' },
    { path: 'early.dat', reason: 'binary file' },
    { path: 'elf.o', reason: 'ELF executable' },
  ];
  for (const mode of ['matches', 'files', 'counts'] as const) {
    for (const globs of [[], ['*.*'], ['{*.o,*.dat,*.txt,*.pdf}']]) {
      it(`are those that are binary to all tools, and are told: ${mode} ${globs.join()}`, async () => {
        at.files(files);
        const found = await at.search('needle', { globs }, { mode });
        assert.deepEqual(
          found.files.map(({ path, count }) => `${path}:${mode === 'files' ? '' : count}`),
          mode === 'files' ? ['late.txt:', 'plain.txt:', 'utf16.txt:'] : ['late.txt:2', 'plain.txt:1', 'utf16.txt:1'],
        );
        assert.deepEqual(found.skipped, { count: 3, files: skipped });
        assert.equal(found.filesSearched, 3);
        const none = await at.search('nowhere', { globs }, { mode });
        assert.deepEqual([none.filesSearched, none.skipped.count, none.excluded?.ignored], [3, 3, 0]);
      });
    }
  }

  it('are told by name, and looked at again once they change', async () => {
    at.files(files);
    const search = createRipgrepSearch(at.rg, new RuleFileCache(at.rg), new FileClassifier(at.rg));
    const look = (path: string) => search.search({ ...plain, text: 'needle' }, at.scope({ path }), few, []);
    assert.deepEqual((await look('elf.o')).skipped, { count: 1, files: [{ path: 'elf.o', reason: 'ELF executable' }] });
    assert.equal((await look('')).files.length, 3);
    writeFileSync(join(at.root, 'elf.o'), 'needle, and no program\n');
    assert.equal((await look('')).files.length, 4);
    assert.equal((await look('elf.o')).files.length, 1);
  });

  it('are not told where they are ignored or excluded', async () => {
    at.files({ ...files, '.gitignore': '*.o\n', 'in/.gitignore': '[!x]*.dat\n', 'in/y.dat': '\0' });
    const found = await at.search('needle', { excludes: ['*.pdf'] });
    assert.deepEqual(found.skipped.files, [{ path: 'early.dat', reason: 'binary file' }]);
    assert.equal(found.filesSearched, 5);
  });

  it('are so many that it is said, and nothing is counted that is not known', async function () {
    this.timeout(60_000);
    at.files(Object.fromEntries(Array.from({ length: 5002 }, (_, index) => [`d${index % 9}/${index}`, '\0'])));
    at.files({ 'a.txt': 'needle' });
    const found = await at.search('needle');
    assert.deepEqual([found.files.length, found.filesSearched], [1, undefined]);
    assert.match(found.notes.join(), /too many binary files/);
  });
});
