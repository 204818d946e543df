import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { escapeForDisplay, escapeMarkdown } from '../../../src/core/text/unicode.ts';

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
  const rows: readonly (readonly [string, string])[] = [
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
  for (const [text, escaped] of rows) {
    it(JSON.stringify(text), () => assert.equal(escapeMarkdown(text), escaped));
  }
});
