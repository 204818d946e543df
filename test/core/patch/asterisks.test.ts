import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA } from './patchTexts.ts';

describe('a line of asterisks above a diff', () => {
  const patchBelow = (line: string): string => `${line}\n${diffOfA('@@ -1 +1 @@', '-one', '+two')}`;

  it('is prose where there are more than 15', async () => {
    for (const count of [16, 40])
      assert.deepEqual(await applyTo({ a: 'one\n' }, patchBelow('*'.repeat(count))), { a: 'two\n' });
  });

  it('begins a context diff where there are exactly 15, and perhaps a heading', async () => {
    for (const heading of ['', ' main()'])
      await assert.rejects(applyTo({ a: 'one\n' }, patchBelow('*'.repeat(15) + heading)), /context diff/);
  });
});
