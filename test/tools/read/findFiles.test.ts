import assert from 'node:assert/strict';
import { findFiles } from '../../../src/tools/read/findFiles.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const files = {
  'src/app.ts': 'const tea = 1;\nlet cup = tea + tea;\n',
  'src/pot/kettle.ts': 'boil(tea);\n',
  'notes.md': 'Tea is ready.\n',
  'dist/out.js': 'tea\n',
  '.gitignore': 'dist/\n',
};

describe('redline_find_files', () => {
  const cases: [string, object, string[]][] = [
    ['by name', { pattern: '*.ts' }, ['src/app.ts', 'src/pot/kettle.ts']],
    ['by path', { query: 'src/*.ts' }, ['src/app.ts']],
    ['alternatives', { pattern: '**/*.{md,js}' }, ['notes.md']],
    ['all others', { pattern: '!*.ts', path: 'src' }, []],
    ['hidden ones', { pattern: '.git*' }, ['.gitignore']],
    ['ignored ones', { pattern: '*.js', includeIgnored: true }, ['dist/out.js']],
  ];
  for (const [name, input, expected] of cases) {
    it(`finds ${name}`, async () => {
      const { result } = await succeed(findFiles, new MemoryWorld(files), input);
      assert.deepEqual(result.files, expected);
    });
  }

  it('says in JSON, too, what it left out', async () => {
    const { text, result } = await succeed(findFiles, new MemoryWorld(files), { pattern: '*.js' });
    assert.match(text, /1 ignored by git/);
    assert.equal(Object(result.excluded).ignored, 1);
    assert.deepEqual(result.notes, []);
    assert.equal((await succeed(findFiles, new MemoryWorld(files), { pattern: '*.ts' })).result.excluded, null);
  });

  it('says how many there are and how to go on', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.txt`, '']));
    const { text, result } = await succeed(findFiles, new MemoryWorld(many), { pattern: '*.txt', limit: 5 });
    assert.deepEqual([result.count, result.truncated], [5, true]);
    assert.match(
      text,
      /^5 of 12 files[^]*Continue with redline_find_files \{"pattern":"\*\.txt","limit":5,"offset":5\}/,
    );
    const next = await succeed(findFiles, new MemoryWorld(many), { pattern: '*.txt', limit: 100, offset: 5 });
    assert.deepEqual([result.nextOffset, next.result.count, next.result.truncated], [5, 7, false]);
  });
});
