import assert from 'node:assert/strict';
import { createOwnFinder } from '../../../src/core/search/ownFinder.ts';
import { createOwnSearch } from '../../../src/core/search/ownSearch.ts';
import type {
  SearchAnswer,
  SearchLimits,
  SearchScope,
  TextQuery,
  UnsavedFile,
} from '../../../src/core/search/textSearch.ts';
import { anywhere, memoryTree } from './memoryTree.ts';
import { few, places, plain, queryCases } from './queryCases.ts';

const search = (
  files: Readonly<Record<string, string>>,
  query: Partial<TextQuery>,
  scope: Partial<SearchScope> = {},
  limits: Partial<SearchLimits> = {},
  unsaved: readonly UnsavedFile[] = [],
): Promise<SearchAnswer> =>
  createOwnSearch(() => memoryTree(files)).search(
    { ...plain, ...query },
    { ...anywhere, ...scope },
    { ...few, ...limits },
    unsaved,
  );

describe('ownSearch', () => {
  for (const [what, query, text, expected] of queryCases) {
    it(`finds ${what}`, async () => {
      const wanted = expected === '' ? [] : expected.split(' ').map((place) => `f:${place}`);
      assert.deepEqual(places(await search({ f: text }, query)), wanted);
    });
  }

  const tree = { '.gitignore': '/out\n*.log\n', '.h/f': 'q', 'a.ts': 'q\nq', 'b/c.ts': 'q', 'b-/d.js': 'q' };
  const more = {
    'out/x.ts': 'q',
    'x.log': 'q',
    'b/.gitignore': 'no',
    'b/no': 'q',
    '.git/q': 'q',
    link: '->',
    bin: 'q\0',
  };
  const all = { ...tree, ...more };
  const scopes: readonly (readonly [scope: Partial<SearchScope>, expected: string])[] = [
    [{}, '.h/f a.ts b/c.ts b-/d.js'],
    [{ includeHidden: false }, 'a.ts b/c.ts b-/d.js'],
    [{ includeIgnored: true }, '.h/f a.ts b/c.ts b/no b-/d.js out/x.ts x.log'],
    [{ globs: ['*.ts'] }, 'a.ts b/c.ts'],
    [{ globs: ['b', '!c.ts'] }, ''],
    [{ excludes: ['b', '**/*.js'] }, '.h/f a.ts'],
    [{ excludes: ['{b,../c,!a.ts}'] }, '.h/f a.ts b-/d.js'],
    [{ path: 'b' }, 'b/c.ts'],
    [{ path: 'out' }, 'out/x.ts'],
    [{ path: 'x.log' }, 'x.log'],
    [{ mayRead: (path) => path !== 'a.ts' }, '.h/f b/c.ts b-/d.js'],
  ];
  for (const [scope, expected] of scopes) {
    it(`looks into ${JSON.stringify(scope)} in each mode`, async () => {
      for (const mode of ['matches', 'files', 'counts'] as const) {
        const { files } = await search(all, { text: 'q', caseSensitive: true }, scope, { mode });
        assert.equal(files.map(({ path }) => path).join(' '), expected);
      }
    });
  }

  it('counts, limits, and shows lines around', async () => {
    const counts = await search(all, { text: 'q' }, {}, { mode: 'counts', maxMatches: 2 });
    assert.deepEqual(
      counts.files.map(({ path, count }) => [path, count]),
      [
        ['.h/f', 1],
        ['a.ts', 2],
      ],
    );
    assert.deepEqual([counts.truncated, counts.filesMatched], [true, 4]);
    const first = await search(all, { text: 'q' }, {}, { maxMatches: 2, contextLines: 1 });
    assert.deepEqual(
      [places(first), first.truncated, first.filesSearched],
      [['.h/f:1:0-1', 'a.ts:1:0-1'], true, undefined],
    );
    const { files } = await search({ f: '1\n2\n3 q\n4\n5\n6\n7 q' }, { text: 'q' }, {}, { contextLines: 1 });
    assert.deepEqual(
      files[0]?.context.map(({ line }) => line),
      [2, 3, 4, 6, 7],
    );
  });

  it('says what was left out when there is nothing', async () => {
    const { excluded } = await search(all, { text: 'none' }, { globs: ['*.ts'], excludes: ['b'] });
    assert.deepEqual(excluded, {
      byGlob: 5,
      byExcludes: 1,
      hidden: 1,
      ignored: 1,
      byRules: 0,
      links: 0,
      atLeast: true,
    });
  });

  it('takes unsaved text for the text', async () => {
    const unsaved = [
      { path: 'a.ts', text: 'x' },
      { path: 'n/w.ts', text: 'q' },
      { path: 'out/y.ts', text: 'q' },
    ];
    const answer = await search(all, { text: 'q' }, { globs: ['*.ts'] }, {}, unsaved);
    assert.deepEqual(places(answer), ['b/c.ts:1:0-1', 'n/w.ts:1:0-1']);
  });

  it('refuses what it cannot do, with the reason', async () => {
    const refused: readonly (readonly [text: string, says: RegExp])[] = [
      ['a(', /unclosed group/],
      ['a)', /unopened group/],
      ['[a', /unclosed character class/],
      ['*a', /without an expression/],
      ['a{', /is not a repetition/],
      ['a{3,2}', /minimum is more than its maximum/],
      ['(?=a)', /look-around needs ripgrep/],
      ['(a)\\1', /back-references need ripgrep/],
      ['\\y', /unknown escape/],
      ['\\p{Nope}', /unknown Unicode property/],
      ['(a{1000}){1000}', /too large/],
      [`${'('.repeat(50_000)}a${')'.repeat(50_000)}`, /nested too deeply/],
      [`a${'*?'.repeat(50_000)}`, /nested too deeply/],
    ];
    for (const [text, message] of refused) {
      await assert.rejects(search(all, { text, isRegex: true }), { code: 'VALIDATION_ERROR', message });
    }
    await assert.rejects(search(all, { text: 'a' }, { path: 'nowhere' }), { code: 'NOT_FOUND' });
  });

  it('lets others work, and can be stopped there', async () => {
    const files = { f: `c${'a'.repeat(200_000)}b` };
    const tree = memoryTree(files);
    const query = { ...plain, text: '(a|aa)+c', isRegex: true };
    await createOwnSearch(() => tree).search(query, anywhere, few, []);
    assert.ok(tree.pauses > 5);
    const stopping = memoryTree(files, () => {
      throw new Error('stopped');
    });
    await assert.rejects(createOwnSearch(() => stopping).search(query, anywhere, few, []), /stopped/);
  });
});

describe('ownFinder', () => {
  it('finds and sorts', async () => {
    const files = { 'a.ts': '1', 'b/c.ts': '333', 'b-.ts': '22', '.gitignore': 'no', no: '' };
    const find = (globs: readonly string[], sortBy: 'path' | 'modified'): Promise<readonly string[]> =>
      createOwnFinder(() => memoryTree(files))
        .find({ ...anywhere, globs }, 9, sortBy)
        .then(({ files: found }) => found);
    assert.deepEqual(await find(['*.ts'], 'path'), ['a.ts', 'b/c.ts', 'b-.ts']);
    assert.deepEqual(await find(['*.ts'], 'modified'), ['b/c.ts', 'b-.ts', 'a.ts']);
    assert.deepEqual(await find(['no'], 'path'), []);
  });

  it('finds links where they are asked for, and a search counts them', async () => {
    const tree = memoryTree({
      'a.ts': '1',
      'b/l.ts': '->',
      'l.md': '->',
      '.gitignore': 'no',
      'no/l.ts': '->',
      z: '->',
    });
    const found = await createOwnFinder(() => tree).find(
      { ...anywhere, globs: ['*.ts'] },
      9,
      'path',
      undefined,
      'links',
    );
    assert.deepEqual([found.files, found.links, found.total], [['a.ts', 'b/l.ts'], ['b/l.ts'], 2]);
    const without = await createOwnFinder(() => tree).find({ ...anywhere, globs: ['*.ts'] }, 9, 'path');
    assert.deepEqual([without.files, without.links], [['a.ts'], []]);
    const none = { ...anywhere, globs: ['z.ts'] };
    assert.equal((await createOwnFinder(() => tree).find(none, 9, 'path')).excluded?.byGlob, 2);
    assert.equal((await createOwnFinder(() => tree).find(none, 9, 'any')).excluded, undefined);
    const { excluded } = await createOwnSearch(() => tree).search({ ...plain, text: 'none' }, anywhere, few, []);
    assert.equal(excluded?.links, 3);
  });

  it('counts an ignored link as no file, as with ripgrep', async () => {
    const tree = memoryTree({ '.gitignore': 'l.ts\nb.ts\n', 'l.ts': '->', 'b.ts': 'x' });
    const { excluded } = await createOwnSearch(() => tree).search({ ...plain, text: 'none' }, anywhere, few, []);
    assert.deepEqual([excluded?.ignored, excluded?.links], [1, 0]);
  });

  it('finds more links than the argument limit of a call', async () => {
    const entries = Array.from({ length: 200_000 }, (_, at) => ({ name: `${at}`, type: 'link' as const }));
    const tree = { ...memoryTree({}), list: () => Promise.resolve(entries) };
    const { total } = await createOwnFinder(() => tree).find(anywhere, 9, 'path', undefined, 'links');
    assert.equal(total, entries.length);
  });
});
