import assert from 'node:assert/strict';
import { createIgnoreTree, type IgnoreTree } from '../../../src/core/pattern/ignore.ts';
import { differencesFromGit } from './ignoreAsGit.ts';

/** How many generated folders of rules are compared with git; raise it to search for differences. */
const rounds = Number(process.env['IGNORE_ROUNDS'] ?? 16);

const tree = (files: Readonly<Record<string, string>>, options = {}): IgnoreTree =>
  createIgnoreTree((directory) => files[directory === '' ? '.gitignore' : `${directory}/.gitignore`], options);

describe('ignoreTree', () => {
  const cases: readonly (readonly [rules: string, path: string, ignored: boolean])[] = [
    ['*.log', 'a/b.log', true],
    ['/*.log', 'a/b.log', false],
    ['build/', 'src/build/', true],
    ['build/', 'src/build', false],
    ['build/\n!build/keep.txt', 'build/keep.txt', true],
    ['build/*\n!build/keep.txt', 'build/keep.txt', false],
    ['a/b', 'x/a/b', false],
    ['**/a/b', 'x/a/b', true],
    ['a/**', 'a/', false],
    ['a/**', 'a/b/c', true],
    ['a/**/z', 'a/z', true],
    ['\\#x', '#x', true],
    ['#x', '#x', false],
    ['\\!x', '!x', true],
    ['x \\ ', 'x  ', true],
    ['x   \r\n', 'x', true],
    ['x\t', 'x', false],
    ['?', 'é', false],
    ['??', 'é', true],
    ['[[:digit:]]*', '7up', true],
    ['[a-', 'a', false],
    ['x\\', 'x', false],
    ['\ufeffx', 'x', true],
  ];
  for (const [rules, path, ignored] of cases) {
    it(`${JSON.stringify(rules)} ${ignored ? 'ignores' : 'leaves'} ${path}`, async () => {
      const isDirectory = path.endsWith('/');
      const actual = await tree({ '.gitignore': rules }).isIgnored(path.replace(/\/$/, ''), isDirectory);
      assert.equal(actual, ignored);
    });
  }

  it('lets the deeper file decide, and the outer ones last', async () => {
    const subject = tree(
      { '.gitignore': '*.a\n', 'in/.gitignore': '!*.a\n!*.c\n' },
      { globalFiles: ['*.c\n*.d\n', '!*.d\n'] },
    );
    const expected = { 'x.a': true, 'in/x.a': false, 'x.c': true, 'in/x.c': false, 'x.d': false };
    for (const [path, ignored] of Object.entries(expected))
      assert.equal(await subject.isIgnored(path, false), ignored, path);
  });

  it('names the rule that decides', async () => {
    const reason = await tree({ 'a/.gitignore': '# no\n/out/\n' }).ignoringRule('a/out/b/c', false);
    assert.deepEqual(reason, { directory: 'a', line: 2, pattern: '/out/', path: 'a/out' });
  });

  it('does not take long over a pattern made to run away', async () => {
    const subject = tree({ '.gitignore': `${'*a'.repeat(60)}*b\n${'**/a/'.repeat(40)}b\n` });
    assert.equal(await subject.isIgnored(`${'a/'.repeat(60)}${'a'.repeat(250)}`, false), false);
  });

  it('agrees with git on generated rules', async () => {
    assert.deepEqual((await differencesFromGit({ count: rounds, seed: 20_260_101 })).slice(0, 8), []);
  });
  it('agrees with git that folds case', async () => {
    const options = { count: Math.ceil(rounds / 4), seed: 77, ignoreCase: true };
    assert.deepEqual((await differencesFromGit(options)).slice(0, 8), []);
  });
});
