import assert from 'node:assert/strict';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { FolderScans } from '../../../src/vscode/watch/folderScans.ts';

describe('looks at a folder that leaves the workspace', () => {
  it('end with what they were still opening', async () => {
    const done: string[] = [];
    const nothing = (): Promise<void> => Promise.resolve();
    const watch: FolderWatch = {
      items: new Map(),
      steps: [],
      refresh: nothing,
      scan: async () => void done.push('look'),
      contentOf: () => Promise.reject(new Error('is not read')),
      accept: nothing,
      acceptPart: nothing,
      clearHistory: nothing,
      readNow: () => undefined,
      dispose: () => void done.push('dispose'),
    };
    const looks = new FolderScans({
      open: async () => {
        looks.dispose();
        return watch;
      },
      attribution: () => Promise.reject(new Error('is not asked')),
      onChange: () => done.push('changed'),
      onFailure: () => done.push('failed'),
    });
    await looks.scan();
    assert.deepEqual(done, ['dispose']);
    assert.equal(looks.watch, undefined);
  });
});
