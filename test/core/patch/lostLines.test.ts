import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';

const patchOf = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe('lines of a patch that no operation takes', () => {
  for (const [name, patch, line] of [
    ['below a new file', patchOf('*** Add File: x', '+one', '@@', '+two'), 4],
    ['below the end of a file', patchOf('*** Update File: a', '@@', '-z', '+Z', '*** End of File', '-x', '+X'), 7],
  ] as const)
    it(`are refused ${name}, not lost`, async () => {
      await assert.rejects(async () => applyTo({ a: 'x\ny\nz\n' }, patch), {
        code: 'PATCH_INVALID',
        message: new RegExp(`^Line ${line} of the patch does not belong`),
      });
    });

  const news: readonly (readonly [name: string, lines: readonly string[], text: string])[] = [
    ['in the middle', ['a', '\\ b', 'c'], 'a\n\\ b\nc\n'],
    ['at the end', ['a', '\\ b'], 'a\n\\ b\n'],
    ['above a remark on the last line', ['\\ a', '\\ b', '\\ No newline at end of file'], '\\ a\n\\ b'],
  ];
  for (const [name, lines, text] of news)
    it(`are not those of a new file without marks that begin with a backslash: ${name}`, async () => {
      assert.deepEqual(await applyTo({}, patchOf('*** Add File: x', ...lines)), { x: text });
    });
});
