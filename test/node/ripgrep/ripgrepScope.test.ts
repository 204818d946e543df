import assert from 'node:assert/strict';
import { chmodSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sortPaths } from '../../../src/core/path/comparePaths.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { SearchScope } from '../../../src/core/search/textSearch.ts';
import { createRipgrepFinder } from '../../../src/node/ripgrep/ripgrepFinder.ts';
import { countExcluded } from '../../../src/node/ripgrep/scope/listFiles.ts';
import { toRgScope } from '../../../src/node/ripgrep/scope/scope.ts';
import { searching, tree } from './searching.ts';

describe('the scope of a search with ripgrep', () => {
  const at = searching();
  const trees: readonly (readonly [what: string, scope: Partial<SearchScope>, expected: string])[] = [
    ['all', {}, '.hid/f.ts a.ts keep.log src/a.js src/b.ts src/in/c.ts'],
    ['no hidden files', { includeHidden: false }, 'a.ts keep.log src/a.js src/b.ts src/in/c.ts'],
    ['no hidden files of a kind', { includeHidden: false, globs: ['*.ts'] }, 'a.ts src/b.ts src/in/c.ts'],
    [
      'ignored files too',
      { includeIgnored: true, globs: ['*.{log,ts}'] },
      '.hid/f.ts a.ts keep.log out/x.ts src/b.ts src/g.ts src/in/c.ts x.log',
    ],
    ['a kind, but nothing ignored', { globs: ['*.ts'] }, '.hid/f.ts a.ts src/b.ts src/in/c.ts'],
    ['a folder by its name', { globs: ['in'] }, 'src/in/c.ts'],
    ['direct children', { globs: ['src/*.ts'] }, 'src/b.ts'],
    ['below a folder', { globs: ['src/**/*.ts'] }, 'src/b.ts src/in/c.ts'],
    ['nothing in an ignored folder', { globs: ['out/**'] }, ''],
    [
      'nothing by a spelling that no path has',
      { globs: ['src/./in/**', 'src//in/**', 'src/./**', '/src/.//*.ts'] },
      '',
    ],
    ['several globs', { globs: ['src/in/**', '/a.ts'] }, 'a.ts src/in/c.ts'],
    ['without a folder', { globs: ['!src'] }, '.hid/f.ts a.ts keep.log'],
    ['classes', { globs: ['[ab].ts', '!src/[a]*'] }, 'a.ts src/b.ts'],
    ['excludes from the top', { excludes: ['a.ts', '**/in', 'b.ts'] }, '.hid/f.ts keep.log src/a.js src/b.ts'],
    [
      'excludes at the top that begin with **',
      { excludes: ['**n'] },
      '.hid/f.ts a.ts keep.log src/a.js src/b.ts src/in/c.ts',
    ],
    ['excludes with a dot', { excludes: ['./src', './/a.ts'] }, '.hid/f.ts keep.log'],
    [
      'excludes that begin with a !, which is no negation there',
      { excludes: ['!src', 'src'] },
      '.hid/f.ts a.ts keep.log',
    ],
    ['a path, by the rules above it', { path: 'log' }, 'log/keep.log'],
    ['a glob with a folder, by the rules above it', { globs: ['log/**'] }, 'log/keep.log'],
    ['a path', { path: 'src', globs: ['*.ts'] }, 'src/b.ts src/in/c.ts'],
    ['a file', { path: 'src/a.js' }, 'src/a.js'],
    ['no file that a glob leaves out', { path: 'src/a.js', globs: ['*.ts'] }, ''],
    ['no file that a negated glob leaves out', { path: 'src/a.js', globs: ['!*.js'] }, ''],
    ['without names and paths in braces', { globs: ['!{src/in,a.*}'] }, '.hid/f.ts keep.log src/b.ts'],
    ['an ignored folder that is named', { path: 'out' }, 'out/x.ts'],
    ['what the rules allow', { mayRead: (path) => !path.startsWith('src/') }, '.hid/f.ts a.ts keep.log'],
  ];
  for (const [what, scope, expected] of trees) {
    it(`looks into ${what}`, async () => {
      at.files({ ...tree, ...(what.includes('above') ? { 'log/a.log': 'q', 'log/keep.log': 'q' } : {}) });
      const paths = expected === '' ? [] : expected.split(' ');
      for (const mode of ['matches', 'counts'] as const) {
        const answer = await at.search({ text: 'q', caseSensitive: true }, scope, { mode });
        assert.deepEqual(
          answer.files.map(({ path }) => path),
          paths,
          mode,
        );
        assert.ok(answer.filesSearched !== undefined && answer.filesSearched >= paths.length);
      }
    });
  }

  it('leaves out what a glob does behind a link to a folder', async () => {
    at.files(tree);
    symlinkSync('src', join(at.root, 'link'));
    const { files } = await at.search('q', { path: 'link', globs: ['*.js'] });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['link/a.js'],
    );
  });
});

describe('finding files with ripgrep', () => {
  const at = searching();
  it('finds whole paths, sorted, and says how many there are', async () => {
    at.files({
      'b/x.ts': '',
      'a.ts': '',
      'b-/x.ts': '',
      'b/y.js': '',
      'out/z.ts': '',
      '.gitignore': 'out',
      '.h/x.ts': '',
    });
    const find = (globs: readonly string[], limit = 10): Promise<readonly string[]> =>
      createRipgrepFinder(at.rg)
        .find(at.scope({ globs }), limit, 'path')
        .then(({ files: found }) => found);
    assert.deepEqual(await find(['*.ts']), ['.h/x.ts', 'a.ts', 'b/x.ts', 'b-/x.ts']);
    assert.deepEqual(await find(['*.ts', '!b*']), ['.h/x.ts', 'a.ts']);
    assert.deepEqual(await find(['b']), []);
    assert.deepEqual(await find(['b/']), ['b/x.ts', 'b/y.js']);
    assert.deepEqual(await find(['{a,b/y}.{ts,js}']), ['a.ts', 'b/y.js']);
    for (const odd of ['c:x.ts', 'include:x', 'a\0b.ts'])
      assert.deepEqual(await find([odd, 'b/y*', '!x:y\0']), ['b/y.js']);
    const { files: first, total } = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['**'] }), 2, 'path');
    assert.deepEqual([first, total], [['.gitignore', '.h/x.ts'], 6]);
    for (const limit of [2, 6, 10]) {
      // oxlint-disable-next-line no-await-in-loop -- one program at a time
      const { files: unsorted } = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['**'] }), limit, 'any');
      // oxlint-disable-next-line no-await-in-loop -- one program at a time
      assert.deepEqual(runSync(sortPaths(unsorted)), await find(['**'], limit));
    }
    const none = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['z.ts'] }), 2, 'path');
    assert.deepEqual([none.total, none.excluded?.ignored, none.excluded?.byGlob], [0, 1, 6]);
    const uncounted = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['z.ts'] }), 2, 'any');
    assert.deepEqual([uncounted.total, uncounted.excluded], [0, undefined]);
  });

  const odd: readonly (readonly [globs: readonly string[], expected: string])[] = [
    [['?.ts'], 'a.ts é.ts'],
    [['in/?'], 'in/é'],
    [['*.ts', '!?.ts'], 'ab.ts'],
    [['*.ts', '!??.ts'], 'a.ts é.ts'],
    [['{a.ts,}'], 'a.ts'],
    [['{,}ab.ts'], 'ab.ts'],
    [['in /*', '!in '], ''],
    [['**', '!in ', '!*.ts'], 'in/é'],
    [['*.ts', '!{,in}/{a,ab}.ts'], 'é.ts'],
    [['**', '!.//in', '!*.ts'], 'in /b'],
  ];
  for (const [globs, expected] of odd) {
    it(`takes characters for what they are in ${globs.join(' ')}`, async () => {
      at.files({ 'a.ts': 'q', 'ab.ts': 'q', 'é.ts': 'q', 'in/é': 'q', 'in /b': 'q' });
      const { files } = await createRipgrepFinder(at.rg).find(at.scope({ globs }), 9, 'path');
      assert.equal(files.join(' '), expected);
      const { files: searched } = await at.search('q', { globs });
      assert.equal(searched.map(({ path }) => path).join(' '), expected);
    });
  }

  const rules: readonly (readonly [rules: string, ignored: string, encoding?: BufferEncoding])[] = [
    ['*.{a,b}', ''],
    ['[[:alpha:]].a', 'x.a'],
    ['x[!y]z', ''],
    ['*.a\t', ''],
    ['*.a\t ', ''],
    ['*.a\u3000', ''],
    ['# f\xfcr\n*.a', 'x.a', 'latin1'],
    ['\\*.a', ''],
    ['*.a', 'x.a'],
  ];
  for (const place of ['', 'in/']) {
    for (const [rule, ignored, encoding] of rules) {
      it(`reads ${JSON.stringify(rule)} as git does in ${place}.gitignore`, async () => {
        const names = ['x/z', 'x.a', 'x.b'];
        at.files(Object.fromEntries(names.map((name) => [place + name, 'q'])));
        at.files({ [`${place}.gitignore`]: Buffer.from(rule, encoding) });
        const wanted = names.filter((name) => name !== ignored).map((name) => place + name);
        const found = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['*.a', '*.b', 'z'] }), 9, 'path');
        assert.deepEqual(found.files, wanted);
        const { files } = await at.search('q', place === '' ? {} : { path: 'in' });
        assert.deepEqual(
          files.map(({ path }) => path),
          wanted,
        );
      });
    }
  }

  it('finds links by their own paths, as git ignores them, and follows none', async () => {
    at.files({ '.gitignore': 'no\n', 'in/a.ts': '', 'no/b.ts': '', 'out/c.md': '' });
    for (const [path, target] of [
      ['l.ts', 'in/a.ts'],
      ['in/dangling.ts', 'nowhere'],
      ['in/up', '..'],
      ['in/no', '..'],
      ['no/l.ts', 'b.ts'],
    ] as const)
      symlinkSync(target, join(at.root, path));
    const finder = createRipgrepFinder(at.rg);
    const find = async (scope: Partial<SearchScope>, limit = 9): Promise<unknown> => {
      const { files, links, total } = await finder.find(at.scope(scope), limit, 'path', undefined, 'links');
      return [files.join(' '), links.toSorted().join(' '), total];
    };
    assert.deepEqual(await find({ globs: ['*.ts'] }), ['in/a.ts in/dangling.ts l.ts', 'in/dangling.ts l.ts', 3]);
    assert.deepEqual(await find({ globs: ['*.ts'] }, 1), ['in/a.ts', 'in/dangling.ts l.ts', 3]);
    assert.deepEqual(await find({ globs: ['in/*'] }), ['in/a.ts in/dangling.ts in/up', 'in/dangling.ts in/up', 3]);
    assert.deepEqual(await find({ globs: ['no/*'], includeIgnored: true }), ['no/b.ts no/l.ts', 'no/l.ts', 2]);
    assert.deepEqual(await find({ path: 'out' }), ['out/c.md', '', 1]);
    const mayRead = (path: string): boolean => !path.startsWith('in/');
    assert.deepEqual(await find({ globs: ['*.ts'], mayRead }), ['l.ts', 'l.ts', 1]);
    assert.equal((await finder.find(at.scope({ globs: ['*.ts'] }), 9, 'path')).total, 1);
    const { links, atLeast } = await at.excluded({ globs: ['*.ts'] });
    assert.deepEqual([links, atLeast], [2, false]);
  });

  it('finds links by the ignore files of each folder, and in a nested repository by its own', async () => {
    at.files({
      'a/.gitignore': 'link',
      'b/c/.ignore': 'link',
      'd/x': '',
      'e/.GITIGNORE': '',
      '.git/info/exclude': 'link3',
      'nested/.git/HEAD': '',
    });
    for (const link of ['a/link', 'a/link2', 'b/link', 'b/c/link', 'd/link', 'd/link3', 'nested/link3', 'e/link'])
      symlinkSync('x', join(at.root, link));
    const { links } = await createRipgrepFinder(at.rg).find(at.scope(), 99, 'path', undefined, 'links');
    assert.deepEqual(runSync(sortPaths(links)), ['a/link2', 'b/link', 'd/link', 'e/link', 'nested/link3']);
  });

  it('counts only ignored files as such, where the time for counting ends', async function () {
    if (process.platform === 'win32') this.skip();
    at.files({ 'a.ts': '', 'b.ts': '', 'c.ts': '', 'd.ts': '', 'out/x.ts': '', '.gitignore': 'out' });
    // Plays a ripgrep that lists quickly by no rules, and slowly by the ignore files.
    const rg = join(at.root, 'rg');
    const fast = String.raw`printf './a.ts\0./b.ts\0./c.ts\0./d.ts\0./out/x.ts\0'`;
    writeFileSync(
      rg,
      `#!/bin/sh\ncase "$*" in *'--no-ignore '*) ${fast};; *) printf './a.ts\\0'; exec sleep 9;; esac\n`,
    );
    chmodSync(rg, 0o755);
    const excluded = await countExcluded(rg, await toRgScope(at.scope(), 'files', undefined), 0, undefined);
    assert.equal(excluded.ignored, 1);
  });

  it('sorts by time, most recently changed first', async () => {
    at.files({ a: '', b: '', c: '' });
    for (const [path, time] of [
      ['a', 20],
      ['b', 30],
      ['c', 20],
    ] as const)
      utimesSync(join(at.root, path), time, time);
    assert.deepEqual((await createRipgrepFinder(at.rg).find(at.scope(), 9, 'modified')).files, ['b', 'a', 'c']);
  });
});
