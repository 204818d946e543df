import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { History } from '../../../../src/vscode/history/callHistory.ts';
import { HistoryTree, type HistoryNode } from '../../../../src/vscode/history/historyView.ts';
import { HistoryFiles } from '../../../../src/vscode/history/historyFiles.ts';
import { redoAll, undoAll, type CommandContext } from '../../../../src/vscode/history/undoRedo.ts';
import { irreversibleError } from '../../../../src/core/change/inverse.ts';
import { locationOf } from '../../../core/change/changes.ts';
import { answered } from '../ground.ts';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';

describe('the texts that the history compares with', () => {
  it('are kept for the latest editors only, each under an address of its own', async () => {
    const files = new HistoryFiles({ find: () => Promise.resolve(undefined) } as unknown as History);
    const file = vscode.Uri.parse('file:///ws/a.txt');
    const uris = Array.from({ length: 120 }, (_, index) => files.keepText('entry', 0, file, `text ${index}`));
    assert.equal(new Set(uris.map(String)).size, uris.length);
    const [oldest, newest] = [uris[0], uris.at(-1)];
    assert.ok(oldest && newest);
    assert.equal(Buffer.from(await files.readFile(newest)).toString(), 'text 119');
    await assert.rejects(files.readFile(oldest), /NotFound/);
  });
});

describe('redoing', () => {
  it('leaves out calls that are in effect, and those that were reverted together with others', async () => {
    const entries = ['inEffect', 'together', 'undone'].map((id) => ({ id, title: id, changes: [] }));
    const redone: string[] = [];
    const history = {
      isInEffect: ({ id }: JournalEntry) => id === 'inEffect',
      isRevertedTogether: ({ id }: JournalEntry) => id === 'together',
      redo: ({ id }: JournalEntry) => Promise.resolve(redone.push(id) > 0),
    };
    const context = { history } as unknown as CommandContext;
    await redoAll(context, entries as unknown as readonly JournalEntry[]);
    assert.deepEqual(redone, ['undone']);
  });
});

describe('a call that can never be undone', () => {
  const unread = { kind: 'delete', at: locationOf('a.bin'), before: { kind: 'unread', size: 1 } };
  const time = new Date(0).toISOString();
  const entryOf = (id: string, ...changes: unknown[]): JournalEntry =>
    ({ id, title: id, tool: 'redline_delete', time, changes }) as unknown as JournalEntry;

  it('keeps no other from being undone', async () => {
    const undone: string[] = [];
    const history = {
      pin: () => () => undefined,
      isInEffect: () => true,
      async revert(entry: JournalEntry) {
        undone.push(entry.id);
        if (entry.id === 'final') throw irreversibleError('a.bin');
        return true;
      },
    };
    const context = { history, log: { error: () => undefined } } as unknown as CommandContext;
    await answered(undoAll(context, [entryOf('new'), entryOf('final', unread), entryOf('old')]));
    assert.deepEqual(undone, ['new', 'old', 'final']);
  });

  it('is in a group that offers its undo for the others only', () => {
    const tree = new HistoryTree({ isInEffect: () => true } as unknown as History, new Promise(() => undefined));
    const offered = [[unread], []].map((changes) => {
      const calls = [entryOf('one', unread), entryOf('two', ...changes)];
      const events = calls.map((entry) => ({ kind: 'call', entry }) as const);
      const group = { id: 'group', isFromChat: true, from: time, to: time, calls, events };
      return tree.getTreeItem({ kind: 'group', group } as unknown as HistoryNode).contextValue;
    });
    assert.deepEqual(offered, ['groupForGood', 'groupInEffect']);
  });

  it('says so to a screen reader as well', () => {
    const tree = new HistoryTree({ isInEffect: () => true } as unknown as History, new Promise(() => undefined));
    const { accessibilityInformation } = tree.getTreeItem({ kind: 'call', entry: entryOf('one', unread) });
    assert.match(accessibilityInformation?.label ?? '', /^one, applied [^,]+, cannot be undone$/);
  });
});

describe('changes that no call made', () => {
  it('name equal possible origins once', () => {
    const tree = new HistoryTree({} as unknown as History, new Promise(() => undefined));
    const turn = (id: string) => ({ kind: 'turn', agent: 'codex', turn: id });
    const origin = { kind: 'oneOf', origins: [turn('1'), turn('2')] };
    const node = { kind: 'outside', id: '1', origin, steps: [], time: 0 } as unknown as HistoryNode;
    assert.equal(tree.getTreeItem(node).label, 'Codex: during its turn');
  });
});
