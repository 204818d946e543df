import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { History } from '../../../../src/vscode/history/callHistory.ts';
import { HistoryFiles } from '../../../../src/vscode/history/historyFiles.ts';
import { redoAll, type CommandContext } from '../../../../src/vscode/history/undoRedo.ts';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';

describe('the texts that the history compares with', () => {
  it('are kept for the latest editors only, each under an address of its own', async () => {
    const files = new HistoryFiles({ find: () => Promise.resolve(undefined) } as unknown as History);
    const file = vscode.Uri.parse('file:///ws/a.txt');
    const uris = Array.from({ length: 120 }, (_, index) => files.keepCurrent('entry', 0, file, `text ${index}`));
    assert.equal(new Set(uris.map(String)).size, uris.length);
    const [oldest, newest] = [uris[0], uris.at(-1)];
    assert.ok(oldest && newest);
    assert.equal(Buffer.from(await files.readFile(newest)).toString(), 'text 119');
    await assert.rejects(files.readFile(oldest), /NotFound/);
  });
});

describe('redoing', () => {
  it('leaves out calls that are in effect, and those that were reverted together with others', async () => {
    const entries = ['inEffect', 'together', 'undone'].map((id) => ({ id, title: id }));
    const redone: string[] = [];
    const history = {
      isInEffect: ({ id }: JournalEntry) => id === 'inEffect',
      isRevertedTogether: ({ id }: JournalEntry) => id === 'together',
      redo: async ({ id }: JournalEntry) => void redone.push(id),
    };
    const context = { history } as unknown as CommandContext;
    await redoAll(context, entries as unknown as readonly JournalEntry[]);
    assert.deepEqual(redone, ['undone']);
  });
});
