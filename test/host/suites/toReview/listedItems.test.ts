import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import type { Watch } from '../../../../src/tools/ports/watchPort.ts';
import { CombinedWatch } from '../../../../src/vscode/toReview/combinedWatch.ts';
import { LaterCalls } from '../../../../src/vscode/toReview/laterCalls.ts';

const side = (id: string): StoredFile => ({ mode: 'file', size: 1, id });
const listed: ReviewItem = {
  folder: 'file:///f',
  path: 'a.txt',
  baseline: side('one'),
  current: side('two'),
  steps: [],
};
const workspaceState: vscode.Memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
const historyOf = (entries: readonly JournalEntry[]) => ({
  entries,
  contentOf: () => Promise.reject(new Error('is not read')),
  refresh: () => Promise.resolve(),
  hold: () => () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
});

/** A list whose disk has made another item of the file meanwhile, and what reaches that disk. */
async function listOver(now: ReviewItem) {
  const reached: unknown[] = [];
  const disk: Watch = {
    items: () => [now],
    steps: () => [],
    status: () => [{ folder: now.folder, state: 'on' }],
    onDidChange: () => ({ dispose: () => undefined }),
    contentOf: () => Promise.reject(new Error('is not read')),
    accept: async (items) => void reached.push(items),
    acceptPart: async (item, baseline) => void reached.push(item, baseline),
    refresh: () => Promise.resolve(),
    clearHistory: () => Promise.resolve(),
  };
  const started = Promise.resolve(disk);
  const watch = new CombinedWatch(
    new LaterCalls({ history: historyOf([]), workspaceState }),
    { watch: { start: () => started, started }, workspaceState },
    0,
  );
  await started;
  return { watch, reached };
}

describe('items that a look has made anew since they were listed', () => {
  it('are kept as they were listed', async () => {
    const { watch, reached } = await listOver({ ...listed, current: side('three') });
    await watch.accept([listed]);
    assert.deepEqual(reached, [[listed]]);
  });

  it('are kept in part while they are the same', async () => {
    const now = { ...listed };
    const { watch, reached } = await listOver(now);
    await watch.acceptPart(listed, Uint8Array.of(1));
    assert.deepEqual(reached, [now, Uint8Array.of(1)]);
  });

  for (const [what, now] of [
    ['their file has changed', { ...listed, current: side('three') }],
    ['their baseline has changed', { ...listed, baseline: side('zero') }],
    ['they are gone', { ...listed, path: 'b.txt' }],
  ] as const)
    it(`are not kept in part, and this is said, if ${what}`, async () => {
      const { watch, reached } = await listOver(now);
      await assert.rejects(watch.acceptPart(listed, Uint8Array.of(1)), /a\.txt has changed meanwhile/);
      assert.deepEqual(reached, []);
    });
});

describe('calls to review that only the history has', () => {
  const uri = vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
    'a.txt',
  ).toString();
  const text = (letter: string) => ({ kind: 'text', encoding: 'utf8', sha256: letter.repeat(64) }) as const;
  /** The call that changes the file from one letter to the other. */
  const call = (from: string, to: string): JournalEntry => ({
    version: 2,
    id: `${from}${to}`,
    time: '2026-01-01T00:00:00.000Z',
    title: 'A call',
    tool: 'redline_test',
    state: 'applied',
    later: true,
    bytes: 0,
    changes: [
      { kind: 'update', at: { uri, path: 'a.txt', real: uri }, before: text(from), after: text(to), mode: undefined },
    ],
  });
  const never = new Promise<never>(() => undefined);

  it('list a file that was too large to be read when it was deleted', async () => {
    const at = { uri, path: 'a.txt', real: uri };
    const deletion: JournalEntry = {
      ...call('a', 'b'),
      changes: [{ kind: 'delete', at, before: { kind: 'unread', size: 7 }, mode: undefined }],
    };
    const later = new LaterCalls({ history: historyOf([deletion]), workspaceState });
    await later.refresh();
    assert.deepEqual(
      later.items().map(({ path, baseline, current }) => [path, baseline?.size, baseline?.withheld, current]),
      [['a.txt', 7, 'large', undefined]],
    );
  });

  it('leave an executable file executable, unless they say otherwise', async () => {
    const at = { uri, path: 'a.txt', real: uri };
    const entries: JournalEntry[] = [
      { ...call('', 'a'), changes: [{ kind: 'create', at, after: text('a'), mode: { after: true } }] },
      call('a', 'b'),
    ];
    const later = new LaterCalls({ history: historyOf(entries), workspaceState });
    const changes = () =>
      later
        .items()
        .map(({ baseline, current, steps }) => [baseline?.mode, current?.mode, steps.map(({ after }) => after?.mode)]);
    await later.refresh();
    assert.deepEqual(changes(), [[undefined, 'executable', ['executable', 'executable']]]);
    entries.push({
      ...call('b', 'c'),
      changes: [{ kind: 'update', at, before: text('b'), after: text('c'), mode: { after: false } }],
    });
    await later.refresh();
    assert.deepEqual(changes(), [[undefined, 'file', ['executable', 'executable', 'file']]]);
  });

  it('leave the mode to review where only a part of the text is kept', async () => {
    const at = { uri, path: 'a.txt', real: uri };
    const mode = { before: false, after: true };
    const edit: JournalEntry = {
      ...call('a', 'b'),
      changes: [{ kind: 'update', at, before: text('a'), after: text('b'), mode }],
    };
    const later = new LaterCalls({ history: historyOf([edit]), workspaceState });
    await later.refresh();
    const [item] = later.items();
    assert.ok(item);
    await later.acceptPart(item, Uint8Array.of(1));
    assert.deepEqual(
      later.items().map(({ baseline, current }) => [baseline?.mode, baseline?.size, current?.mode]),
      [['file', 1, 'executable']],
    );
  });

  it('are kept as they were listed, without a call that came since', async () => {
    const entries = [call('a', 'b')];
    const later = new LaterCalls({ history: historyOf(entries), workspaceState });
    const watch = new CombinedWatch(later, { watch: { start: () => never, started: never }, workspaceState }, 0);
    await later.refresh();
    const seen = watch.items();
    assert.equal(seen.length, 1);
    entries.push(call('b', 'c'));
    await later.refresh();
    await watch.accept(seen);
    const left = watch.items().map(({ baseline, current }) => [baseline?.id[0], current?.id[0]]);
    assert.deepEqual(left, [['b', 'c']]);
  });
});
