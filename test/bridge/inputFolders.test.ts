import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listInputFolders } from '../../src/bridge/inputFolders.ts';

describe('the folders that a hook looks for a window in', () => {
  let root = '';
  before(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'folders-')));
    await mkdir(path.join(root, 'real/in'), { recursive: true });
    await writeFile(path.join(root, 'real/in/a.txt'), '');
    await symlink(path.join(root, 'real'), path.join(root, 'link'), 'junction');
  });
  after(() => rm(root, { recursive: true, force: true }));

  const foldersOf = (input: object): string[] =>
    listInputFolders(input, root).map((folder) => path.relative(root, folder).replaceAll('\\', '/'));
  const patch = (header: string): object => ({ input: `*** Begin Patch\n${header}\n*** End Patch` });

  const rows: readonly (readonly [what: string, input: object, folders: readonly string[]])[] = [
    ['a file', { file_path: 'real/in/a.txt' }, ['real/in']],
    ['a folder that is searched', { pattern: 'x', path: 'real/in' }, ['real/in']],
    ['a new file', { filePath: 'real/in/b.txt' }, ['real/in']],
    ['a new file by a link', { filePath: 'link/b.txt' }, ['real']],
    ['a new file in new folders by a link', { filePath: 'link/in/new/deep/b.txt' }, ['real/in']],
    ['a file in the place of a folder', { filePath: 'real/in/a.txt/b.txt' }, ['real/in']],
    ['a patch', patch('*** Update File: real/in/a.txt'), ['real/in']],
    ['a patch with an indented header', patch('  *** Delete File: real/in/a.txt'), ['real/in']],
    ['the same folder in two ways', { edits: [{ path: 'real/a' }, { path: 'link/../real/b' }] }, ['real']],
    ['nothing', { content: 'real/in/a.txt' }, []],
    ['no path', { path: `${'a/'.repeat(100_000)}b` }, []],
    ['a NUL', { path: 'real/\0/a' }, ['real']],
  ];
  for (const [what, input, folders] of rows)
    it(`is that of ${what}`, () => {
      assert.deepEqual(foldersOf(input), folders);
    });

  it('is that of a file in the home', async () => {
    const home = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
    const before = process.env[home];
    process.env[home] = path.join(root, 'real');
    try {
      assert.deepEqual(foldersOf({ file_path: '~/in/a.txt' }), ['real/in']);
      assert.deepEqual(foldersOf({ file_path: '~in/a.txt' }), ['']);
      assert.deepEqual(foldersOf({ file_path: ' ~/in/a.txt' }), ['', 'real/in']);
    } finally {
      if (before === undefined) delete process.env[home];
      else process.env[home] = before;
    }
  });

  it('is also that of a path without the white space at its ends', () => {
    assert.deepEqual(foldersOf({ file_path: `\t${path.join(root, 'real/in/a.txt')}\n` }), ['', 'real/in']);
  });

  it('is that of a file to which a link leads', async function () {
    if (process.platform === 'win32') return this.skip();
    await symlink(path.join(root, 'real/in/a.txt'), path.join(root, 'a.txt'));
    assert.deepEqual(foldersOf({ path: 'a.txt' }), ['real/in']);
  });

  it('is among hundreds of others', () => {
    const edits = Array.from({ length: 500 }, (_, index) => ({ path: `${index}.txt` }));
    assert.deepEqual(foldersOf({ edits: [...edits, { path: 'real/in/a.txt' }] }), ['', 'real/in']);
  });
});
