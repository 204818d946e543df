import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import type { StoredChange } from '../../../src/core/journal/storedChange.ts';
import { listRevertible } from '../../../src/vscode/toReview/revertibleTurn.ts';

const at = (path: string) => ({ uri: `file:///w/${path}`, path, real: `file:///w/${path}` });
const sha256 = 'a'.repeat(64);
const large = { kind: 'large', size: 60_000_000, sha256 } as const;
const edit: StoredChange = {
  kind: 'update',
  at: at('edited'),
  before: { kind: 'binary', sha256 },
  after: { kind: 'binary', sha256: 'b'.repeat(64) },
};
const folder = { kind: 'directory' } as const;
const folderMove: StoredChange = { kind: 'move', from: at('old'), at: at('new'), before: folder, after: folder };
const largeDelete: StoredChange = { kind: 'delete', at: at('large'), before: large };

const call = (id: string, changes: StoredChange[]): JournalEntry => ({
  version: 2,
  id,
  time: '2026-01-01T00:00:00.000Z',
  title: id,
  tool: 'x',
  state: 'applied',
  bytes: 0,
  changes,
});

const none = (): never => assert.fail('nothing is stored');
const reverter = { createLocator: () => none, lazySideOf: none };

describe('what a revert of a turn takes back', () => {
  it('is none of the calls of which a part stays, so that this can still be undone', async () => {
    const entries = [call('whole', [edit]), call('moved', [edit, folderMove]), call('large', [largeDelete, edit])];
    const events = entries.map((entry) => ({ kind: 'call', entry }) as const);
    const { changes, calls, unrevertedPaths } = await listRevertible(events, reverter, { contentOf: none });
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['whole'],
    );
    assert.deepEqual(unrevertedPaths, ['new', 'large']);
    assert.deepEqual(
      changes.map((each) => each.at.path),
      ['edited', 'edited', 'edited'],
    );
  });
});
