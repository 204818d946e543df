import assert from 'node:assert/strict';
import { groupByFile } from '../../../src/core/toReview/groupByFile.ts';

it('changes of a turn are joined by file, up to a move', () => {
  const changes = ['file a', 'file b', 'file a', 'folderCreated d', 'file b', 'move a', 'file a', 'file a'].map(
    (each) => {
      const [kind = '', real = ''] = each.split(' ');
      return { kind, at: { real } };
    },
  );
  assert.deepEqual(
    groupByFile(changes).map((row) => row.map(({ kind, at }) => `${kind} ${at.real}`)),
    [['file a', 'file a'], ['file b', 'file b'], ['folderCreated d'], ['move a'], ['file a', 'file a']],
  );
});
