import assert from 'node:assert/strict';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GitProgram, GitUnusable } from '../../../src/node/watch/repository/gitProgram.ts';
import { Ground, told } from './ground.ts';

const hostile = `[core]
	fsmonitor = /bin/false
	hooksPath = hooks
	autocrlf = true
	untrackedCache = true
	attributesFile = /etc/hosts
[filter "rot"]
	clean = tr a-z n-za-m
	smudge = tr a-z n-za-m
	required = true
[commit]
	gpgSign = true
[includeIf "gitdir:**"]
	path = other
`;

describe('the store of a folder', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  it("leaves the user's repository as it is, whatever its configuration and hooks, and whatever the environment says", async () => {
    ground = Ground.repository();
    ground.write({ a: '1', 'd/b': '2', '.env': 'K=1', 'hooks/post-index-change': '#!/bin/sh\ntouch hooked\n' });
    chmodSync(ground.at('hooks/post-index-change'), 0o755);
    ground.commit();
    ground.write({ a: 'staged' });
    ground.git('add', 'a');
    ground.sh('git stash -q; git stash apply -q; git tag t');
    appendFileSync(ground.at('.git/config'), hostile);
    const before = ground.picture(ground.at('.git'));
    const environment = {
      GIT_DIR: '/nowhere',
      GIT_INDEX_FILE: '/nowhere',
      GIT_WORK_TREE: '/',
      GIT_OBJECT_DIRECTORY: '/',
    };
    Object.assign(process.env, environment);
    try {
      const watched = await ground.open();
      await ground.look(watched);
      ground.write({ a: '1', n: 'new', '.env': 'K=2' });
      assert.deepEqual(told(await ground.look(watched)), ['* .env (secret)', '* a', '+ n']);
      watched.repository.dispose();
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name];
    }
    assert.deepEqual(ground.picture(ground.at('.git')), before);
    assert.ok(!ground.picture(ground.root).has(ground.at('hooked')));
  });

  it("keeps contents that the user's repository loses", async () => {
    ground = Ground.repository();
    ground.write({ a: 'committed', b: 'staged' });
    ground.commit();
    ground.sh('touch -d 2001-01-01 a b; git update-index --refresh -q || true; git gc -q');
    const watched = await ground.open();
    await ground.look(watched);
    ground.sh('rm -rf .git a b');
    const changes = await ground.look(watched);
    assert.deepEqual(told(changes), ['- a', '- b']);
    const { before } = changes.get('a') ?? {};
    assert.equal(before && (await watched.repository.content(before.id)).toString(), 'committed');
    watched.repository.dispose();
  });

  it('never has a secret, not even one that git has', async () => {
    ground = Ground.repository();
    ground.write({ '.env': 'K=geheim', 'd/.env': 'K=auch', big: Buffer.alloc(21 * 1024 * 1024, 'x') });
    ground.commit();
    const watched = await ground.open();
    await ground.look(watched);
    ground.write({ '.env': 'K=geheimer', big: Buffer.alloc(22 * 1024 * 1024, 'y') });
    assert.deepEqual(told(await ground.look(watched)), ['* .env (secret)', '* big (large)']);
    const out = execFileSync('git', [
      '--git-dir',
      watched.repository.folder,
      'cat-file',
      '--batch-all-objects',
      '--batch',
    ]);
    assert.equal(out.length, 0);
    ground.write({ big: 'small' });
    const { after } = (await ground.look(watched)).get('big') ?? {};
    assert.deepEqual(after?.withheld, undefined);
    watched.repository.dispose();
  });

  for (const [title, below, ignored] of [
    ['a folder inside a repository', 'packages/app', ''],
    ['a folder that its repository ignores', 'build/app', 'build/\n'],
  ] as const) {
    it(`is that of ${title}, too`, async () => {
      ground = Ground.repository();
      ground.write({ '.gitignore': `*.log\n${ignored}`, other: '1', [`${below}/a`]: '1', [`${below}/d/b`]: '2' });
      ground.commit();
      const watched = await ground.open(ground.at(below));
      await ground.look(watched);
      ground.write({ other: '2', [`${below}/a`]: '2', [`${below}/n`]: '3', [`${below}/x.log`]: '3' });
      const expected = ['* a', '+ n', ...(ignored === '' ? [] : ['+ x.log'])];
      assert.deepEqual(told(await ground.look(watched)), expected);
      ground.sh('rm -rf .git');
      ground.write({ [`${below}/d/b`]: '3' });
      const last = told(await ground.look(watched)).filter((line) => !line.endsWith('.log'));
      assert.deepEqual(last, ['* d/b']);
      watched.repository.dispose();
    });
  }

  it('is that of a folder without git, behind a link', async () => {
    ground = new Ground();
    ground.write({ a: '1', 'd/b': '2' });
    symlinkSync(ground.root, path.join(ground.base, 'link'));
    const watched = await ground.open(path.join(ground.base, 'link'));
    await ground.look(watched);
    ground.write({ 'd/b': '3', c: '4' });
    assert.deepEqual(told(await ground.look(watched)), ['* d/b', '+ c']);
    watched.repository.dispose();
  });

  it('is as it was before a look that failed', async () => {
    ground = Ground.repository();
    ground.write({ a: '1' });
    ground.commit();
    const watched = await ground.open();
    await ground.look(watched);
    ground.write({ a: '2', n: '1' });
    // A look whose result was not stored, as if the disk had been full then.
    await watched.scan(ground.trees);
    writeFileSync(path.join(ground.store, 'git/objects/pack/tmp_pack_x'), 'half');
    assert.deepEqual(told(await ground.look(watched)), ['* a', '+ n']);
    const blocked = path.join(ground.store, 'git/objects');
    ground.write({ a: '3' });
    execFileSync('mv', [blocked, `${blocked}-away`]);
    writeFileSync(blocked, '');
    await assert.rejects(ground.look(watched));
    execFileSync('sh', ['-c', `rm '${blocked}'; mv '${blocked}-away' '${blocked}'`]);
    assert.deepEqual(told(await ground.look(watched)), ['* a']);
    watched.repository.dispose();
  });

  it('is as it was before a look that ran out of room, and loses nothing', async () => {
    ground = Ground.repository();
    ground.write({ a: 'one\n', b: 'two\n' });
    ground.commit();
    const { PATH } = process.env;
    const full = path.join(ground.base, 'full');
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    // A git that can write no more than some blocks into a file while `full` is there.
    const script = `#!/bin/sh\n[ -e '${full}' ] && ulimit -f 8\nexec '${real}' "$@"\n`;
    mkdirSync(path.join(ground.base, 'bin'));
    writeFileSync(path.join(ground.base, 'bin/git'), script, { mode: 0o755 });
    try {
      process.env['PATH'] = `${path.join(ground.base, 'bin')}${path.delimiter}${PATH ?? ''}`;
      const watched = await ground.open();
      await ground.look(watched);
      ground.write({ a: randomBytes(100_000), n: randomBytes(100_000), b: 'three\n' });
      writeFileSync(full, '');
      await assert.rejects(ground.look(watched));
      await assert.rejects(ground.look(watched));
      rmSync(full);
      const changes = await ground.look(watched);
      assert.deepEqual(told(changes), ['* a', '* b', '+ n']);
      for (const [name, { before, after }] of changes) {
        assert.ok(after !== undefined);
        assert.deepEqual(await watched.repository.content(after.id), readFileSync(ground.at(name)));
        if (before !== undefined) await watched.repository.content(before.id);
      }
      watched.repository.dispose();
    } finally {
      process.env['PATH'] = PATH;
    }
  });

  it('keeps what is needed when it is pruned', async () => {
    ground = Ground.repository();
    ground.write({ a: '1', b: '1' });
    ground.commit();
    const watched = await ground.open();
    await ground.look(watched);
    ground.write({ a: '2' });
    const old = (await ground.look(watched)).get('a')?.before;
    ground.write({ a: '3' });
    const middle = (await ground.look(watched)).get('a')?.before;
    assert.ok(old !== undefined && middle !== undefined);
    await watched.repository.keepOnly([...(await watched.collectIds(ground.trees)), old.id]);
    assert.equal((await watched.repository.content(old.id)).toString(), '1');
    await assert.rejects(watched.repository.content(middle.id));
    ground.write({ b: '2' });
    const { before } = (await ground.look(watched)).get('b') ?? {};
    assert.equal(before && (await watched.repository.content(before.id)).toString(), '1');
    watched.repository.dispose();
  });

  it('has no process of its own that reads when it is pruned, since Windows deletes no file that one has open', async () => {
    ground = Ground.repository();
    ground.write({ a: '1' });
    ground.commit();
    const watched = await ground.open();
    const { repository } = watched;
    const { program } = repository;
    const start = program.start.bind(program);
    const readers: ChildProcess[] = [];
    program.start = (run) => {
      const child = start(run);
      if (run.args.join(' ') === 'cat-file --batch') readers.push(child);
      return child;
    };
    await ground.look(watched);
    const ids = [...(await watched.collectIds(ground.trees))];
    await Promise.all(ids.map((id) => repository.content(id)));
    await repository.keepOnly(ids);
    assert.deepEqual(
      readers.map(({ exitCode }) => exitCode),
      [0],
    );
    assert.equal(String(await repository.content(ids[0] ?? '')), '1');
    repository.dispose();
  });

  it('needs a git that is there and new enough, and says which', async () => {
    ground = new Ground();
    const { PATH } = process.env;
    try {
      process.env['PATH'] = ground.base;
      await assert.rejects(GitProgram.find(), GitUnusable);
      writeFileSync(path.join(ground.base, 'git'), '#!/bin/sh\necho git version 2.20.1\n', { mode: 0o755 });
      await assert.rejects(GitProgram.find(), /2\.20\.1 is too old\. Install git 2\.32/);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});
