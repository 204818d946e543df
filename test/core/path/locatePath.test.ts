import assert from 'node:assert/strict';
import { resolvePath } from './resolvePath.ts';

describe('locatePath', () => {
  it('reads a relative path in the one folder', () => {
    const root = { name: 'ws', path: '/home/u/ws', uri: 'file:///home/u/ws' };
    const at = resolvePath('src/../a.ts', { roots: [root], flavour: { isWindows: false, ignoreCase: false } });
    assert.deepEqual(at, { kind: 'inside', root, relative: 'a.ts', display: 'a.ts', isFolder: false, warnings: [] });
  });
});
