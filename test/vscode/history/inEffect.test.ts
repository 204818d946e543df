import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import { History, type HistoryDeps } from '../../../src/vscode/history/callHistory.ts';

type Links = Partial<Pick<JournalEntry, 'reverts' | 'takesBack' | 'state'>>;

function entry(id: string, links: Links = {}): JournalEntry {
  return { version: 5, id, time: '', title: '', tool: 'x', state: 'applied', bytes: 0, changes: [], ...links };
}

function historyOf(journal: { entries: readonly JournalEntry[] }): History {
  const deps = { journal, onDidChange: () => ({ dispose: () => undefined }) };
  return new History(deps as unknown as HistoryDeps);
}

/** The ids of the entries that are in effect. */
function inEffect(...entries: readonly JournalEntry[]): string {
  const history = historyOf({ entries });
  return entries.flatMap((each) => (history.isInEffect(each) ? each.id : [])).join(' ');
}

describe('whether a call is in effect', () => {
  const undo = entry('undo', { reverts: 'a' });
  const redo = entry('redo', { reverts: 'undo' });
  const table: readonly (readonly [string, string, ...JournalEntry[]])[] = [
    ['alone', 'a b', entry('a'), entry('b')],
    ['undone', 'b undo', entry('a'), entry('b'), undo],
    ['undone and redone', 'a redo', entry('a'), undo, redo],
    ['undone twice', 'redo undo 2', entry('a'), undo, redo, entry('undo 2', { reverts: 'a' })],
    ['while its undo is applied', 'a undo', entry('a'), entry('undo', { reverts: 'a', state: 'applying' })],
    ['reverted with others', 'turn', entry('a'), entry('b'), entry('turn', { takesBack: ['a', 'b'] })],
    [
      'reverted with others, which was undone',
      'a undo',
      entry('a'),
      entry('turn', { takesBack: ['a'] }),
      entry('undo', { reverts: 'turn' }),
    ],
  ];
  for (const [title, expected, ...entries] of table) it(title, () => assert.equal(inEffect(...entries), expected));

  it('follows the journal', () => {
    const journal = { entries: [entry('a'), entry('undo', { reverts: 'a', state: 'applying' })] };
    const history = historyOf(journal);
    const isCallInEffect = (): boolean => history.last?.id === 'a';
    assert.ok(isCallInEffect());
    for (const each of journal.entries) each.state = 'applied';
    assert.ok(!isCallInEffect());
    journal.entries = journal.entries.slice(0, 1);
    assert.ok(isCallInEffect());
  });

  it('is told of each of many calls without a look at all for each', () => {
    let lookCount = 0;
    const entries = Array.from({ length: 5000 }, (_, index) => ({
      ...entry(String(index)),
      get reverts(): undefined {
        lookCount += 1;
        return undefined;
      },
    }));
    const history = historyOf({ entries });
    assert.ok(entries.every((each) => history.isInEffect(each)));
    assert.ok(lookCount <= 4 * entries.length, `${lookCount} looks`);
  });
});
