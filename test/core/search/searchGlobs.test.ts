import assert from 'node:assert/strict';
import { parseRoot, type ParsedRoot } from '../../../src/core/path/pathParts.ts';
import { expandSearchGlob, type GlobContext } from '../../../src/core/search/searchGlobs.ts';

const onDisk = { folderName: undefined, path: '' };
const onWindowsFlavour = { isWindows: true, ignoreCase: true };
const onWindows = folderAt('c:\\w\\p', onWindowsFlavour);

function folderAt(path: string, flavour = { isWindows: false, ignoreCase: false }): { readonly folder: ParsedRoot } {
  return { folder: parseRoot({ name: 'p', path, uri: 'file:///p' }, flavour) };
}

function titleOf({ folder, ...place }: Partial<GlobContext>): string {
  return `${folder?.root.path ?? '/w/p'} ${JSON.stringify(place)}`;
}

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
    ['/a/*.ts', { ...folderAt('/'), path: 'src' }, ['/a/*.ts', '/src/a/*.ts']],
    // In another spelling that names the same folder.
    ['c:/W/P/S/*.ts', onWindows, ['/S/*.ts']],
    ['//srv/Share/p/[a]/\\[x', folderAt('\\\\srv\\share\\p', onWindowsFlavour), ['/[a]/\\[x']],
    ['/W/P/S/*.ts', folderAt('/w/p', { isWindows: false, ignoreCase: true }), ['/S/*.ts']],
    ['/W/P/*.ts', {}, ['/W/P/*.ts']],
    ['/w/we\\ird/*', folderAt('/w/we\\ird'), ['/*']],
    ['/w/we/ird/*', folderAt('/w/we\\ird'), ['/w/we/ird/*']],
    ['w/p/*', {}, ['w/p/*']],
  ] as const)
    it(`for ${glob} in ${titleOf(place)}`, () =>
      assert.deepEqual(expandSearchGlob(glob, { ...folderAt('/w/p'), ...onDisk, ...place }), expected));

  it('are refused in the words of the caller', () =>
    assert.throws(() => expandSearchGlob('a/../b', { ...folderAt('/w/p'), ...onDisk, path: 'src' }), /a\/\.\.\/b/));
});
