import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import { changesOfTurn, listTurns, groupByFile, type TurnEvent } from '../../../src/core/toReview/turnChanges.ts';
import type { Origin, Step } from '../../../src/core/watch/reviewItem.ts';
import { divideByWrites } from '../../../src/core/watch/writes.ts';

const turn = { agent: 'codex', session: 's', turn: '1' };
const command: Origin = { kind: 'command', command: 'make', ...turn };
const step = (id: string, time: number, origin: Origin = command): Step => ({
  id,
  folder: 'file:///w',
  path: id,
  before: undefined,
  after: undefined,
  origin,
  time,
});
const call = (id: string, time: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  version: 2,
  id,
  time: new Date(time).toISOString(),
  title: id,
  tool: 'x',
  state: 'applied',
  bytes: 0,
  changes: [],
  session: 'mcp',
  caller: { agent: 'codex', via: 'mcp' },
  turn: { session: 's', turn: '1' },
  ...more,
});
const names = (events: readonly TurnEvent[]): string =>
  events.map((event) => (event.kind === 'call' ? event.entry.id : event.step.id)).join(' ');

describe('what a turn changed', () => {
  it('is calls and other changes, the newest first; a change found by a call is older than it', () => {
    const found = changesOfTurn(turn, [call('a', 10), call('b', 30)], [step('x', 10), step('y', 20)], () => true);
    assert.equal(names(found.events), 'b y a x');
    assert.deepEqual(found.unsure, []);
  });

  it('has a change before the call that wrote over it, although that call ended after the next one began', () => {
    const write = { before: 'B', after: 'C', by: 'reviewed', isDone: true, time: 10 } as const;
    const [found] = divideByWrites('A', 'C', [write]);
    assert.ok(found?.write?.time !== undefined && found.isGap);
    const calls = [call('a', write.time), call('b', write.time + 5)];
    assert.equal(names(changesOfTurn(turn, calls, [step('x', found.write.time)], () => true).events), 'b a x');
  });

  it('is not what others did, what is undone, what is not finished, and undos', () => {
    const entries = [
      call('other turn', 1, { turn: { session: 's', turn: '2' } }),
      call('other agent', 2, { caller: { agent: 'claude', via: 'hook' } }),
      call('no turn', 3, { turn: undefined }),
      call('unfinished', 4, { state: 'applying' }),
      call('undone', 5),
      call('undo', 6, { reverts: 'undone' }),
      call('mine', 7),
    ];
    const steps = [
      step('outside', 1, { kind: 'outside' }),
      step('terminal', 2, { kind: 'terminal', command: 'make' }),
      step('next turn', 3, { ...command, turn: '2' }),
      step('of a call', 4, { kind: 'later', entry: 'mine', turn }),
    ];
    assert.equal(names(changesOfTurn(turn, entries, steps, ({ id }) => id !== 'undone').events), 'mine');
  });

  it('tells what only its time gives to the turn', () => {
    const steps = [step('x', 1), step('y', 2, { kind: 'turn', ...turn })];
    const found = changesOfTurn(turn, [], steps, () => true);
    assert.equal(names(found.events), 'y x');
    assert.deepEqual(
      found.byTime.map(({ id }) => id),
      ['y'],
    );
  });

  it('is not what something else may have done, which is told', () => {
    const both: Origin = { kind: 'oneOf', origins: [command, { kind: 'terminal', command: 'ls' }] };
    const own: Origin = { kind: 'oneOf', origins: [command, { kind: 'turn', ...turn }] };
    const found = changesOfTurn(turn, [], [step('x', 1, both), step('y', 2, own)], () => true);
    assert.equal(names(found.events), 'y');
    assert.deepEqual(
      found.unsure.map(({ id }) => id),
      ['x'],
    );
  });
});

const at = { uri: 'file:///w/a', path: 'a', real: 'file:///w/a' };

function callOf(turn: string, time: number, more: Partial<JournalEntry> = {}): JournalEntry {
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

const stepOf = (turn: string, time: number): Step => ({
  id: turn,
  folder: 'file:///w',
  path: 'b',
  before: undefined,
  after: undefined,
  origin: { kind: 'turn', agent: 'codex', session: 's', turn },
  time,
});

const listed = (...given: Parameters<typeof listTurns>): string =>
  listTurns(...given)
    .map(({ turn, from, to, paths }) => `${turn.turn}: ${[...paths].join(' ')} ${from}-${to}`)
    .join(', ');

describe('the turns to choose from', () => {
  it('are listed once each with their files and times, the last changed first', () => {
    const entries = [callOf('1', 10), callOf('2', 15), callOf('1', 20)];
    assert.equal(
      listed(entries, [stepOf('1', 5)], () => true),
      '1: a b 5-20, 2: a 15-15',
    );
  });

  it('are none that only has calls that wrote nothing, or are undone', () => {
    const entries = [
      callOf('unfinished', 1, { state: 'applying' }),
      callOf('undone', 3),
      callOf('undo', 4, { reverts: 'undone 3' }),
    ];
    assert.equal(
      listed(entries, [], ({ id }) => id !== 'undone 3'),
      '',
    );
  });
});

it('changes of a turn are joined by file, up to a move', () => {
  const changes = ['file a', 'file b', 'file a', 'folderCreated d', 'file b', 'move a', 'file a', 'file a'].map(
    (each) => {
      const [kind = '', real = ''] = each.split(' ');
      return { kind, at: { real } };
    },
  );
  assert.deepEqual(
    groupByFile(changes).map((row) => row.map(({ kind, at }) => `${kind} ${at.real}`)),
    [['file a', 'file a'], ['file b', 'file b'], ['folderCreated d'], ['move a'], ['file a', 'file a']],
  );
});
