import assert from 'node:assert/strict';
import { useGround, withSettings } from '../ground.ts';
import { failure, tell } from '../query/queryCalls.ts';

describe('the words of answers', () => {
  const ground = useGround('tools-words');

  it('say once that a directory was created, and name its parents', async () => {
    const { text } = await tell('create_directory', { dirPath: ground.path('d1/d4') });
    const done = [ground.path('d1/d4'), ground.path(''), ground.path('d1')];
    assert.deepEqual(
      text.split('\n').sort(),
      done.map((path) => `Created directory ${path.replace(/\/$/, '')}.`).sort(),
    );
  });

  it('tell of .git only where there is one', async () => {
    ground.put('a.txt', 'a\n');
    assert.doesNotMatch((await tell('path_info', { path: ground.path('') })).text, /\.git/);
    ground.put('.git/description', 'none\n');
    const { text } = await tell('path_info', { path: ground.path('') });
    assert.match(text, /^1 file, 0 folders, 2 bytes in all\.$/m);
    assert.match(text, /^\.git is not counted\.$/m);
  });

  it('have one line where there is one', async () => {
    ground.put('a.txt', 'one\ntwo\n');
    assert.match(
      (await tell('read_file', { filePath: ground.path('a.txt'), maxLines: 1 })).text,
      /^1 more line; continue with/m,
    );
    const call = { filePath: ground.path('a.txt'), startLine: 9 };
    assert.match(await failure('delete_lines', call), /has 2 lines, so line 9 is past its end\. Read it again/);
  });

  it('say that a rule forbids it, and of what', async () => {
    const rule = { operations: ['create'], paths: ['**/closed.txt'], action: 'deny' };
    await withSettings({ 'redline.rules': [rule] }, async () => {
      const { text } = await tell('write_file', { filePath: ground.path('closed.txt'), content: 'x' });
      const path = JSON.stringify(ground.path('closed.txt'));
      assert.equal(text, `[PERMISSION_DENIED] A rule in redline.rules forbids creating ${path}. Do not try again.`);
    });
  });
});
