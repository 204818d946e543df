import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseGitConfig, lastValues } from '../../../src/core/git/gitConfig.ts';
import { createDiskIgnore } from '../../../src/node/git/diskIgnore.ts';
import { findRepositoryAround } from '../../../src/node/git/repository.ts';
import { createRipgrepFinder } from '../../../src/node/ripgrep/ripgrepFinder.ts';
import { searching } from '../ripgrep/searching.ts';

const files = {
  '.gitignore': '/work/out/\n*.log\n',
  'personal/rules': '*.mine\n/work/odd.*\n',
  'work/.gitignore': '!keep.log\n',
  'work/a.ts': 'q',
  'work/b.log': 'q',
  'work/keep.log': 'q',
  'work/c.mine': 'q',
  'work/odd.txt': 'q',
  'work/out/x.ts': 'q',
  'work/in/excluded.ts': 'q',
  'work/inner/d.log': 'q',
  'work/inner/e.ts': 'q',
};

describe('the repository around a workspace folder', () => {
  const at = searching();
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-C', at.root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { stdio: 'ignore' });
  };
  beforeEach(() => {
    at.files(files);
    git('init', '-q');
    git('config', 'core.excludesFile', join(at.root, 'personal/rules'));
    at.files({ '.git/info/exclude': 'excluded.*\n' });
  });

  const workspace = async (root: string): Promise<string> => {
    const found = await createRipgrepFinder(at.rg).find(at.scope({ root }), 100, 'path');
    const ignore = await createDiskIgnore(root);
    for (const path of found.files) assert.equal(await ignore.ignoringRule(path, false), undefined, path);
    return found.files.join(' ');
  };
  const unignored = (root: string): string => {
    const listed = spawnSync('git', ['-C', root, 'ls-files', '-zco', '--exclude-standard']).stdout.toString();
    return listed.split('\0').filter(Boolean).sort().join(' ');
  };

  it('rules from above it, from info/exclude and core.excludesFile', async () => {
    const root = join(at.root, 'work');
    assert.equal(await workspace(root), '.gitignore a.ts inner/e.ts keep.log');
    assert.equal(await workspace(root), unignored(root));
  });

  it('is a linked worktree with what it shares', async () => {
    git('commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', 'linked');
    const root = join(at.root, 'linked');
    at.files({ 'linked/excluded.ts': 'q', 'linked/a.ts': 'q', 'linked/c.mine': 'q', 'linked/b.log': 'q' });
    assert.equal(await workspace(root), 'a.ts b.log');
    assert.equal(await workspace(root), unignored(root));
  });

  it('is found by a link to the file of a linked worktree', async () => {
    git('commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', 'linked');
    const root = join(at.root, 'linked');
    renameSync(join(root, '.git'), join(at.root, 'work/dot-git'));
    symlinkSync('../work/dot-git', join(root, '.git'));
    at.files({ 'linked/excluded.ts': 'q', 'linked/a.ts': 'q', 'linked/c.mine': 'q' });
    assert.equal(await workspace(root), 'a.ts');
    assert.equal(await workspace(root), unignored(root));
  });

  it('ends where another one begins', async () => {
    execFileSync('git', ['init', '-q', join(at.root, 'work/inner')]);
    const ignore = await createDiskIgnore(join(at.root, 'work'));
    assert.equal(await ignore.ignoringRule('inner/d.log', false), undefined);
    assert.notEqual(await ignore.ignoringRule('b.log', false), undefined);
    assert.match(await workspace(join(at.root, 'work')), /inner\/d\.log/);
  });

  it('does not wait for a pipe that its settings name', async () => {
    execFileSync('mkfifo', [join(at.root, 'pipe')]);
    git('config', 'core.excludesFile', join(at.root, 'pipe'));
    assert.deepEqual((await findRepositoryAround(at.root)).outerFiles, []);
  });

  it('takes no rules from a link', async () => {
    mkdirSync(join(at.root, 'work/linked'));
    symlinkSync('../../.gitignore', join(at.root, 'work/linked/.gitignore'));
    at.files({ 'work/linked/a.ts': 'q' });
    assert.match(await workspace(join(at.root, 'work')), /linked\/a\.ts/);
  });
});

describe('lastValues', () => {
  const cases: readonly (readonly [text: string, name: string, value: string | undefined])[] = [
    ['[core]\n\texcludesFile = ~/x\n', 'core.excludesfile', '~/x'],
    ['[CORE] ExcludesFile="a b" # c', 'core.excludesfile', 'a b'],
    ['[core "x"]\nexcludesFile = a\n', 'core.excludesfile', undefined],
    ['[core]\nexcludesFile = a\\\\b ; c\n', 'core.excludesfile', 'a\\b'],
    ['[core]\nexcludesFile = a\\\n  b\n', 'core.excludesfile', 'a  b'],
    ['[core]\nignoreCase\n', 'core.ignorecase', 'true'],
    ['[core]\na = 1\na = 2\n', 'core.a', '2'],
    ['; [core]\n#a = 1\n', 'core.a', undefined],
  ];
  for (const [text, name, value] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(lastValues(parseGitConfig(text)).get(name), value));
  }
});
