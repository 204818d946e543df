import assert from 'node:assert/strict';
import { places } from '../../core/search/queryCases.ts';
import { searching } from './searching.ts';

const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
const files = {
  sjis: Buffer.concat([japanese, Buffer.from(' q\rxq\n'), japanese]),
  utf8: '日本語 q\n',
  marked: '\ufeff日本語 q\n',
  utf16: Buffer.from('日本語\rq 日本語\n', 'utf16le'),
  utf16marked: Buffer.from('\ufeff日本語\rq 日本語\n', 'utf16le'),
};

/** For each encoding of the settings, the places of a word and of a letter; a CR alone ends a line. */
const cases: readonly (readonly [encoding: string | undefined, word: string, letter: string])[] = [
  [
    undefined,
    'marked:1:0-3 utf16marked:1:0-3 utf16marked:2:2-5 utf8:1:0-3',
    'marked:1:4-5 sjis:1:7-8 sjis:2:1-2 utf16marked:2:0-1 utf8:1:4-5',
  ],
  [
    'shift_jis',
    'marked:1:0-3 sjis:1:0-3 sjis:3:0-3 utf16marked:1:0-3 utf16marked:2:2-5',
    'marked:1:4-5 sjis:1:4-5 sjis:2:1-2 utf16marked:2:0-1 utf8:1:7-8',
  ],
  [
    'utf-16le',
    'marked:1:0-3 utf16:1:0-3 utf16:2:2-5 utf16marked:1:0-3 utf16marked:2:2-5',
    'marked:1:4-5 utf16:2:0-1 utf16marked:2:0-1',
  ],
];

describe('a search with ripgrep in other encodings', () => {
  const at = searching();
  for (const [encoding, word, letter] of cases) {
    it(`reads files without a mark as ${encoding ?? 'UTF-8'}`, async () => {
      at.files(files);
      const scope = encoding === undefined ? {} : { encoding };
      assert.equal(places(await at.search('日本語', scope)).join(' '), word);
      assert.equal(places(await at.search('q', scope)).join(' '), letter);
      const counts = await at.search('日本語', scope, { mode: 'counts' });
      const counted = counts.files.map(({ path, count }) => `${path}:`.repeat(count)).join('');
      assert.equal(counted, word.replaceAll(/(\w+:)\S+ ?/g, '$1'));
    });
  }

  it('reads the unsaved text of a file with a mark, and not the file', async () => {
    at.files(files);
    const unsaved = [{ path: 'marked', text: 'x q\n' }];
    const answer = await at.search('q', { encoding: 'shift_jis', globs: ['marked'] }, {}, unsaved);
    assert.deepEqual(places(answer), ['marked:1:2-3']);
  });

  for (const [what, encoding, bytes] of [
    ['UTF-16 without a mark', undefined, Buffer.from('a q\n'.repeat(20), 'utf16le')],
    ['files with a mark', 'shift_jis', Buffer.from('\ufeff' + 'a q\n'.repeat(20))],
  ] as const) {
    it(`finds the first matches by path in ${what}, so that pages fit together`, async () => {
      const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}.txt`);
      at.files(Object.fromEntries(names.map((name) => [name, bytes])));
      const scope = encoding === undefined ? {} : { encoding };
      for (const maxMatches of [1, 25, 50]) {
        // oxlint-disable-next-line no-await-in-loop -- one program at a time
        const found = await at.search('q', scope, { maxMatches });
        const expected = names.slice(0, Math.ceil(maxMatches / 20));
        assert.deepEqual([found.files.map(({ path }) => path), found.truncated], [expected, true]);
      }
    });
  }
});
