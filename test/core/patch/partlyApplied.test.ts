import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines } from './patchTexts.ts';

const rows = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `row ${from + at}`);

describe('a patch of which some hunks have been applied', () => {
  it('removes the last line of the file, though the lines above it are the result', async () => {
    for (const last of ['', 'the end']) {
      const patch = diffOfA(
        '@@ -1,3 +1,3 @@',
        '-old',
        '+row 1',
        ' row 2',
        ' row 3',
        '@@ -6,4 +6,3 @@',
        ' row 6',
        ' row 7',
        ' row 8',
        `-${last}`,
      );
      assert.deepEqual(await applyTo({ a: lines(...rows(1, 8), last) }, patch), { a: lines(...rows(1, 8)) });
    }
  });

  it('removes the first line of the file, though the lines below it are the result', async () => {
    const patch = diffOfA(
      '@@ -1,4 +1,3 @@',
      '-first',
      ' row 1',
      ' row 2',
      ' row 3',
      '@@ -7,3 +6,3 @@',
      ' row 6',
      ' row 7',
      '-old',
      '+row 8',
    );
    assert.deepEqual(await applyTo({ a: lines('first', ...rows(1, 8)) }, patch), { a: lines(...rows(1, 8)) });
  });

  it('does not add a short first line once more, which would be below itself', async () => {
    const patch = diffOfA(
      '@@ -1,3 +1,4 @@',
      '+#!/bin/sh',
      ' row 1',
      ' row 2',
      ' row 3',
      '@@ -6,3 +7,3 @@',
      ' row 6',
      '-row 7',
      '+new',
      ' row 8',
    );
    await assert.rejects(applyTo({ a: lines('#!/bin/sh', ...rows(1, 8)) }, patch), { message: /applied already/ });
    const after = lines('#!/bin/sh', ...rows(1, 6), 'new', 'row 8');
    assert.deepEqual(await applyTo({ a: lines(...rows(1, 8)) }, patch), { a: after });
  });

  it('does not remove a line from another block with equal context, though all but a brace is blank there', async () => {
    const block = (...middle: readonly string[]): readonly string[] => ['  }', ...middle, '  return parcel;', ''];
    const before = { a: lines(...block(), ...block('}')) };
    const patch = diffOfA('@@ -1,3 +1,2 @@', '   }', '-}', '   return parcel;');
    assert.deepEqual(await applyTo(before, patch), before);
  });
});
