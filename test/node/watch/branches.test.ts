import assert from 'node:assert/strict';
import path from 'node:path';
import { Ground, told } from './ground.ts';

describe('looks at a repository', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  it('and sees what changes on an unborn branch, and with the first commit', async () => {
    ground = Ground.repository();
    ground.write({ a: '1', b: '1' });
    ground.git('add', 'a');
    const watched = await ground.open();
    assert.deepEqual(told(await ground.look(watched)), []);
    ground.write({ a: '2', b: '2' });
    ground.commit();
    assert.deepEqual(told(await ground.look(watched)), ['* a', '* b']);
    watched.repository.dispose();
  });

  it('and sees what changes in a linked worktree, whose repository is elsewhere', async () => {
    ground = Ground.repository();
    ground.write({ a: '1', '.gitignore': 'out\n' });
    ground.commit();
    ground.git('worktree', 'add', '-q', '../tree');
    const [before, tree] = [ground.picture(ground.at('.git')), path.join(ground.base, 'tree')];
    const watched = await ground.open(tree);
    assert.deepEqual(told(await ground.look(watched)), []);
    ground.sh('echo 2 > ../tree/a; mkdir ../tree/out; echo 1 > ../tree/out/x; echo 3 > a');
    assert.deepEqual(told(await ground.look(watched)), ['* a']);
    assert.deepEqual(ground.picture(ground.at('.git')), before);
    watched.repository.dispose();
  });

  for (const [setUp, script, changes] of [
    ['true', 'echo 1 > n', ['+ n']],
    ['git init -q', 'echo 1 > n', ['+ n']],
    ['git init -q in', 'echo 1 > in/n', ['+ in/n']],
    ['true', 'git init -q ..; echo 1 > n', ['+ n']],
    ['echo n > .gitignore', ': > .gitignore', ['* .gitignore']],
  ] as const)
    it(`and sees the first file where there was none: ${setUp}; ${script}`, async () => {
      ground = new Ground();
      ground.sh(setUp);
      const watched = await ground.open();
      assert.deepEqual(told(await ground.look(watched)), []);
      assert.deepEqual(told(await ground.look(watched)), []);
      ground.sh(script);
      assert.deepEqual(told(await ground.look(watched)), changes);
      ground.sh('echo 2 > m');
      assert.deepEqual(told(await ground.look(watched)), ['+ m']);
      watched.repository.dispose();
    });
});
