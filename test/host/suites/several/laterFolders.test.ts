import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { CombinedWatch } from '../../../../src/vscode/toReview/combinedWatch.ts';
import { LaterCalls } from '../../../../src/vscode/toReview/laterCalls.ts';
import { eventually } from '../ground.ts';
import { folderOf, openAll, openFolders } from './roots.ts';

const workspaceState: vscode.Memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };

/** A call that is reviewed later: it made one file. */
function call(uri: string): JournalEntry {
  const after = { kind: 'large', size: 1, sha256: 'a' } as const;
  return {
    version: 2,
    id: 'later',
    time: new Date(0).toISOString(),
    title: 'x',
    tool: 'x',
    state: 'applied',
    bytes: 0,
    session: 's',
    later: true,
    changes: [{ kind: 'create', at: { uri, real: uri, path: 'a.txt' }, after }],
  };
}

describe('several folders: calls that are reviewed later', () => {
  afterEach(openAll);

  it('are listed while their folder is open', async () => {
    const entries = [call(`${folderOf('two').uri.toString()}/a.txt`)];
    const history = {
      entries,
      contentOf: () => Promise.reject(new Error('is not read')),
      refresh: () => Promise.resolve(),
      hold: () => () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const later = new LaterCalls({ history, workspaceState });
    await later.refresh();
    const start = () => Promise.resolve(undefined);
    const watch = new CombinedWatch(
      later,
      { watch: { start, started: new Promise(() => undefined) }, workspaceState },
      0,
    );
    const isListed = (listed: boolean) => eventually('the list', () => watch.items().length === (listed ? 1 : 0));
    await isListed(true);
    await openFolders('one');
    await isListed(false);
    await openFolders('one', 'two');
    await isListed(true);
    assert.equal(watch.items()[0]?.path, 'a.txt');
    watch.dispose();
  });
});
