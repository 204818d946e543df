import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { SpanLog } from '../../../../src/core/watch/spanLog.ts';
import { collectKnownWrites } from '../../../../src/vscode/watch/knownWrites.ts';

const folder: vscode.WorkspaceFolder = { uri: vscode.Uri.file('/ws'), name: 'ws', index: 0 };
const journal = {
  entries: () => [],
  refresh: () => Promise.resolve(),
  bytesOf: () => Promise.resolve(undefined),
  canonicalUriOf: async () => 'file:///ws',
};
/** Two writes by the user. */
const userWrites = {
  writesSince: (_folder: string, since: number) =>
    [1, 2]
      .filter((time) => time >= since)
      .map((time) => ({ path: 'a', before: 'x', after: 'y', time, by: 'reviewed', isDone: true }) as const),
  whenRecorded: () => Promise.resolve(),
  contentOf: () => undefined,
  leftItems: () => new Set<string>(),
};

describe('the known writes of a file', () => {
  it('are those since the time that is asked for, each time', async () => {
    const { writesOf } = await collectKnownWrites(folder, undefined, journal, {
      userWrites,
      spans: new SpanLog(),
      listsChanges: async () => true,
    });
    const timesSince = (since: number): readonly unknown[] => writesOf('a', since).map(({ time }) => time);
    assert.deepEqual([timesSince(2), timesSince(1), timesSince(3)], [[2], [1, 2], []]);
  });

  it('have those of a call that another window began while the disk was scanned', async () => {
    const file = 'file:///ws/b';
    const sha256 = 'a'.repeat(64);
    const call: JournalEntry = {
      version: 2,
      id: '00000001-x',
      time: new Date(5).toISOString(),
      title: 'A call',
      tool: 'redline_test',
      state: 'applying',
      bytes: 0,
      changes: [
        {
          kind: 'create',
          at: { uri: file, path: 'b', real: file },
          after: { kind: 'binary', sha256 },
          mode: undefined,
        },
      ],
    };
    let [read, stored]: (readonly JournalEntry[])[] = [[], []];
    const shared = { ...journal, entries: () => read ?? [], refresh: async () => void (read = stored) };
    const known = await collectKnownWrites(folder, undefined, shared, {
      userWrites,
      spans: new SpanLog(),
      listsChanges: async () => true,
    });
    stored = [call];
    await known.whenRecorded();
    assert.deepEqual(
      known.writesOf('b', 3).map(({ after }) => after),
      [sha256],
    );
  });
});
