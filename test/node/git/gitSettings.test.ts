import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { expandGitPath } from '../../../src/node/git/gitFiles.ts';
import { readGitSettings } from '../../../src/node/git/gitSettings.ts';
import { findRepositoryIn } from '../../../src/node/git/repository.ts';
import { numbersFrom } from '../../random.ts';

/** Files by their path below a folder that is the home folder as well; `ROOT` stands for it. The repository is `r`. */
type Files = Readonly<Record<string, string>>;

const set = (value: string): string => `[core]\n\texcludesFile = ${value}\n`;
const include = (path: string, condition?: string): string =>
  condition === undefined ? `[include]\n\tpath = ${path}\n` : `[includeIf "${condition}"]\n\tpath = ${path}\n`;

const rows: readonly (readonly [title: string, files: Files])[] = [
  ['what comes last, the file', { '.gitconfig': `${include('a')}${set('own')}`, a: set('included') }],
  ['what comes last, the include', { '.gitconfig': `${set('own')}${include('a')}`, a: set('included') }],
  ['the last of two includes', { '.gitconfig': `${include('a')}${include('b')}`, a: set('1'), b: set('2') }],
  ['an include in an include', { '.gitconfig': include('d/a'), 'd/a': `${set('1')}${include('b')}`, 'd/b': set('2') }],
  ['an include by ~', { '.gitconfig': include('~/d/a'), 'd/a': set('1') }],
  ['an absolute include', { '.gitconfig': include('ROOT/d/a'), 'd/a': set('1') }],
  ['an include that is not there', { '.gitconfig': `${set('1')}${include('none')}` }],
  ['an include of the repository', { '.gitconfig': set('1'), 'r/.git/config': include('../a'), 'r/a': set('2') }],
  ['the system before all', { system: set('1'), 'r/.git/config': '[core]\n\tbare = false\n' }],
  ['the system after nothing', { system: set('1'), '.gitconfig': set('2') }],
  ['a personal file of the XDG folder', { '.config/git/config': set('1') }],
  ['both personal files', { '.config/git/config': set('1'), '.gitconfig': set('2') }],
  ['a worktree file that is not asked for', { 'r/.git/config': set('1'), 'r/.git/config.worktree': set('2') }],
  [
    'a worktree file',
    { 'r/.git/config': `[extensions]\n\tworktreeConfig = true\n${set('1')}`, 'r/.git/config.worktree': set('2') },
  ],
  ...[
    'gitdir:ROOT/r/',
    'gitdir:ROOT/r/.git',
    'gitdir:ROOT/r',
    'gitdir:ROOT/R/',
    'gitdir/i:ROOT/R/',
    'gitdir:~/r/',
    'gitdir:~/*/.git',
    'gitdir:~/**',
    'gitdir:~/',
    'gitdir:r/',
    'gitdir:r/.git',
    'gitdir:./r/',
    'gitdir:./R/',
    'gitdir/i:./R/',
    'gitdir:./*/',
    'gitdir:*/.git',
    'gitdir:linked/',
    'gitdir:ROOT/linked/',
    'gitdir:',
    'gitdir:/',
    'gitdir:?/',
    'gitdir:[qr]/',
    'onbranch:main',
    'onbranch:feature/',
    'onbranch:feature/**',
    'onbranch:feature/*',
    'onbranch:*',
    'onbranch:**',
    'onbranch:feature/[a-z]/b',
    'hasconfig:remote.*.url:https://example.org/**',
    'hasconfig:remote.*.url:https://example.org/',
    'hasconfig:remote.*.url:https://example.org/*',
    'hasconfig:remote.*.url:https://other.org/**',
    'hasconfig:remote.origin.url:**',
    'unknown:x',
    'GITDIR:r/',
  ].map((condition): readonly [string, Files] => [
    `the condition ${condition}`,
    {
      '.gitconfig': `${set('1')}${include('d/a', condition)}`,
      'd/a': set('2'),
      'r/.git/HEAD': 'ref: refs/heads/feature/a/b\n',
      'r/.git/config': '[remote "origin"]\n\turl = https://example.org/a/b\n',
    },
  ]),
  [
    'a condition by ./ in a folder below',
    { '.gitconfig': include('d/a'), 'd/a': include('b', 'gitdir:./../r/'), 'd/b': set('1') },
  ],
  ['no branch', { '.gitconfig': include('a', 'onbranch:**'), a: set('1'), 'r/.git/HEAD': `${'a'.repeat(40)}\n` }],
  ['a comment that ends with a backslash', { '.gitconfig': `# \\\n${set('1')}` }],
  ['a value over two lines', { '.gitconfig': '[core]\n\texcludesFile = a\\\n  b ; c\n' }],
  ['quotes and escapes', { '.gitconfig': '[core]\n\texcludesFile = " a#b \\"c\\\\" d  # e\n' }],
  ['a byte order mark, CRLF', { '.gitconfig': '\uFEFF[core]\r\n\texcludesFile = a\r\n' }],
  ['all in one line', { '.gitconfig': '[core]excludesFile=a' }],
  ['a subsection of the same name', { '.gitconfig': `${set('1')}[core "x"]\n\texcludesFile = 2\n` }],
];

describe('the settings of git', () => {
  const before: Readonly<Record<string, string | undefined>> = { ...process.env };
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')));
    Object.assign(process.env, { HOME: root, GIT_CONFIG_SYSTEM: join(root, 'system') });
    for (const name of ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM']) delete process.env[name];
    spawnSync('git', ['init', '-q', join(root, 'r')]);
    symlinkSync('r', join(root, 'linked'));
  });
  afterEach(() => {
    for (const name of ['HOME', 'GIT_CONFIG_SYSTEM', 'XDG_CONFIG_HOME', 'PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    rmSync(root, { recursive: true, force: true });
  });

  const lay = (files: Files): void => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      const head = file === 'r/.git/config' ? '[core]\n\trepositoryformatversion = 0\n' : '';
      writeFileSync(join(root, file), head + text.replaceAll('ROOT', root));
    }
  };
  const asGit = (name: string, folder = 'r'): string | undefined => {
    // A shell says by which name it went into a folder.
    const cwd = join(root, folder);
    const { stdout, status } = spawnSync('git', ['config', '--null', '--get', name], {
      cwd,
      env: { ...process.env, PWD: cwd },
    });
    return status === 0 ? stdout.toString().slice(0, -1) : undefined;
  };
  const ours = async (name: string, folder = 'r'): Promise<string | undefined> => {
    const git = join(root, folder, '.git');
    return (await readGitSettings({ own: git, common: git })).get(name);
  };

  for (const [title, files] of rows) {
    it(title, async () => {
      lay(files);
      assert.equal(await ours('core.excludesfile'), asGit('core.excludesfile'));
    });
  }

  it('of a repository that a link leads to', async () => {
    for (const condition of ['gitdir:ROOT/linked/', 'gitdir:ROOT/r/', 'gitdir:linked/']) {
      lay({ '.gitconfig': `${set('1')}${include('a', condition)}`, a: set('2') });
      assert.equal(await ours('core.excludesfile', 'linked'), asGit('core.excludesfile', 'linked'), condition);
    }
  });

  it('in any order of any files', async () => {
    const draw = numbersFrom(20);
    const names = ['.gitconfig', 'a', 'd/b', 'd/c', 'r/.git/config'];
    const conditions = [undefined, undefined, 'gitdir:~/r/', 'gitdir:r', 'onbranch:main', 'onbranch:x', 'gitdir/i:R/'];
    for (let round = 0; round < 60; round++) {
      // Only later files are included, so that none includes itself, where git gives up.
      const text = (at: number): string =>
        Array.from({ length: 1 + draw(4) }, () => {
          const to = at + 1 + draw(names.length - at);
          const path = join(root, names[to] ?? 'none');
          return draw(2) === 0 ? set(`${at}.${draw(100)}`) : include(path, conditions[draw(conditions.length)]);
        }).join('');
      lay({
        ...Object.fromEntries(names.map((name, at) => [name, text(at)])),
        'r/.git/HEAD': 'ref: refs/heads/main\n',
      });
      assert.equal(await ours('core.excludesfile'), asGit('core.excludesfile'), `round ${round}`);
    }
  });

  it('are found where git has its own', async () => {
    delete process.env['GIT_CONFIG_SYSTEM'];
    lay({ 'own/etc/gitconfig': set('1'), 'bin/git': '' });
    const git = spawnSync('which', ['git']).stdout.toString().trim();
    writeFileSync(join(root, 'bin/git'), `#!/bin/sh\nGIT_CONFIG_SYSTEM=${root}/own/etc/gitconfig exec ${git} "$@"\n`);
    chmodSync(join(root, 'bin/git'), 0o755);
    process.env['PATH'] = `${join(root, 'bin')}:${before['PATH'] ?? ''}`;
    assert.equal(await ours('core.excludesfile'), '1');
    assert.equal(asGit('core.excludesfile'), '1');
  });

  it('lead to the home of any user', () => {
    const own = userInfo();
    for (const path of ['~', '~/x', '~root', '~root/x', `~${own.username}/x`, 'x~/y', '/x']) {
      lay({ '.gitconfig': set(path) });
      const args = ['config', '--type=path', '--get', 'core.excludesfile'];
      const { stdout } = spawnSync('git', args, { cwd: join(root, 'r') });
      assert.equal(expandGitPath(path, ''), stdout.toString().trim(), path);
    }
  });

  it('that include each other without end are read to an end', async () => {
    lay({ 'r/.git/config': `${include('config').repeat(50)}${set('1')}` });
    assert.equal(await ours('core.excludesfile'), '1');
  });

  it('say which letters are the same', async () => {
    for (const value of ['true', 'yes', 'On', '1', '-1', '2k', 'false', 'no', 'off', '0', '00', '']) {
      lay({ 'r/.git/config': `[core]\n\tignoreCase = ${value}\n` });
      const { stdout } = spawnSync('git', ['-C', join(root, 'r'), 'config', '--type=bool', 'core.ignorecase']);
      const found = await findRepositoryIn(join(root, 'r'));
      assert.equal(found?.ignoreCase, stdout.toString().trim() === 'true', value);
    }
  });
});
