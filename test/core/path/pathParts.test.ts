import assert from 'node:assert/strict';
import { pathBelow } from '../../../src/core/path/pathParts.ts';

describe('the path below a folder', () => {
  for (const [folder, path, below] of [
    ['/home/a', '/home/a/b/c.ts', 'b/c.ts'],
    ['/', '/etc/x', 'etc/x'],
    ['/c:/', '/c:/x', 'x'],
  ] as const)
    it(`${folder} of ${path} is ${below}`, () => assert.equal(pathBelow(folder, path), below));
});
