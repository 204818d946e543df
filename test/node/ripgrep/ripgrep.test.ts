import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SearchAnswer, SearchScope, TextQuery } from '../../../src/core/search/textSearch.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { few, places, plain, queryCases } from '../../core/search/queryCases.ts';
import { searching, tree } from './searching.ts';

describe('a search with ripgrep', () => {
  const at = searching();
  const cases: readonly (readonly [
    what: string,
    query: Partial<TextQuery>,
    content: string | Uint8Array,
    expected: string,
  ])[] = [
    ['a pattern for PCRE2', { text: 'fo+(?=bar)', isRegex: true }, 'foo foobar', '1:4-7'],
    ['a byte order mark', { text: '^a', isRegex: true }, '\ufeffa', '1:0-1'],
    ['lines that end at CR after a byte order mark', { text: 'q' }, '\ufeffx\rx\r\nq', '3:0-1'],
    ['UTF-16', { text: 'ä' }, Buffer.from('\ufeffxä', 'utf16le'), '1:1-2'],
    ['bytes that are no UTF-8', { text: 'b' }, Buffer.from('\xe4\xfcb', 'latin1'), '1:2-3'],
    ['no binary file', { text: 'a' }, 'a\0a', ''],
    ...queryCases,
  ];
  for (const [what, query, content, expected] of cases) {
    it(`finds ${what}`, async () => {
      at.files({ f: content });
      const expectedPlaces = expected === '' ? [] : expected.split(' ').map((place) => `f:${place}`);
      assert.deepEqual(places(await at.search(query)), expectedPlaces);
    });
  }

  it('counts each match, and each file with one', async () => {
    at.files({ a: 'q q\nq', 'b c': 'q', 'd\ne': 'q\nq', f: '' });
    const counts = await at.search('q', {}, { mode: 'counts', maxMatches: 2 });
    assert.deepEqual(
      counts.files.map(({ path, count }) => [path, count]),
      [
        ['a', 3],
        ['b c', 1],
      ],
    );
    assert.deepEqual([counts.truncated, counts.filesMatched, counts.filesSearched], [true, 3, 4]);
    const all = await at.search('q', {}, { mode: 'files' });
    assert.deepEqual([all.files.map(({ path }) => path), all.filesSearched], [['a', 'b c', 'd\ne'], 4]);
  });

  it('gives the first matches by path, always the same ones', async () => {
    at.files(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d${index % 7}/f${index}`, 'q q\n'])));
    const first = await at.search('q', {}, { maxMatches: 11 });
    assert.equal(first.truncated, true);
    assert.equal(first.filesSearched, undefined);
    assert.deepEqual(places(first).slice(-3), ['d0/f126:1:0-1', 'd0/f126:1:2-3', 'd0/f133:1:0-1']);
    const all = await at.search('q', {}, { maxMatches: 1000 });
    assert.deepEqual([all.truncated, places(all).length, all.filesSearched], [false, 600, 300]);
    assert.deepEqual(places(all).slice(0, 11), places(first));
    assert.deepEqual(places(await at.search('q', { globs: ['**/d?/*'] }, { maxMatches: 11 })), places(first));
  });

  it('takes unsaved text for the text', async () => {
    at.files({ a: 'q', b: 'q', c: 'x', '.gitignore': 'ignored' });
    const unsaved = [
      { path: 'a', text: 'x\r\n😀q' },
      { path: 'b', text: '' },
      { path: 'n/new', text: 'q' },
      { path: 'ignored', text: 'q' },
    ];
    assert.deepEqual(places(await at.search('q', {}, {}, unsaved)), ['a:2:2-3', 'n/new:1:0-1']);
    assert.deepEqual(
      places(await at.search('q', { path: 'n' }, {}, unsaved).catch(() => ({ files: [] }) as never)),
      [],
    );
    const counts = await at.search('q', { globs: ['a'] }, { mode: 'counts' }, unsaved);
    assert.deepEqual(counts.files, [{ path: 'a', matches: [], context: [], count: 1 }]);
  });

  it('says which unsaved text has matches on lines that it does not list', async () => {
    at.files({ a: 'x', b: 'q' });
    const unsaved = [{ path: 'a', text: `q\n${'x'.repeat(2e6)}q` }];
    const answer = await at.search('q', {}, {}, unsaved);
    assert.deepEqual(places(answer), ['a:1:0-1', 'b:1:0-1']);
    assert.match(answer.notes.join(), /longer than about 1 MB.* in a\./);
    const long = [{ path: 'a', text: `${'x'.repeat(2e6)}q` }];
    const { files } = await at.search('q', {}, { mode: 'files' }, long);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a', 'b'],
    );
  });

  it('shows lines around in a file that also has a match on a very long line', async () => {
    at.files({ a: `x\nq\nx\n${'y'.repeat(2e6)}q\n` });
    const { files } = await at.search('q', {}, { contextLines: 1 });
    assert.deepEqual(
      [files[0]?.matches.length, files[0]?.context.map(({ line }) => line).filter((line) => line < 4)],
      [2, [1, 2, 3]],
    );
  });

  it('shows lines around, and short parts of long lines', async () => {
    at.files({ a: `1\n2\n3 q\n4\n5\n6\n7 q\n`, b: `${'x'.repeat(1e5)}Q${'y'.repeat(1e5)}` });
    const [a, b] = (await at.search('q', {}, { contextLines: 1 })).files;
    assert.deepEqual(
      a?.context.map(({ line, text: shown }) => `${line} ${shown}`),
      ['2 2', '3 3 q', '4 4', '6 6', '7 7 q'],
    );
    const [match] = b?.matches ?? [];
    assert.equal(match?.column, 1e5);
    assert.equal(match?.snippet.length, 200);
    assert.equal(match?.snippet.slice(match.snippetStart, match.snippetEnd), 'Q');
  });

  it('keeps line numbers right around lone CRs, also of context', async () => {
    at.files({ a: `${'x\r'.repeat(3)}\nb\nq\nc` });
    const answer = await at.search('q', {}, { contextLines: 1 });
    assert.deepEqual(places(answer), ['a:5:0-1']);
    assert.deepEqual(
      answer.files[0]?.context.map(({ line }) => line),
      [4, 5, 6],
    );
    at.files({ a: 'a\nb\rc\nq\rd\ne\n' });
    assert.deepEqual(
      (await at.search('q', {}, { contextLines: 1 })).files[0]?.context.map(
        ({ line, text: shown }) => `${line} ${shown}`,
      ),
      ['3 c', '4 q', '5 d'],
    );
    at.files({ a: `${'x\r'.repeat(3000)}q\r${'y\r'.repeat(3000)}` });
    const [progress] = (await at.search('q', {}, { contextLines: 2 })).files;
    assert.deepEqual(
      progress?.context.map(({ line }) => line),
      [2999, 3000, 3001, 3002, 3003],
    );
  });

  it('keeps them right in one file among many', async () => {
    const many = Array.from({ length: 70 }, (_, index) => [`plain${index}`, 'a\r\nb\nq\n'] as const);
    at.files({ ...Object.fromEntries(many), odd: 'x\r\r\r\nb\nq\n' });
    const found = places(await at.search('q', {}, { maxMatches: 100 }));
    assert.equal(found.length, 71);
    assert.deepEqual(
      found.filter((place) => !place.endsWith(':3:0-1')),
      ['odd:5:0-1'],
    );
  });

  it('finds its way on lines of megabytes', async function () {
    const wide = 'é😀'.repeat(250_000);
    at.files({
      a: `${'q'.repeat(1e7)}\n`,
      b: 'q',
      c: `x q\n\ry\r\n${wide}qé${wide}\nq`,
      d: `\ufeffé${'x'.repeat(2e6)}q`,
    });
    const only = (path: string, text = 'q'): Promise<SearchAnswer> => at.search(text, { path }, { maxMatches: 5 });
    assert.deepEqual(places(await only('c')), ['c:1:2-3', 'c:4:750000-750001', 'c:5:0-1']);
    assert.deepEqual(places(await only('d')), ['d:1:2000001-2000002']);
    const [match] = (await only('c', 'Qé')).files[0]?.matches ?? [];
    assert.equal(match?.snippet.slice(match.snippetStart, match.snippetEnd), 'qé');
    assert.ok(match.snippet.length <= 200 && match.snippet.includes('é😀é😀qéé😀é😀'));
    const all = await at.search('q', {}, { maxMatches: 5 });
    assert.deepEqual([places(all).at(-1), all.truncated, all.notes], ['a:1:4-5', true, []]);
  });

  it('says where it did not', async () => {
    at.files({ a: 'q'.repeat(2e6), b: 'q' });
    const answer = await at.search({ text: 'q+', isRegex: true });
    assert.deepEqual(places(answer), ['b:1:0-1']);
    assert.match(answer.notes.join(), /longer than about 1 MB.* in a\./);
  });

  it('says nothing of a very long line that is only near a match', async () => {
    at.files({
      a: `q\n${'x'.repeat(2e6)}\n`,
      b: new Uint8Array(Buffer.from(`\ufeffq\n${'x'.repeat(2e6)}\n`, 'utf16le')),
    });
    const unsaved = [{ path: 'c', text: `q\n${'x'.repeat(2e6)}\n` }];
    const answer = await at.search({ text: 'q|q\\nq', isRegex: true }, {}, { contextLines: 1 }, unsaved);
    assert.deepEqual([places(answer), answer.notes], [['a:1:0-1', 'b:1:0-1', 'c:1:0-1'], []]);
  });

  it('says what was left out when there is nothing', async () => {
    at.files({ ...tree, 'x/no.ts': 'z' });
    const scope = { excludes: ['x'], globs: ['*.ts'], includeHidden: false };
    const answer = await at.search('nowhere', scope);
    const excluded = { byGlob: 5, byExcludes: 1, hidden: 1, ignored: 2, byRules: 0, links: 0, atLeast: false };
    assert.deepEqual([answer.files, answer.filesSearched], [[], 3]);
    // The answer counts in a short time, which a busy machine may not keep to; it says so then.
    assert.ok(answer.excluded?.atLeast === true || isDeepStrictEqual(answer.excluded, excluded));
    assert.deepEqual(await at.excluded(scope), excluded);
  });

  const refused: readonly (readonly [
    query: Partial<TextQuery>,
    scope: Partial<SearchScope>,
    code: string,
    says: RegExp,
  ])[] = [
    [{ text: 'a(', isRegex: true }, {}, 'VALIDATION_ERROR', /invalid: unclosed group\. .*isRegex: false/],
    [{ text: '(?<=a)b(', isRegex: true }, {}, 'VALIDATION_ERROR', /missing closing parenthesis/],
    [{ text: 'a{9999999}', isRegex: true }, {}, 'VALIDATION_ERROR', /invalid: /],
    [{ text: 'a(', isRegex: true }, { globs: ['[xy]/*'] }, 'VALIDATION_ERROR', /invalid: unclosed group\. /],
    [{ text: '' }, {}, 'VALIDATION_ERROR', /empty/],
    [{ text: 'a\0b' }, {}, 'VALIDATION_ERROR', /NUL/],
    [{ text: 'a' }, { globs: ['{a'] }, 'VALIDATION_ERROR', /without a matching }/],
    [{ text: 'a' }, { path: 'none' }, 'NOT_FOUND', /none does not exist/],
  ];
  for (const [query, scope, code, message] of refused) {
    it(`refuses ${JSON.stringify(query.text)} ${JSON.stringify(scope)}`, async () => {
      at.files({ a: 'b' });
      await assert.rejects(at.search(query, scope), { code, message });
    });
  }

  it('follows no links, and enters no pipes', async () => {
    at.files({ 'd/a': 'q' });
    symlinkSync('.', join(at.root, 'd/loop'));
    symlinkSync('/etc', join(at.root, 'etc'));
    symlinkSync('d/a', join(at.root, 'link'));
    execFileSync('mkfifo', [join(at.root, 'pipe')]);
    assert.deepEqual(places(await at.search('q')), ['d/a:1:0-1']);
    assert.deepEqual(places(await at.search('q', { globs: ['d/loop/**', 'etc/**'] })), []);
  });

  it('says that something could not be read, and not what', async function () {
    if (process.getuid?.() === 0) this.skip();
    at.files({ a: 'q', secret: 'q' });
    chmodSync(join(at.root, 'secret'), 0);
    const answer = await at.search('q');
    assert.deepEqual(
      [places(answer), answer.notes],
      [
        ['a:1:0-1'],
        ['1 file or directory could not be read and was skipped. Ask the user for permission to read there.'],
      ],
    );
  });

  it('stops when it is told to', async () => {
    at.files({ a: 'q' });
    const stop = new AbortController();
    const running = createRipgrepSearch(at.rg).search({ ...plain, text: 'q' }, at.scope(), few, [], stop.signal);
    setImmediate(() => stop.abort());
    await assert.rejects(running, { name: 'AbortError' });
  });
});
