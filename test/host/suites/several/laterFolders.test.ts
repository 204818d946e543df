import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { eventually } from '../ground.ts';
import { combineWatch, file, laterCall, laterCallsOf } from '../historyCalls.ts';
import { folderOf, openAll, openFolders } from './roots.ts';

/** A call that is reviewed later: it made one file. */
function createCall(uri: string): JournalEntry {
  const after = { kind: 'large', size: 1, sha256: 'a' } as const;
  return { ...laterCall('', 'a'), changes: [{ kind: 'create', at: { ...file, uri, real: uri }, after }] };
}

describe('several folders: calls that are reviewed later', () => {
  afterEach(openAll);

  it('are listed while their folder is open', async () => {
    const later = laterCallsOf([createCall(`${folderOf('two').uri.toString()}/a.txt`)]);
    await later.refresh();
    const watch = combineWatch(later);
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
