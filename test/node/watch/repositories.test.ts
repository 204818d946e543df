import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Ground, told } from './ground.ts';

/** Another repository beside the folder, with two commits. */
const origin =
  'git init -q ../origin; cd ../origin; git config uploadpack.allowFilter true; mkdir d; echo 1 > a; echo 1 > d/b; git add .; git commit -qm 1; echo 2 > a; git commit -qam 2; cd ..; rm -rf work';
/** Makes files older than the index, so that git, and Watch, take them for unchanged. */
const older = 'touch -d 2001-01-01 *; git update-index --refresh -q || true';
/** Cuts off the files of a pattern. */
const cut = (pattern: string, bytes: number): string =>
  `for f in ${pattern}; do chmod u+w $f; head -c ${bytes} $f > ../cut; cat ../cut > $f; done`;

const cases: readonly {
  readonly title: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly setUp: string;
  readonly script: string;
  readonly changes: readonly string[];
}[] = [
  // The names that git refuses in an index, and those that it refuses only for the sake of other systems.
  {
    title: 'names that git takes for its own elsewhere',
    setUp: 'mkdir .GIT; echo 1 > .GIT/config; ln -s a .gitmodules',
    script:
      'echo 2 > .GIT/config; mkdir -p "d/.git "; echo 2 > "d/.git /x"; echo 2 > git~1; rm .gitmodules; ln -s b .gitmodules; ln -s b d/.gitModules',
    changes: ['* .GIT/config', '* .gitmodules', '+ d/.git /x', '+ d/.gitModules', '+ git~1'],
  },
  { title: 'rules behind a link', setUp: 'true', script: 'ln -s a .gitignore', changes: ['+ .gitignore'] },
  // What the configuration says of the disk.
  {
    title: 'core.fileMode=false',
    setUp: 'git config core.fileMode false',
    script: 'chmod +x a',
    changes: ['x a'],
  },
  {
    title: 'core.symlinks=false, with a file in place of a link',
    setUp: 'ln -s a l; git add l; git commit -qm l; rm l; printf a > l; git config core.symlinks false',
    script: 'echo b > l; ln -s a k',
    changes: ['* l', '+ k'],
  },
  {
    title: 'core.ignoreCase=true where the disk tells cases apart',
    files: { a: '1', readme: '1' },
    setUp: 'git config core.ignoreCase true',
    script: 'echo 2 > A; mv readme README',
    changes: ['+ A', '+ README', '- readme'],
  },
  {
    title: 'core.bare=true, and a working tree elsewhere',
    setUp: 'git config core.bare true; git config core.worktree /nowhere',
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  // What stands in the way of git, and of `lstat`.
  {
    title: 'a file in place of a folder',
    files: { 'd/b': '1' },
    setUp: 'rm -r d; echo 1 > d',
    script: 'echo 2 > d',
    changes: ['* d'],
  },
  {
    title: 'a circle of links in place of a folder',
    files: { a: '1', 'd/b': '1' },
    setUp: 'rm -r d; ln -s d d',
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  {
    title: 'a name too long for the disk',
    setUp: 'git update-index --add --cacheinfo 100644,$(git hash-object a),$(printf %0300d 0)',
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  { title: 'a pipe in place of a file', setUp: 'true', script: 'mkfifo p; rm a; mkfifo a', changes: ['- a'] },
  {
    title: 'an object cut off',
    setUp: `${older}; ${cut('.git/objects/??/*', 12)}`,
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  {
    title: 'an object of no bytes',
    setUp: `${older}; ${cut('.git/objects/??/*', 0)}`,
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  {
    title: 'a pack cut off',
    setUp: `${older}; git gc -q; ${cut('.git/objects/pack/*.pack', 40)}`,
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  { title: 'an index cut off', setUp: cut('.git/index', 40), script: 'echo 2 > a', changes: ['* a'] },
  { title: 'a damaged configuration', setUp: "echo '[core' >> .git/config", script: 'echo 2 > a', changes: ['* a'] },
  {
    title: 'an extension of a newer git',
    setUp: 'git config core.repositoryFormatVersion 1; git config extensions.foo bar',
    script: 'echo 2 > a',
    changes: ['* a'],
  },
  // The kinds of repositories.
  {
    title: 'a sparse checkout',
    files: { 'a/x': '1', 'b/x': '1', c: '1' },
    setUp: 'git sparse-checkout set --cone a',
    script: 'echo 2 > a/x; mkdir b; echo 3 > b/x',
    changes: ['* a/x', '+ b/x'],
  },
  {
    title: 'a sparse index',
    files: { 'a/x': '1', 'b/x': '1', c: '1' },
    setUp: 'git sparse-checkout set --cone --sparse-index a',
    script: 'echo 2 > a/x; mkdir b; echo 3 > b/x',
    changes: ['* a/x', '+ b/x'],
  },
  {
    title: 'an untracked cache',
    setUp: 'git update-index --force-untracked-cache; git status > ../status',
    script: 'echo 2 > b',
    changes: ['+ b'],
  },
  {
    title: 'a shallow clone',
    setUp: `${origin}; git clone -q --depth 1 "file://$PWD/origin" work`,
    script: 'echo 3 > a',
    changes: ['* a'],
  },
  {
    title: 'a partial clone, of which nothing is fetched',
    setUp: `${origin}; git clone -q --filter=blob:none --no-checkout "file://$PWD/origin" work; cd work; git sparse-checkout set --no-cone /a; git checkout -q`,
    script: 'echo 3 > a; mkdir d; echo 1 > d/b',
    changes: ['* a', '+ d/b'],
  },
  {
    title: 'a clone that shares the objects of another',
    setUp: `${origin}; git clone -qs origin work`,
    script: 'echo 3 > a',
    changes: ['* a'],
  },
  {
    title: 'SHA-256, in and around the folder',
    setUp: `rm -rf .git; git init -q --object-format=sha256; git init -q sub; cd sub; echo 1 > f; git add f; git commit -qm f`,
    script: 'echo 2 > a; echo 2 > sub/f',
    changes: ['* a', '* sub/f'],
  },
  {
    title: 'a bare repository inside, which is a folder like others',
    setUp: 'git init -q --bare b.git',
    script: 'echo 2 > b.git/x',
    changes: ['+ b.git/x'],
  },
];

describe('looks at repositories of all kinds', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  for (const { title, files = { a: '1\n' }, setUp, script, changes } of cases) {
    it(`and sees what changes in one with ${title}`, async () => {
      ground = Ground.repository();
      ground.write(files);
      ground.commit();
      ground.sh(setUp);
      const before = ground.picture(ground.at('.git'));
      const watched = await ground.open();
      assert.deepEqual(told(await ground.look(watched)), []);
      assert.deepEqual(told(await ground.look(watched)), []);
      ground.sh(script);
      // As after a reload.
      const again = await ground.open();
      assert.deepEqual(told(await ground.look(again)), changes);
      assert.deepEqual(told(await ground.look(again)), []);
      assert.deepEqual(ground.picture(ground.at('.git')), before);
    });
  }

  it('and stores files whose names git refuses as long as they are needed', async () => {
    ground = Ground.repository();
    ground.write({ '.GIT/hooks/x': 'one' });
    ground.sh('chmod +x .GIT/hooks/x; ln -s target .gitmodules');
    const watched = await ground.open();
    await ground.look(watched);
    await watched.repository.keepOnly([...(await watched.collectIds(ground.trees))]);
    ground.sh('rm -r .GIT .gitmodules');
    const changes = await ground.look(watched);
    const gone = ['.GIT/hooks/x', '.gitmodules'].map(async (name) => {
      const { before, after } = changes.get(name) ?? {};
      return [before?.mode, before && (await watched.repository.content(before.id)).toString(), after];
    });
    assert.deepEqual(await Promise.all(gone), [
      ['executable', 'one', undefined],
      ['link', 'target', undefined],
    ]);
    watched.repository.dispose();
  });

  it('and knows the mode of a file, although git is told to overlook it', async () => {
    ground = Ground.repository();
    ground.write({ a: '1' });
    ground.commit();
    ground.sh('git config core.fileMode false; chmod +x a');
    const watched = await ground.open();
    await ground.look(watched);
    rmSync(ground.at('a'));
    assert.equal((await ground.look(watched)).get('a')?.before?.mode, 'executable');
    watched.repository.dispose();
  });

  it('and lists nothing that a rule above the folder hid until now', async () => {
    ground = Ground.repository();
    ground.write({ '.gitignore': '/app/out\n', 'app/.gitignore': '*.log\n', 'app/a': '1' });
    ground.commit();
    ground.write({ 'app/out/big': '1', 'app/x.log': '1' });
    const watched = await ground.open(ground.at('app'));
    await ground.look(watched);
    ground.write({ '.gitignore': '', 'app/.gitignore': '', 'app/n': '1' });
    assert.deepEqual(told(await ground.look(watched)), ['* .gitignore', '+ n']);
    ground.sh('rm -r app/out');
    assert.deepEqual(told(await ground.look(watched)), ['- out/big']);
    watched.repository.dispose();
  });

  it('and leaves nothing behind of a look that was cut short', async () => {
    ground = Ground.repository();
    ground.write({ a: '1', '.gitignore': 'x\n' });
    ground.commit();
    const watched = await ground.open();
    await ground.look(watched);
    ground.sh(`mkdir ${ground.store}/trees/rules-killed; echo 1 > ${ground.store}/trees/rules-killed/.gitignore`);
    ground.write({ '.gitignore': '', y: '1' });
    assert.deepEqual(told(await ground.look(watched)), ['* .gitignore', '+ y']);
    // Nothing is removed after a look without changes; one in the second of the last write gives the index a new name.
    const { trees } = await watched.scan(ground.trees);
    const names = new Set([...ground.trees.values(), ...trees.values()].map(({ storedName }) => storedName));
    const left = [...ground.picture(path.join(ground.store, 'trees')).keys()].map((file) => path.basename(file));
    assert.deepEqual(
      left.toSorted(),
      [
        'trees',
        ...[...names].flatMap((name) => ['index', 'rules', 'unindexed'].map((end) => `${name}.${end}`)),
      ].toSorted(),
    );
    watched.repository.dispose();
  });
});
