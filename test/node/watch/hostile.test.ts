import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import { Ground, told } from './ground.ts';
import { Window } from './window.ts';

/** Everything in a configuration of git that names a program, or a transport that runs one. */
const configuration = (trap: string): string => `[core]
	fsmonitor = ${trap} fsmonitor
	hooksPath = ../hooks
	sshCommand = ${trap} ssh
	gitProxy = ${trap} proxy
	pager = ${trap} pager
	editor = ${trap} editor
	askPass = ${trap} askpass
	alternateRefsCommand = ${trap} refs
	attributesFile = ../attributes
	excludesFile = ../excludes
	autocrlf = true
[filter "trap"]
	clean = ${trap} clean
	smudge = ${trap} smudge
	process = ${trap} process
	required = true
[diff]
	external = ${trap} diff
[diff "trap"]
	command = ${trap} diff
	textconv = ${trap} textconv
[merge "trap"]
	driver = ${trap} merge
[pager]
	check-attr = ${trap} pager
	cat-file = ${trap} pager
[alias]
	ls-files = !${trap} alias
[credential]
	helper = !${trap} credential
[gpg]
	program = ${trap} gpg
[uploadpack]
	packObjectsHook = ${trap} pack
[protocol]
	allow = always
[remote "origin"]
	url = ext::${trap} remote
	fetch = +refs/heads/*:refs/remotes/origin/*
	promisor = true
	partialclonefilter = blob:none
	uploadpack = ${trap} uploadpack
[submodule "sub"]
	url = ext::${trap} submodule
	update = !${trap} update
[extensions]
	partialClone = origin
[attr]
	tree = 0123456789012345678901234567890123456789
[include]
	path = ../included
[trace2]
	eventTarget = ${trap}
`;

const hooks = ['post-index-change', 'pre-commit', 'post-checkout', 'pre-auto-gc', 'reference-transaction', 'update'];

describe('a hostile repository', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  it('runs no program and reaches no network, whatever it, the user or the environment configures', async () => {
    ground = Ground.repository();
    const [trap, ran] = [path.join(ground.base, 'trap'), path.join(ground.base, 'ran')];
    writeFileSync(trap, `#!/bin/sh\necho "$@" >> '${ran}'\ncat\n`, { mode: 0o755 });
    ground.write({
      a: '1\n',
      'd/b': '1\n',
      '.gitignore': '*.o\n',
      '.gitattributes': '* filter=trap diff=trap merge=trap\n',
      '.gitmodules': `[submodule "sub"]\n\tpath = sub\n\turl = ext::${trap} module\n\tupdate = !${trap} module\n`,
    });
    ground.commit();
    ground.sh('rm -f .git/objects/$(git rev-parse HEAD:a | sed "s,^..,&/,")');
    const home = path.join(ground.base, 'home');
    for (const folder of ['hooks', 'work/.git/hooks', 'home'].map((name) => path.join(ground.base, name))) {
      mkdirSync(folder, { recursive: true });
      for (const hook of hooks)
        writeFileSync(path.join(folder, hook), `#!/bin/sh\n'${trap}' ${hook}\n`, { mode: 0o755 });
    }
    const config = configuration(trap);
    writeFileSync(path.join(ground.base, 'included'), config);
    writeFileSync(path.join(home, '.gitconfig'), config);
    writeFileSync(ground.at('.git/config'), `[core]\n\trepositoryFormatVersion = 1\n${config}`);
    for (const name of ['attributes', 'work/.git/info/attributes'])
      writeFileSync(path.join(ground.base, name), '* filter=trap\n');
    const environment = {
      HOME: home,
      GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
      GIT_CONFIG_SYSTEM: path.join(home, '.gitconfig'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: trap,
      GIT_EXTERNAL_DIFF: trap,
      GIT_SSH_COMMAND: trap,
      GIT_ASKPASS: trap,
      GIT_PAGER: trap,
      GIT_PROXY_COMMAND: trap,
      GIT_TRACE: ran,
      GIT_TEMPLATE_DIR: ground.base,
    };
    const own = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
    const before = ground.picture(ground.at('.git'));
    Object.assign(process.env, environment);
    try {
      const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
      const watch = await openWatch({ ...place, isSecret: () => false });
      const window = new Window();
      await watch.scan(window);
      ground.write({ a: '2\n', n: 'new\n', '.gitignore': '', 'd/.gitignore': 'x\n', 'd/b': 'me\n1\n' });
      await window.saved('d/b', '1\n', 'me\n1\n');
      await watch.scan(window);
      assert.deepEqual([...watch.items.keys()], ['.gitignore', 'a', 'd/.gitignore', 'n']);
      const [item] = watch.items.values();
      assert.ok(item);
      await watch.acceptPart(item, Buffer.from('*.o\nx\n'));
      await watch.accept([...watch.items.values()]);
      await watch.clearHistory();
      watch.dispose();
    } finally {
      for (const [name, value] of Object.entries(own)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    assert.ok(!existsSync(ran), existsSync(ran) ? readFileSync(ran, 'utf8') : '');
    assert.deepEqual(ground.picture(ground.at('.git')), before);
    // The trap is one: git itself runs it.
    ground.sh('git status > ../status 2>&1 || true');
    assert.match(readFileSync(ran, 'utf8'), /fsmonitor/);
  });
});

describe('a file whose time is set back', () => {
  it('is read again, though it was written and looked at in the same second, with as many bytes', async () => {
    const ground = Ground.repository();
    ground.write({ a: '0', b: '0' });
    ground.sh('touch -d 2001-01-01 a b');
    ground.commit();
    const watched = await ground.open();
    try {
      await ground.look(watched);
      // Not every round is within one second.
      for (let round = 1; round <= 9; round++) {
        ground.write({ a: `${round}` });
        ground.sh('touch -d 2001-01-01 a');
        assert.deepEqual(told(await ground.look(watched)), ['* a'], `round ${round}`);
      }
      assert.deepEqual(told(await ground.look(watched)), []);
    } finally {
      watched.repository.dispose();
      ground.dispose();
    }
  });

  it('is read, too, where the index of the user has the same', async () => {
    const ground = Ground.repository();
    try {
      for (let round = 1; round <= 3; round++) {
        ground.write({ a: `${2 * round}` });
        ground.sh('touch -d 2001-01-01 a');
        ground.commit();
        ground.write({ a: `${2 * round + 1}` });
        ground.sh('touch -d 2001-01-01 a');
        ground.trees = new Map();
        const watched = await ground.open();
        await ground.look(watched);
        const [state] = ground.trees.values();
        const index = `${ground.store}/trees/${state?.storedName ?? ''}.index`;
        const env = { ...process.env, GIT_DIR: `${ground.store}/git`, GIT_INDEX_FILE: index };
        const seen = execFileSync('git', ['cat-file', 'blob', ':a'], { env, encoding: 'utf8' });
        watched.repository.dispose();
        assert.equal(seen, `${2 * round + 1}`);
      }
    } finally {
      ground.dispose();
    }
  });
});
