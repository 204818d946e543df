import assert from 'node:assert/strict';
import { existingFolders } from '../../../src/vscode/connect/existingFolders.ts';

/** Resolves folders as the disk of a machine that has lost one. */
const machine = {
  realFolder: async (folder: string): Promise<string> => {
    const code = { '/gone': 'ENOENT', '/file/in': 'ENOTDIR', '/closed': 'EACCES' }[folder];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return folder.replace('/link', '/real');
  },
};

function opened(...paths: string[]): { name: string; uri: { fsPath: string } }[] {
  return paths.map((fsPath) => ({ name: fsPath.slice(1), uri: { fsPath } }));
}

describe('the folders in which agents are connected and tested', () => {
  it('are those of the workspace that exist, with their canonical paths', async () => {
    assert.deepEqual(await existingFolders(opened('/gone', '/link', '/file/in', '/ws'), machine, assert.fail), [
      { name: 'link', folder: '/link', realFolder: '/real' },
      { name: 'ws', folder: '/ws', realFolder: '/ws' },
    ]);
  });

  it('are all others where one cannot be looked at, which is told with the reason', async () => {
    const unreachable: unknown[] = [];
    const folders = await existingFolders(opened('/closed', '/ws'), machine, (folder, cause) => {
      assert(cause instanceof Error);
      unreachable.push([folder, cause.message]);
    });
    assert.deepEqual(
      folders.map(({ folder }) => folder),
      ['/ws'],
    );
    assert.deepEqual(unreachable, [['/closed', 'EACCES']]);
  });
});
