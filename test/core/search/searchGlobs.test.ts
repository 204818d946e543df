import assert from 'node:assert/strict';
import { expandSearchGlob } from '../../../src/core/search/searchGlobs.ts';

const onDisk = { folderPaths: ['/w/p'], folderName: undefined, path: '' };
const onWindows = { folderPaths: ['/c:/w/p', 'c:/w/p'], folderName: undefined, path: '' };

describe('the globs that a search is made with', () => {
  for (const [glob, place, expected] of [
    ['*.ts', { path: 'src' }, ['*.ts']],
    ['a/*.ts', { path: 'src' }, ['a/*.ts', '/src/a/*.ts']],
    ['!./a/*.ts', { path: '[x]' }, ['!./a/*.ts', '!/\\[x\\]/a/*.ts']],
    ['p/a.ts', { folderName: 'p' }, ['p/a.ts', '/a.ts']],
    // With the absolute path of the folder.
    ['/w/p/src/**', { path: 'src' }, ['/src/**']],
    ['!/w/p/', {}, ['!/']],
    ['/w/pq/*', {}, ['/w/pq/*']],
    ['/c:/w/p/*.ts', onWindows, ['/*.ts']],
    ['C:/w/p/*.ts', onWindows, ['/*.ts']],
    ['D:/w/p/*.ts', onWindows, ['D:/w/p/*.ts']],
    ['/a/*.ts', { folderPaths: ['/'], path: 'src' }, ['/a/*.ts', '/src/a/*.ts']],
  ] as const)
    it(`for ${glob} in ${JSON.stringify(place)}`, () =>
      assert.deepEqual(expandSearchGlob(glob, { ...onDisk, ...place }), expected));

  it('are refused in the words of the caller', () =>
    assert.throws(() => expandSearchGlob('a/../b', { ...onDisk, path: 'src' }), /a\/\.\.\/b/));
});
