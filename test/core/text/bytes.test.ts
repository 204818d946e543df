import assert from 'node:assert/strict';
import { binaryKind, looksBinary, sha256 } from '../../../src/core/text/bytes.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

/** Heads of files, and the name of their kind with and without a NUL byte behind. */
const heads: readonly (readonly [head: string, name: string, withoutNul: boolean])[] = [
  ['\x89PNG\r\n\x1a\n', 'PNG image', true],
  ['\xff\xd8\xff', 'JPEG image', true],
  ['GIF89a', 'GIF image', false],
  ['PK\x03\x04', 'ZIP archive', true],
  ['SQLite format 3\0', 'SQLite database', true],
  ['ID3', 'MP3 audio', false],
  ['OggS', 'Ogg media', false],
  ['fLaC', 'FLAC audio', false],
  ['RIFFxxxxWAVEfmt ', 'WAVE audio', false],
  ['\x1a\x45\xdf\xa3', 'Matroska or WebM video', true],
  ['wOFF', 'WOFF font', false],
];

describe('the kind of a binary file', () => {
  for (const [head, name, withoutNul] of heads) {
    it(name, () => {
      assert.equal(binaryKind(bytesOf(`${head}\0`)), name);
      assert.equal(binaryKind(bytesOf(`${head}text`)), withoutNul ? name : undefined);
      assert.equal(binaryKind(bytesOf(` ${head}\0`)), undefined);
    });
  }

  it('is none of a text with a byte order mark', () => {
    assert.equal(binaryKind(bytesOf('\xff\xfeG\0I\0F\x008\0')), undefined);
    assert.equal(looksBinary(bytesOf('\xff\xfeG\0I\0')), false);
  });

  it('is looked for in what has a NUL byte and is no UTF-16', () => {
    assert.equal(looksBinary(bytesOf('a\0b')), true);
    assert.equal(looksBinary(bytesOf('a\0b\0')), false);
    assert.equal(looksBinary(bytesOf('plain')), false);
  });
});

describe('looksBinary and binaryKind', () => {
  const cases: readonly [name: string, input: Uint8Array, binary: boolean, kind: string | undefined][] = [
    ['text', bytesOf('hello\n'), false, undefined],
    ['empty', bytesOf(''), false, undefined],
    ['Latin-1 text', bytesOf('caf\xe9'), false, undefined],
    ['UTF-16 text', bytesOf('\xff\xfea\0'), false, undefined],
    ['a NUL', bytesOf('a\0b'), true, undefined],
    ['UTF-16 without a mark', bytesOf('a\0b\0'), false, undefined],
    ['UTF-16 that VS Code does not tell', bytesOf('a\0b\0\xe5\x65'), true, undefined],
    ['PNG', bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), true, 'PNG image'],
    ['PDF without a NUL', bytesOf('%PDF-1.7\n%\xe2\xe3'), true, 'PDF document'],
    ['gzip', bytesOf('\x1f\x8b\x08'), true, 'gzip archive'],
    ['wasm', bytesOf('\0asm\x01\0\0\0'), true, 'WebAssembly module'],
    ['ELF', bytesOf('\x7fELF\x02\x01\x01\0'), true, 'ELF executable'],
    ['Java class', bytesOf('\xca\xfe\xba\xbe\0\0\0\x34'), true, 'Java class'],
    ['SQLite', bytesOf('SQLite format 3\0'), true, 'SQLite database'],
    ['text that starts like an executable', bytesOf('MZ is a prefix\n'), false, undefined],
    ['Windows executable', bytesOf('MZ\x90\0\x03'), true, 'Windows executable'],
  ];
  for (const [name, input, binary, kind] of cases) {
    it(name, () => {
      assert.equal(looksBinary(input), binary);
      assert.equal(binaryKind(input), kind);
    });
  }
});

describe('sha256', () => {
  const cases: readonly [input: string, digest: string][] = [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ];
  for (const [input, digest] of cases) {
    it(JSON.stringify(input), async () => assert.equal(await sha256(new TextEncoder().encode(input)), digest));
  }

  it('hashes a view of a larger buffer, not the buffer', async () => {
    const view = new TextEncoder().encode('xabcx').subarray(1, 4);
    assert.equal(await sha256(view), await sha256(new TextEncoder().encode('abc')));
  });
});
