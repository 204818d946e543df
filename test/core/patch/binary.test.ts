import assert from 'node:assert/strict';
import { constants, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { decodeBinaryLine } from '../../../src/core/patch/parse/binaryBody.ts';
import { applyBinary, inflate, InflateError } from '../../../src/core/patch/files/applyBinary.ts';
import { numbersFrom } from '../../random.ts';

const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

describe('inflate', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }),
    fc.array(fc.constantFrom(0, 1, 65), { maxLength: 5000 }).map((list) => Uint8Array.from(list)),
  );
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE];

  it('undoes what zlib does', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom(0, 1, 6, 9),
        fc.constantFrom(...strategies),
        async (data, level, strategy) => {
          assert.deepEqual(await inflate(plain(deflateSync(data, { level, strategy })), data.length), plain(data));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('undoes copies of every length, from near and far', async () => {
    const draw = numbersFrom(3);
    const data = Array.from({ length: 33_000 }, () => draw(256));
    for (let length = 3; length <= 258; length++) {
      for (let power = 0; power < 15; power++) {
        const distance = 2 ** power + draw(2 ** power) + 1;
        for (let left = length; left > 0; left--) data.push(data.at(-distance) ?? 0);
        data.push(draw(256));
      }
    }
    const whole = Buffer.from(data);
    assert.ok(whole.equals(await inflate(plain(deflateSync(whole, { level: 9 })), whole.length)));
  });

  it('refuses damage, and any other size than announced', async () => {
    const stream = plain(deflateSync(Buffer.from('some text, some text, some text')));
    for (const size of [0, 30, 32, 1000]) await assert.rejects(inflate(stream, size), InflateError);
    for (let at = 2; at < stream.length; at++) {
      const damaged = stream.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      await assert.rejects(inflate(damaged, 31), InflateError);
      await assert.rejects(inflate(stream.slice(0, at), 31), InflateError);
    }
  });

  it('stops where more comes than was announced', async () => {
    const bomb = plain(deflateSync(new Uint8Array(50_000_000)));
    await assert.rejects(inflate(bomb, 1000), /longer than announced/);
  });

  it('ends on any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (data) => {
        await assert.rejects(inflate(Uint8Array.of(0x78, 0x9c, ...data), 100_000), InflateError);
      }),
      { numRuns: 200 },
    );
  });
});

describe('decodeBinaryLine', () => {
  const lines: readonly (readonly [string, string, readonly number[] | undefined])[] = [
    ['one byte, padded', 'A00000', [0]],
    ['four bytes', 'D|NsC0', [255, 255, 255, 255]],
    ['too short', 'D|NsC', undefined],
    ['too long', 'D|NsC00', undefined],
    ['a character of no digit', 'D|Ns"0', undefined],
    ['past 32 bits', 'D~~~~~', undefined],
    ['no length', '!00000', undefined],
    ['empty', '', undefined],
  ];
  for (const [name, line, expected] of lines) {
    it(name, () => assert.deepEqual(decodeBinaryLine(line), expected && Uint8Array.from(expected)));
  }
});

describe('applyBinary', () => {
  const before = Uint8Array.from({ length: 300 }, (_, at) => at % 251);
  const delta = (...ops: number[]): { method: 'delta'; size: number; data: Uint8Array<ArrayBuffer> } => {
    const data = Uint8Array.from([0xac, 0x02, ...ops]);
    return { method: 'delta', size: data.length, data: plain(deflateSync(data)) };
  };

  it('copies and inserts', async () => {
    const after = await applyBinary(before, delta(6, 0x91, 10, 4, 2, 7, 8), 'x');
    assert.deepEqual([...after], [10, 11, 12, 13, 7, 8]);
  });

  const refused: readonly (readonly [string, number[], string])[] = [
    ['a copy from outside', [4, 0x93, 0xff, 0xff, 4], 'PATCH_INVALID'],
    ['more than announced', [1, 2, 7, 8], 'PATCH_INVALID'],
    ['less than announced', [9, 2, 7, 8], 'PATCH_INVALID'],
    ['an unknown instruction', [1, 0], 'PATCH_INVALID'],
    ['a cut instruction', [4, 0x91, 10], 'PATCH_INVALID'],
    ['a size past all bounds', [255, 255, 255, 255, 255, 255, 255, 1], 'PATCH_INVALID'],
  ];
  for (const [name, ops, code] of refused) {
    it(`refuses ${name}`, () => assert.rejects(applyBinary(before, delta(...ops), 'x'), { code }));
  }

  it('refuses a delta for another file', async () => {
    await assert.rejects(applyBinary(before.slice(1), delta(1, 1, 7), 'x'), { code: 'PATCH_CONFLICT' });
  });
});
