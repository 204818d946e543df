import assert from 'node:assert/strict';
import { useGround } from '../ground.ts';
import { answering, apiCall } from '../guard/data/calls.ts';

describe('a git worktree', function () {
  const ground = useGround('worktree');
  const link = 'gitdir: ../main/.git/worktrees/tree\n';

  beforeEach(() => {
    ground.put('main/.git/worktrees/tree/commondir', '../..\n');
    ground.put('main/.git/HEAD', 'ref: refs/heads/main\n');
    ground.put('tree/.git', link);
    ground.put('tree/.gitignore', 'built/\n');
    ground.put('tree/built/out.txt', 'needle\n');
    ground.put('tree/in.txt', 'needle\n');
  });

  it('is worked in as any folder is, and what it ignores is left out', async () => {
    const found = await ground.done('redline_search_text', { query: 'needle', path: ground.path('tree') });
    const { matches } = found as { matches: readonly { filePath: string }[] };
    assert.deepEqual(
      matches.map(({ filePath }) => filePath),
      [ground.path('tree/in.txt')],
    );
    const file = ground.path('tree/in.txt');
    await ground.done('redline_edit_file', { filePath: file, oldString: 'needle', newString: 'thread' });
    assert.equal(ground.text('tree/in.txt'), 'thread\n');
  });

  it('keeps the file that says where its repository is: changing it asks, whatever the rules allow', async () => {
    for (const input of [
      { filePath: ground.path('tree/.git'), content: 'gitdir: /elsewhere\n' },
      { filePath: ground.path('main/.git/worktrees/tree/commondir'), content: '/elsewhere\n' },
    ]) {
      const { outcome, reviews } = await answering('reject', () => apiCall('write_file', input));
      assert.deepEqual([outcome.success, reviews], [false, 1], JSON.stringify(outcome));
    }
    assert.equal(ground.text('tree/.git'), link);
  });
});
