import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import { History, type HistoryDeps } from '../../../src/vscode/history/callHistory.ts';

function call(uri: string, handedOver?: true): JournalEntry {
  const after = { kind: 'binary', sha256: 'a'.repeat(64) } as const;
  const changes = [{ kind: 'create', at: { uri, path: 'b.txt', real: uri }, after, mode: undefined }] as const;
  return {
    version: 5,
    id: uri,
    time: '',
    title: '',
    tool: 'x',
    state: 'applied',
    bytes: 0,
    changes: [...changes],
    ...(handedOver === true ? { handedOver } : {}),
  };
}

function isHandedOver(path: string, ...entries: readonly JournalEntry[]): boolean {
  const deps: Pick<HistoryDeps, 'onDidChange'> & { journal: Partial<HistoryDeps['journal']> } = {
    journal: { entries },
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return new History(deps as HistoryDeps).isHandedOver(path);
}

describe('whether the last call on a file was written by the agent', () => {
  const table: readonly (readonly [string, boolean, string, ...JournalEntry[]])[] = [
    ['of that file', true, '/a/b.txt', call('file:///a/b.txt', true)],
    ['with characters that an address escapes', true, '/c:/ä #/b.txt', call('file:///c%3A/%C3%A4%20%23/b.txt', true)],
    ['on another machine', true, '/a/b.txt', call('vscode-remote://ssh-remote%2Bhost/a/b.txt', true)],
    ['in a file system without machines', true, '/a/b.txt', call('memfs:/a/b.txt', true)],
    ['before a call of another author', false, '/a/b.txt', call('file:///a/b.txt', true), call('file:///a/b.txt')],
    ['of a file whose path ends likewise', false, '/a/b.txt', call('file:///x/a/b.txt', true)],
    ['before one of such a file', true, '/a/b.txt', call('file:///a/b.txt', true), call('file:///x/a/b.txt')],
  ];
  for (const [title, expected, path, ...entries] of table)
    it(`is ${expected} for a call ${title}`, () => assert.equal(isHandedOver(path, ...entries), expected));
});
