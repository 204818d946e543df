import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { StoredChange } from '../../../../src/core/journal/storedChange.ts';
import type { TurnEvent } from '../../../../src/core/toReview/turnChanges.ts';
import type { Step } from '../../../../src/core/watch/reviewItem.ts';
import { listRevertible } from '../../../../src/vscode/toReview/revert/revertibleTurn.ts';

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
const located = { createLocator: () => async (_: string, path: string) => at(path), lazySideOf: () => undefined };

const step = (path: string, withheld?: 'large'): Step => ({
  id: path,
  folder: 'file:///w',
  path,
  before: undefined,
  after: { mode: 'file', size: 1, id: '1', withheld },
  origin: { kind: 'outside' },
  time: 0,
});

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

  it('is no older change of a path whose newest change stays, nor of what is below it or was moved there', async () => {
    const editOf = (path: string): StoredChange => ({ ...edit, at: at(path) });
    const sides = { before: { kind: 'binary', sha256 }, after: { kind: 'binary', sha256 } } as const;
    const fileMove: StoredChange = { kind: 'move', from: at('first'), at: at('log'), ...sides };
    const events: TurnEvent[] = [
      { kind: 'step', step: step('whole') },
      { kind: 'step', step: step('log', 'large') },
      { kind: 'step', step: step('log') },
      { kind: 'call', entry: call('renamed', [fileMove]) },
      { kind: 'step', step: step('first') },
      { kind: 'call', entry: call('moved', [folderMove]) },
      { kind: 'call', entry: call('below', [editOf('old/d/a'), editOf('older')]) },
      { kind: 'call', entry: call('kept', [editOf('oldest')]) },
      { kind: 'step', step: step('old/b') },
      { kind: 'step', step: step('whole') },
    ];
    const { changes, calls, unrevertedPaths } = await listRevertible(events, located, { contentOf: none });
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['kept'],
    );
    assert.deepEqual(unrevertedPaths, ['log', 'first', 'new', 'old/d/a', 'old/b']);
    assert.deepEqual(
      changes.map((each) => each.at.path),
      ['whole', 'older', 'oldest', 'whole'],
    );
  });
});
