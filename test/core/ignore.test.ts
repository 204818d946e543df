import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ignoreTree, type IgnoreTree } from '../../src/core/ignore.ts';

/** How many generated folders of rules are compared with git; raise it to search for differences. */
const rounds = Number(process.env['IGNORE_ROUNDS'] ?? 16);

const tree = (files: Readonly<Record<string, string>>, options = {}): IgnoreTree =>
  ignoreTree((directory) => files[directory === '' ? '.gitignore' : `${directory}/.gitignore`], options);

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
      { outer: ['*.c\n*.d\n', '!*.d\n'] },
    );
    const expected = { 'x.a': true, 'in/x.a': false, 'x.c': true, 'in/x.c': false, 'x.d': false };
    for (const [path, ignored] of Object.entries(expected))
      assert.equal(await subject.isIgnored(path, false), ignored, path);
  });

  it('names the rule that decides', async () => {
    const reason = await tree({ 'a/.gitignore': '# no\n/out/\n' }).reason('a/out/b/c', false);
    assert.deepEqual(reason, { directory: 'a', line: 2, pattern: '/out/', path: 'a/out' });
  });

  it('does not take long over a pattern made to run away', async () => {
    const subject = tree({ '.gitignore': `${'*a'.repeat(60)}*b\n${'**/a/'.repeat(40)}b\n` });
    assert.equal(await subject.isIgnored(`${'a/'.repeat(60)}${'a'.repeat(250)}`, false), false);
  });

  it('agrees with git on generated rules', () => compareWithGit(rounds, 20_260_101));
  it('agrees with git that folds case', () => compareWithGit(Math.ceil(rounds / 4), 77, true));
});

/** Small numbers from a seed (mulberry32), so that a failure is seen again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const names = [
  'a',
  'b',
  'ab',
  'abc',
  'A',
  'a.b',
  '.a',
  'a b',
  'x]',
  'é',
  'a-',
  '!a',
  '#a',
  'a\\b',
  '[a]',
  'a ',
  'foo',
  'f1',
];
/** Parts of rules, separated by `¦`. */
const pieces = (
  'a¦b¦ab¦A¦.¦*¦*¦**¦?¦/¦/¦**/¦/**¦/**/¦[ab]¦[!a]¦[^b]¦[a-c]¦[]a]¦[[:alpha:]]¦[[:upper:]]¦[[:punct:]x]¦[a¦[\\]]¦[a-¦' +
  '\\a¦\\*¦\\¦ ¦\\ ¦\t¦!¦#¦é¦***¦-¦]¦foo¦f¦[[:nope:]]¦[z-a]¦[--a]¦\\/'
).split('¦');

/** Builds one repository with a folder for each case, and asks git and the tree about every path in it. */
async function compareWithGit(count: number, seed: number, ignoreCase = false): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'ignore-'));
  try {
    const draw = numbers(seed);
    const pick = (from: readonly string[]): string => from[draw(from.length)] ?? '';
    execFileSync('git', ['init', '-q', root]);
    execFileSync('git', ['-C', root, 'config', 'core.ignoreCase', String(ignoreCase)]);
    writeFileSync(join(root, '.gitignore'), '*.deep\n!a/keep.deep\n');
    writeFileSync(join(root, '.git/info/exclude'), 'f1\n!foo\n');
    const paths: string[] = [];
    const write = (path: string, text: string): void => {
      if (existsSync(join(root, path))) return;
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
      for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) paths.push(path.slice(0, at));
      paths.push(path);
    };
    const rule = (): string => {
      const body = Array.from({ length: 1 + draw(4) }, () => (draw(3) === 0 ? pick(names) : pick(pieces))).join('');
      return `${draw(4) === 0 ? '!' : ''}${body}${draw(4) === 0 ? '/' : ''}${draw(12) === 0 ? ' ' : ''}`;
    };
    const rules = (): string => Array.from({ length: 1 + draw(4) }, rule).join(draw(5) === 0 ? '\r\n' : '\n');
    for (let round = 0; round < count; round++) {
      const folder = `case${round}`;
      write(`${folder}/.gitignore`, rules());
      for (let file = 0; file < 12; file++) {
        const parents = Array.from({ length: draw(4) }, () => `${pick(names)}/`);
        try {
          write(`${folder}/${parents.join('')}${pick(names)}`, '');
          if (parents.length > 0 && draw(4) === 0) write(`${folder}/${parents[0]}.gitignore`, rules());
        } catch {
          // A file stands where this path needs a folder, or the other way round.
        }
      }
      const link = `${folder}/link`;
      symlinkSync('.', join(root, link));
      paths.push(link);
    }
    await assertSame(root, [...new Set(paths)], ignoreCase);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function assertSame(root: string, paths: readonly string[], ignoreCase: boolean): Promise<void> {
  const asked = spawnSync(
    'git',
    ['-C', root, '-c', 'core.excludesFile=', 'check-ignore', '--no-index', '-z', '--stdin'],
    {
      input: paths.map((path) => `${path}\0`).join(''),
    },
  );
  assert.equal(asked.stderr.toString(), '');
  const ignored = new Set(asked.stdout.toString().split('\0'));
  const read = (directory: string): Buffer | undefined => {
    const path = join(root, directory, '.gitignore');
    return existsSync(path) && lstatSync(path).isFile() ? readFileSync(path) : undefined;
  };
  const subject = ignoreTree(read, { outer: [readFileSync(join(root, '.git/info/exclude'))], ignoreCase });
  const different: string[] = [];
  for (const path of paths) {
    const actual = await subject.isIgnored(path, lstatSync(join(root, path)).isDirectory());
    if (actual === ignored.has(path)) continue;
    const source = read(path.split('/')[0] ?? '')?.toString() ?? '';
    different.push(`${JSON.stringify(path)}: git says ${ignored.has(path)}; ${JSON.stringify(source)}`);
  }
  assert.deepEqual(different.slice(0, 8), []);
  assert.ok(ignored.size > paths.length / 20, 'the rules ignore something');
}
