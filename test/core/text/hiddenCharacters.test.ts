import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  escapeForDisplay,
  escapeMarkdown,
  findHidden,
  findNewHidden,
} from '../../../src/core/text/hiddenCharacters.ts';

/** A text, and its findings as `kind codePoint line:column`. */
const rows: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['', []],
  ['plain text\twith tab\r\nand lines\n', []],
  ['naïve café, 日本語, русский текст, ελληνικά', []],
  ['a\u202eb', ['bidirectional U+202E 1:1']],
  ['x\n/*\u2066*/ if (admin) {\u2069', ['bidirectional U+2066 2:2', 'bidirectional U+2069 2:18']],
  ['\u200fa\u061c', ['bidirectional U+200F 1:0', 'bidirectional U+061C 1:2']],
  ['a\u200bb', ['invisible U+200B 1:1']],
  ['pass\u200dword', ['invisible U+200D 1:4']],
  [
    'a\u00adb\u2060c\u3164d\u115fe',
    ['invisible U+00AD 1:1', 'invisible U+2060 1:3', 'invisible U+3164 1:5', 'invisible U+115F 1:7'],
  ],
  ['a\ufeff', ['invisible U+FEFF 1:1']],
  ['\ufeffa', []],
  ['a\ufe00', ['invisible U+FE00 1:1']],
  ['a\u{e0101}b', ['invisible U+E0101 1:1']],
  ['a\u{e0041}\u{e007f}', ['tag U+E0041 1:1', 'tag U+E007F 1:3']],
  ['a\u0000b\u001b[0m', ['control U+0000 1:1', 'control U+001B 1:3']],
  ['a\u0085b', ['control U+0085 1:1']],
  ['a\u2028b', ['separator U+2028 1:1']],
  ['a\ud800b', ['surrogate U+D800 1:1']],
  ['p\u0430ypal', ['confusable U+0430 1:1']],
  ['ok\nlet scоpe = 1', ['confusable U+043E 2:6']],
  ['\u0430\u0431\u0432 abc', []],
  ['👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3', []],
  ['👩🏽\u200d🚀', []],
  ['می\u200cخواهم', []],
  ['क्\u200dष', []],
  ['葛\u{e0100}', []],
];

function words(findings: ReturnType<typeof findHidden>): string[] {
  return findings.map(({ kind, codePoint, line, column }) => `${kind} ${codePoint} ${line}:${column}`);
}

describe('findHidden', () => {
  for (const [text, found] of rows) {
    it(escapeForDisplay(text).slice(0, 60), () => assert.deepEqual(words(findHidden(text)), found));
  }

  it('is bounded, and in order', () => {
    const found = findHidden('\u200b\n'.repeat(500), 100);
    assert.equal(found.length, 100);
    assert.deepEqual(found.at(-1), { kind: 'invisible', codePoint: 'U+200B', line: 100, column: 0 });
  });
});

describe('findNewHidden', () => {
  const before = 'old \u200b line\nsecond\nthird\n';
  const after = 'old \u200b line\nsec\u202eond\nthird\n';

  it('leaves out what was there, by line', () => {
    assert.deepEqual(words(findNewHidden(before, after)), ['bidirectional U+202E 2:3']);
    assert.deepEqual(findNewHidden(after, after), []);
  });

  it('leaves out what was there, by edit', () => {
    const edits = [{ start: before.indexOf('ond'), end: before.indexOf('ond'), text: '\u202e' }];
    assert.deepEqual(words(findNewHidden(before, after, edits)), ['bidirectional U+202E 2:3']);
    const elsewhere = [{ start: 0, end: 3, text: 'very old' }];
    assert.deepEqual(findNewHidden(before, `very old${before.slice(3)}`, elsewhere), []);
  });

  it('takes everything in a new file', () => {
    assert.equal(findNewHidden(undefined, after).length, 2);
    assert.equal(findNewHidden('', after).length, 2);
  });

  it('is not used up by what was there', () => {
    const many = '\u200b\n'.repeat(300);
    assert.deepEqual(words(findNewHidden(many, `${many}\u202e`, undefined, 10)), ['bidirectional U+202E 301:0']);
  });

  it('finds the new ones among edits in order', () => {
    const edits = [
      { start: 0, end: 1, text: '' },
      { start: 2, end: 2, text: 'x\u202e' },
      { start: 2, end: 4, text: '\u200b' },
      { start: 6, end: 6, text: 'y' },
    ];
    // Its own, at the end, was there before.
    const found = findNewHidden('abcdef\u202e', 'bx\u202e\u200befy\u202e', edits);
    assert.deepEqual(words(found), ['bidirectional U+202E 1:2', 'invisible U+200B 1:3']);
  });

  /** Old text, an edit beside a character that nothing was wrong with, and the findings that the edit makes of it. */
  const turned: readonly (readonly [before: string, start: number, end: number, text: string, found: string[]])[] = [
    ['\u0430 = 1', 1, 1, 'dmin', ['confusable U+0430 1:0']],
    ['\u0430 dmin', 1, 2, '', ['confusable U+0430 1:0']],
    ['\u0430dmin', 3, 3, '\u043e', ['confusable U+0430 1:0']],
    ['x \u0430dmin', 0, 2, '', []],
    ['👩\u200d👧 x', 0, 2, '', ['invisible U+200D 1:0']],
    ['\ufeffx', 0, 0, 'y', ['invisible U+FEFF 1:1']],
  ];

  for (const [old, start, end, text, found] of turned) {
    it(`finds what an edit of ${JSON.stringify(old)} beside it makes suspicious`, () => {
      const edited = old.slice(0, start) + text + old.slice(end);
      assert.deepEqual(words(findNewHidden(old, edited, [{ start, end, text }])), found);
    });
  }

  it('takes no longer than findings and edits are many', () => {
    const count = 200_000;
    const old = '\u202e\n'.repeat(count);
    const edits = Array.from({ length: count }, (_, at) => ({ start: 2 * at + 1, end: 2 * at + 1, text: 'x' }));
    assert.deepEqual(findNewHidden(old, '\u202ex\n'.repeat(count), edits), []);
    const line = '\u202e'.repeat(count);
    assert.deepEqual(findNewHidden(`${line}\n`, `x\n${line}\n`), []);
  });
});

const hiding = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\ufeff\u{e0000}-\u{e007f}]|[\ud800-\udfff]/u;

describe('escapeForDisplay', () => {
  it('shows what hides', () => {
    assert.equal(escapeForDisplay('a\u202egnp.exe\n\u0000\ud800'), 'a⟨U+202E⟩gnp.exe⟨U+000A⟩⟨U+0000⟩⟨U+D800⟩');
    assert.equal(escapeForDisplay('plain é 日本 👩'), 'plain é 日本 👩');
  });

  it('leaves nothing that hides, whatever the text', () => {
    const unit = fc.oneof(
      fc.constantFrom('\u202e', '\u200b', '\n', '\ud800', '\u{e0041}', 'a', '\ufeff'),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        assert.doesNotMatch(escapeForDisplay(units.join('')), hiding);
      }),
      { numRuns: 200 },
    );
  });
});

describe('escapeMarkdown', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['src/app.ts', 'src\\/app\\.ts'],
    ['[x](command:evil)', '\\[x\\]\\(command\\:evil\\)'],
    ['![](https://x/y)', '\\!\\[\\]\\(https\\:\\/\\/x\\/y\\)'],
    ['<img src=x>', '\\<img src\\=x\\>'],
    ['$(check) ok', '\\$\\(check\\) ok'],
    ['`a`\n# b', '\\`a\\`⟨U\\+000A⟩\\# b'],
    ['&lt;', '\\&lt\\;'],
    ['a@b.c', 'a\\@b\\.c'],
    ['    code', '&nbsp;&nbsp;&nbsp;&nbsp;code'],
    ['a  b', 'a&nbsp;&nbsp;b'],
    ['\u202e', '⟨U\\+202E⟩'],
  ];
  for (const [text, escaped] of cases) {
    it(JSON.stringify(text), () => assert.equal(escapeMarkdown(text), escaped));
  }
});
