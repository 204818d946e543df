import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  decodeUtf16,
  decodeUtf8,
  detectBom,
  displayText,
  encodeUtf16,
  encodeUtf8,
  hasLoneSurrogate,
  encodingProbe,
} from '../../../src/core/text/encoding.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('decodeUtf8', () => {
  const cases: readonly [name: string, input: Uint8Array, text: string, errors: number][] = [
    ['empty', bytes(), '', 0],
    ['two, three and four bytes', new TextEncoder().encode('é€😀'), 'é€😀', 0],
    ['a mark is kept', bytes(0xef, 0xbb, 0xbf, 0x61), '\uFEFFa', 0],
    ['Latin-1', bytes(0x63, 0x61, 0x66, 0xe9), 'caf\uDCE9', 1],
    ['lone continuation', bytes(0x80, 0x61), '\uDC80a', 1],
    ['overlong', bytes(0xc0, 0xaf), '\uDCC0\uDCAF', 2],
    ['an encoded surrogate', bytes(0xed, 0xb2, 0x80), '\uDCED\uDCB2\uDC80', 3],
    ['past U+10FFFF', bytes(0xf4, 0x90, 0x80, 0x80), '\uDCF4\uDC90\uDC80\uDC80', 4],
    ['cut short', bytes(0x61, 0xf0, 0x9f, 0x98), 'a\uDCF0\uDC9F\uDC98', 3],
    ['invalid, then valid', bytes(0xe2, 0x82, 0xc3, 0xa9), '\uDCE2\uDC82é', 2],
    ['a pair right before an invalid byte', bytes(0xf0, 0x9f, 0x98, 0x80, 0xff), '😀\uDCFF', 1],
  ];
  for (const [name, input, text, errors] of cases) {
    it(name, () => {
      assert.deepEqual(decodeUtf8(input), { text, errors, faithful: true });
      assert.deepEqual(encodeUtf8(text), input);
    });
  }

  it('gives back any bytes', () => {
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .array(fc.constantFrom(0x61, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0), { maxLength: 24 })
        .map((list) => Uint8Array.from(list)),
    );
    const check = (input: Uint8Array): void => assert.deepEqual(encodeUtf8(decodeUtf8(input).text), input);
    fc.assert(fc.property(anyBytes, check), { seed: 1, numRuns: 300 });
  });

  it('refuses to encode a surrogate that is no escaped byte', () => {
    for (const text of ['a\uD83D', '\uDC00', '\uDD00b']) {
      assert.throws(() => encodeUtf8(text), { code: 'ENCODING' });
      assert.equal(hasLoneSurrogate(text), true);
    }
    assert.equal(hasLoneSurrogate('😀'), false);
  });

  it('shows escaped bytes as U+FFFD', () => assert.equal(displayText('caf\uDCE9 😀'), 'caf\uFFFD 😀'));
});

describe('decodeUtf16', () => {
  const cases: readonly [name: string, input: Uint8Array, text: string, errors: number, faithful: boolean][] = [
    ['plain', bytes(0x61, 0, 0x3d, 0xd8, 0, 0xde), 'a😀', 0, true],
    ['lone surrogate', bytes(0x3d, 0xd8, 0x61, 0), '\uD83Da', 1, true],
    ['odd byte at the end', bytes(0x61, 0, 0x62), 'a', 1, false],
  ];
  for (const [name, input, text, errors, faithful] of cases) {
    it(name, () => {
      assert.deepEqual(decodeUtf16(input, 'utf16le'), { text, errors, faithful });
      if (faithful) assert.deepEqual(encodeUtf16(text, 'utf16le'), input);
      if (faithful) assert.equal(decodeUtf16(encodeUtf16(text, 'utf16be'), 'utf16be').text, text);
    });
  }

  it('reads a view at an odd offset', () => {
    assert.equal(decodeUtf16(bytes(9, 0, 0x61).subarray(1), 'utf16be').text, 'a');
  });
});

describe('detectBom', () => {
  const cases: readonly [input: Uint8Array, encoding: string | undefined][] = [
    [bytes(0xef, 0xbb, 0xbf), 'utf8bom'],
    [bytes(0xff, 0xfe, 0x61, 0), 'utf16le'],
    [bytes(0xfe, 0xff), 'utf16be'],
    [bytes(0xef, 0xbb), undefined],
    [bytes(), undefined],
  ];
  for (const [input, encoding] of cases) it(String(encoding), () => assert.equal(detectBom(input)?.encoding, encoding));
});

/** Encodings of VS Code with one byte for each character; Node takes others, such as ISO 8859-1, for one of these. */
const encodings = ['cp866', 'koi8-r', 'koi8-u', 'macintosh', 'windows-874'].concat(
  [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => `windows-125${part}`),
);

/** The bytes of a text in an encoding of one byte for each character, with `?` for what it lacks. */
function encode(text: string, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const byteByCharacter = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Array.from(text, (character) => byteByCharacter.get(character) ?? '?').join(' ');
}

describe('the probe of encodings', () => {
  it('has other bytes in each encoding', () => {
    const byBytes = Map.groupBy(encodings, (encoding) => encode(encodingProbe, encoding));
    assert.deepEqual(
      [...byBytes.values()].filter((alike) => alike.length > 1),
      [],
    );
  });
});
