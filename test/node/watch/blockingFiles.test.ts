import assert from 'node:assert/strict';
import { findBlockingFile } from '../../../src/node/watch/repository/blockingFile.ts';
import { Ground, told } from './ground.ts';

describe('a pipe that git would wait for', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  for (const [name, title] of [
    ['.gitignore', 'at the top'],
    ['d/e/.gitignore', 'below'],
    ['d/.gitattributes', 'in the place of attributes'],
  ] as const)
    it(`is named in the refusal to look, ${title}, and nothing is lost by it`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1', 'd/b': '1', 'd/e/c': '1' });
      ground.commit();
      const watched = await ground.open();
      await ground.look(watched);
      ground.write({ a: '2', 'd/b': '2', 'd/e/n': '2' });
      ground.sh(`mkfifo ${name}`);
      await assert.rejects(ground.look(watched), {
        name: 'GitUnusable',
        message: new RegExp(`/${name}, which is not a regular file`),
      });
      ground.sh(`rm ${name}`);
      assert.deepEqual(told(await ground.look(watched)), ['* a', '* d/b', '+ d/e/n']);
      watched.repository.dispose();
    });

  for (const name of ['.gitignore', 'd/.gitattributes'])
    it(`is named in the refusal of the first look, too (${name})`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1', 'd/b': '1' });
      ground.commit();
      ground.sh(`mkfifo ${name}`);
      const watched = await ground.open();
      await assert.rejects(ground.look(watched), { name: 'GitUnusable' });
      ground.sh(`rm ${name}`);
      assert.deepEqual(told(await ground.look(watched)), []);
      watched.repository.dispose();
    });

  const nested = 'mkdir -p d/n; cd d/n; git init -q; echo 1 > f; cd ../..';
  for (const [file, make] of [
    ['d/n/.git/HEAD', `${nested}; rm d/n/.git/HEAD`],
    ['d/n/.git/commondir', nested],
    [
      '.git/worktrees/n/HEAD',
      'git worktree add -q d/n >../out 2>&1; echo 1 > d/n/f; rm .git/worktrees/n/HEAD; rm d/.git -rf',
    ],
  ] as const)
    it(`is named in the refusal to look into a repository inside (${file})`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1', 'd/b': '1' });
      ground.commit();
      const watched = await ground.open();
      await ground.look(watched);
      ground.sh(`${make}; mkfifo ${file}`);
      await assert.rejects(ground.look(watched), {
        name: 'GitUnusable',
        message: new RegExp(`/${file}, which is not a regular file`),
      });
      watched.repository.dispose();
    });

  it('is found once among object folders that name each other in circles, under more names than can be tried', async () => {
    ground = new Ground();
    ground.sh(
      'mkdir -p o/info n; ln -s . o/l; ln -s ../o o/m; printf "./l\\n./m\\n$PWD/o\\n../n\\n" > o/info/alternates',
    );
    const reads = { cwd: ground.store, alternate: ground.at('o') };
    assert.equal(await findBlockingFile(reads, new AbortController().signal), undefined);
    ground.sh('mkfifo n/p');
    assert.equal(await findBlockingFile(reads, new AbortController().signal), ground.at('n/p'));
    await assert.rejects(findBlockingFile(reads, AbortSignal.abort()), { name: 'AbortError' });
  });

  for (const [title, script] of [
    ['a link to it in the place of ignore rules', 'ln -s p .gitignore; ln -s ../p d/.gitattributes'],
    ['a link to it in the place of excludes', 'rm -f .git/info/exclude; ln -s ../../p .git/info/exclude'],
    ['in the place of the folder .git', 'mkfifo d/.git'],
    ['of the head and of packed branches', 'cd .git; rm -f HEAD packed-refs; mkfifo HEAD packed-refs commondir'],
    ['of attributes', 'mkfifo .git/info/attributes; git config core.attributesFile ../p'],
    ['of the configuration', 'mkfifo .git/config.worktree; rm .git/config; mkfifo .git/config'],
    ['of a link to it in the place of the configuration', 'rm .git/config; ln -s ../p .git/config'],
    ['of an included configuration', 'git config include.path ../p'],
    ['of the index', 'rm .git/index; mkfifo .git/index'],
    ['of other object stores', 'mkfifo .git/objects/info/alternates'],
    [
      'of packed objects',
      'git gc -q; cd .git/objects/pack; rm -f *.idx; for each in *.pack; do mkfifo ${each%pack}idx; done',
    ],
    [
      'of packed objects elsewhere',
      'mkdir -p o/pack; mkfifo o/pack/pack-1.idx; touch o/pack/pack-1.pack; echo ../../o > .git/objects/info/alternates; ( cd .git/objects; rm -rf ?? ) ',
    ],
  ] as const)
    it(`keeps nobody waiting at any look: ${title}`, async () => {
      for (const isFirst of [true, false]) {
        ground = Ground.repository();
        ground.write({ a: '1', 'd/b': '1', '.git/info/exclude': 'o' });
        ground.commit();
        ground.sh('touch -d 2001-01-01 a; git update-index --refresh');
        const watched = await ground.open();
        if (!isFirst) await ground.look(watched);
        ground.sh(`mkfifo p; ${script}`);
        await ground.look(watched);
        ground.write({ a: '2' });
        assert.deepEqual(told(await ground.look(watched)), ['* a']);
        watched.repository.dispose();
        if (isFirst) ground.dispose();
      }
    });
});
