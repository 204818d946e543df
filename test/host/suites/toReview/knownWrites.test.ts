import assert from 'node:assert/strict';
import * as vscode from 'vscode';
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
const person = {
  writesSince: (_folder: string, since: number) =>
    [1, 2]
      .filter((time) => time >= since)
      .map((time) => ({ path: 'a', before: 'x', after: 'y', time, by: 'reviewed', isDone: true }) as const),
  whenRecorded: () => Promise.resolve(),
  contentOf: () => undefined,
};

describe('the known writes of a file', () => {
  it('are those since the time that is asked for, each time', async () => {
    const { writesOf } = await collectKnownWrites(folder, undefined, journal, { person, spans: new SpanLog() });
    const timesSince = (since: number): readonly unknown[] => writesOf('a', since).map(({ time }) => time);
    assert.deepEqual([timesSince(2), timesSince(1), timesSince(3)], [[2], [1, 2], []]);
  });
});
