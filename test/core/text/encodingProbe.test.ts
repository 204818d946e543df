import assert from 'node:assert/strict';
import { encodingProbe } from '../../../src/core/text/encoding.ts';

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
