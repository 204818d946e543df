import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import { listTurns } from '../../../src/core/toReview/listTurns.ts';
import type { Step } from '../../../src/core/watch/reviewItem.ts';

const at = { uri: 'file:///w/a', path: 'a', real: 'file:///w/a' };

function call(turn: string, time: number, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    version: 2,
    id: `${turn} ${time}`,
    time: new Date(time).toISOString(),
    title: turn,
    tool: 'x',
    state: 'applied',
    bytes: 0,
    changes: [{ kind: 'createDirectory', at }],
    session: 'mcp',
    caller: { agent: 'codex', via: 'mcp' },
    turn: { session: 's', turn },
    ...more,
  };
}

const step = (turn: string, time: number): Step => ({
  id: turn,
  folder: 'file:///w',
  path: 'b',
  before: undefined,
  after: undefined,
  origin: { kind: 'turn', agent: 'codex', session: 's', turn },
  time,
});

const names = (...given: Parameters<typeof listTurns>): string =>
  listTurns(...given)
    .map(({ turn, from, to, paths }) => `${turn.turn}: ${[...paths].join(' ')} ${from}-${to}`)
    .join(', ');

describe('the turns to choose from', () => {
  it('are listed once each with their files and times, the last changed first', () => {
    const entries = [call('1', 10), call('2', 15), call('1', 20)];
    assert.equal(
      names(entries, [step('1', 5)], () => true),
      '1: a b 5-20, 2: a 15-15',
    );
  });

  it('are none that only has calls that wrote nothing, or are undone', () => {
    const entries = [
      call('unfinished', 1, { state: 'applying' }),
      call('undone', 3),
      call('undo', 4, { reverts: 'undone 3' }),
    ];
    assert.equal(
      names(entries, [], ({ id }) => id !== 'undone 3'),
      '',
    );
  });
});
