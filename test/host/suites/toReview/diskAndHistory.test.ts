import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import type { FolderStatus, Watch } from '../../../../src/tools/ports/watchPort.ts';
import { CombinedWatch } from '../../../../src/vscode/toReview/combinedWatch.ts';
import { LaterCalls } from '../../../../src/vscode/toReview/laterCalls.ts';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
const folder = root.toString().replace(/\/$/, '');
const uri = vscode.Uri.joinPath(root, 'a.txt').toString();
const text = (letter: string) => ({ kind: 'text', encoding: 'utf8', sha256: letter.repeat(64) }) as const;

/** The call that changes the file from one letter to the other. */
function call(from: string, to: string): JournalEntry {
  const at = { uri, path: 'a.txt', real: uri };
  return {
    version: 2,
    id: `${from}${to}`,
    time: '2026-01-01T00:00:00.000Z',
    title: 'A call',
    tool: 'redline_test',
    state: 'applied',
    later: true,
    bytes: 0,
    changes: [{ kind: 'update', at, before: text(from), after: text(to), mode: undefined }],
  };
}

const side = (id: string): StoredFile => ({ mode: 'file', size: 1, id });

/** The item that Watch makes of the call from `a` to `b`. */
const listed: ReviewItem = {
  folder,
  path: 'a.txt',
  baseline: side('disk a'),
  current: side('disk b'),
  steps: [
    {
      id: 'step',
      folder,
      path: 'a.txt',
      before: side('disk a'),
      after: side('disk b'),
      origin: { kind: 'later', entry: 'ab' },
      time: 0,
    },
  ],
};

/** A list in which Watch and the history have the same file. */
async function listBoth(entries: readonly JournalEntry[], state: 'on' | 'off') {
  const status: FolderStatus = state === 'on' ? { folder, state } : { folder, state, reason: 'A scan failed.' };
  let diskItems: readonly ReviewItem[] = [listed];
  const disk: Watch = {
    items: () => diskItems,
    steps: () => listed.steps,
    status: () => [status],
    onDidChange: () => ({ dispose: () => undefined }),
    contentOf: async (_folder, { id }) => new TextEncoder().encode(id),
    accept: async () => void (diskItems = []),
    acceptPart: async (item, { length: size }) => {
      diskItems = [{ ...item, baseline: { ...side('part'), size } }];
    },
    refresh: () => Promise.resolve(),
    clearHistory: () => Promise.resolve(),
  };
  const history = {
    entries,
    contentOf: () => Promise.reject(new Error('is not read')),
    refresh: () => Promise.resolve(),
    hold: () => () => undefined,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const workspaceState: vscode.Memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
  const later = new LaterCalls({ history, workspaceState });
  await later.refresh();
  const started = Promise.resolve(disk);
  const watch = new CombinedWatch(later, { watch: { start: () => started, started }, workspaceState }, 0);
  await started;
  return { watch, later };
}

describe('a file that both Watch and the history list', () => {
  it('stays one row with both sides after a failed scan', async () => {
    const { watch } = await listBoth([call('a', 'b')], 'off');
    assert.deepEqual(watch.items(), [listed]);
    assert.equal(Buffer.from(await watch.contentOf(folder, side('disk b'))).toString(), 'disk b');
  });

  it('is kept in the history, too, but not with a call that was not shown', async () => {
    const entries = [call('a', 'b')];
    const shown = await listBoth(entries, 'on');
    await shown.watch.accept([listed]);
    assert.deepEqual(shown.later.items(), []);
    const { watch, later } = await listBoth([...entries, call('b', 'c')], 'on');
    await watch.accept([listed]);
    assert.deepEqual(
      later.items().map(({ current }) => current?.id[0]),
      ['c'],
    );
  });

  it('is kept in part even where the history cannot have that part', async () => {
    const { watch } = await listBoth([call('a', 'b')], 'on');
    const tooLarge = new Uint8Array(1024 * 1024 + 1);
    await watch.acceptPart(listed, tooLarge);
    assert.deepEqual(
      watch.items().map(({ baseline }) => baseline?.size),
      [tooLarge.length],
    );
  });
});
