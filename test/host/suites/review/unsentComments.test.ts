import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DraftStore } from '../../../../src/vscode/comments/unsentComments.ts';

const key = 'drafts';
const draft = (path: string, words: string) =>
  ({ file: path, path, side: 'after', text: '', lines: { start: 1, end: 1 }, mayQuote: true, words }) as const;

/** The memory of a workspace. */
function memoryOf(values: Map<string, unknown>): vscode.Memento {
  return {
    keys: () => [...values.keys()],
    get: (name: string, other?: unknown) => (values.has(name) ? values.get(name) : other),
    update: async (name: string, value: unknown) => {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    },
  };
}

describe('unsent comments', function () {
  it('are stored until they are sent, and in the next window until the user was notified', async () => {
    const values = new Map<string, unknown>();
    const first = new DraftStore(memoryOf(values), key);
    first.set([draft('a.txt', 'one'), draft('b.txt', 'two')]);
    first.set([draft('b.txt', 'two!')]);
    assert.deepEqual(values.get(key), ['b.txt: two!']);

    const next = new DraftStore(memoryOf(values), key);
    const told = next.offerLostDrafts();
    next.set([draft('c.txt', 'three')]);
    assert.deepEqual(values.get(key), ['b.txt: two!', 'c.txt: three']);
    await vscode.commands.executeCommand('notifications.clearAll');
    await told;
    assert.deepEqual(values.get(key), ['c.txt: three']);
    next.set([]);
    assert.equal(values.has(key), false);
  });

  it('are ignored if the stored value is invalid', () => {
    const values = new Map<string, unknown>([[key, { path: 1 }]]);
    const kept = new DraftStore(memoryOf(values), key);
    kept.set([draft('a.txt', 'one')]);
    assert.deepEqual(values.get(key), ['a.txt: one']);
  });
});
