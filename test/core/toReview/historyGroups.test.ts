import assert from 'node:assert/strict';
import {
  countFiles,
  groupEvents,
  fileNames,
  groupDays,
  linesOfCalls,
} from '../../../src/core/toReview/historyGroups.ts';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import type { Origin, Step } from '../../../src/core/watch/reviewItem.ts';

function call(id: string, minute: number, session?: string): JournalEntry {
  const time = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
  const about = { version: 2, id, time, title: id, tool: 'x', state: 'applied', bytes: 0, changes: [] } as const;
  return { ...about, changes: [], ...(session === undefined ? {} : { session }) };
}

const by = (agent: string, via: string, made: JournalEntry): JournalEntry => ({ ...made, caller: { agent, via } });

/** Calls, oldest first, and the groups they make: newest group first, and newest call first in each. */
const cases: readonly (readonly [name: string, calls: readonly JournalEntry[], groups: string])[] = [
  ['none', [], ''],
  ['one', [call('a', 0, 's')], 'a'],
  ['one turn', [call('a', 0, 's'), call('b', 1, 's'), call('c', 4, 's')], 'cba'],
  ['a pause', [call('a', 0, 's'), call('b', 10, 's')], 'b a'],
  ['two sessions', [call('a', 0, 's'), call('b', 1, 't'), call('c', 2, 't')], 'cb a'],
  ['no session', [call('a', 0), call('b', 1), call('c', 30)], 'c ba'],
  ['two agents of one session', [by('codex', 'mcp', call('a', 0, 's')), by('zed', 'mcp', call('b', 1, 's'))], 'b a'],
  ['an agent', [by('codex', 'mcp', call('a', 0, 's')), by('codex', 'mcp', call('b', 1, 's'))], 'ba'],
  ['a clock that was set back', [call('a', 50, 's'), call('b', 1, 's')], 'ba'],
];

describe('groups of calls', () => {
  for (const [name, calls, groups] of cases) {
    it(name, () => {
      const found = groupEvents(calls, []).map((group) => group.calls.map(({ id }) => id).join(''));
      assert.equal(found.join(' '), groups);
    });
  }

  it('know who made them, also those of earlier versions', () => {
    const made = [
      call('a', 0, 's'),
      call('b', 10),
      by('codex', 'mcp', call('c', 20, 't')),
      by('vscode', 'chat', call('d', 30, 'u')),
    ];
    assert.deepEqual(
      groupEvents(made, []).map(({ isFromChat, caller }) => [isFromChat, caller?.agent]),
      [
        [true, 'vscode'],
        [false, 'codex'],
        [false, undefined],
        [true, undefined],
      ],
    );
  });

  const turn = { agent: 'codex', session: 's', turn: '1' };
  const command: Origin = { kind: 'command', command: 'make', ...turn };
  const step = (id: string, minute: number, origin: Origin): Step => {
    const time = Date.UTC(2026, 0, 1, 12, minute);
    return { id, folder: 'file:///w', path: id, before: undefined, after: undefined, origin, time };
  };
  const inTurn = (made: JournalEntry): JournalEntry => ({
    ...by('codex', 'mcp', made),
    turn: { session: turn.session, turn: turn.turn },
  });
  const outside: Origin = { kind: 'outside' };
  const lines = (calls: readonly JournalEntry[], steps: readonly Step[]): string[] =>
    groupEvents(calls, steps).map(({ events }) =>
      events
        .map((event) => (event.kind === 'call' ? event.entry.id : event.steps.map(({ id }) => id).join('+')))
        .join(' '),
    );

  it('are one line of time with what calls did not change', () => {
    const calls = [inTurn(call('a', 1, 'mcp')), inTurn(call('b', 20, 'mcp')), by('zed', 'mcp', call('c', 21, 'z'))];
    const steps = [step('x', 0, command), step('y', 1, command), step('z', 30, { kind: 'turn', ...turn })];
    assert.deepEqual(lines(calls, steps), ['c', 'z b a x+y']);
  });

  it('keep what came from outside apart, by its pauses, and leave out what calls made', () => {
    const late: Origin = { kind: 'later', entry: 'a' };
    const steps = [step('w', 0, outside), step('l', 0, late), step('x', 1, outside), step('y', 20, outside)];
    assert.deepEqual(lines([call('a', 2, 's')], steps), ['y', 'a', 'w+x']);
  });

  it('put what one of several did into no turn, unless all were of it', () => {
    const other: Origin = { kind: 'oneOf', origins: [command, { kind: 'terminal', command: 'ls' }] };
    const same: Origin = { kind: 'oneOf', origins: [command, { ...command, command: 'make test' }] };
    assert.deepEqual(lines([inTurn(call('a', 1, 'mcp'))], [step('x', 2, other), step('y', 3, same)]), ['x', 'y a']);
  });

  it('count a file once that was changed twice', () => {
    assert.equal(countFiles([step('a', 0, outside), step('a', 1, outside), step('b', 2, outside)]), 2);
  });
});

function callAt(id: string, time: string, paths: readonly string[] = [], lines?: JournalEntry['lines']): JournalEntry {
  const changes = paths.map((path) => {
    const at = { uri: `file:///${path}`, path, real: `file:///${path}` };
    return path.endsWith('/')
      ? ({ kind: 'createDirectory', at } as const)
      : ({ kind: 'delete', at, before: { kind: 'binary', sha256: 'a'.repeat(64) } } as const);
  });
  const about = { version: 2, id, time: `2026-01-${time}:00.000Z`, title: id, tool: 'x', state: 'applied' } as const;
  return { ...about, session: 's', bytes: 0, changes, ...(lines === undefined ? {} : { lines }) };
}

const dayOf = (time: Date): string => time.toISOString().slice(8, 10);

/** Calls, oldest first, and what stands under each day: newest day first, newest group first, newest call first. */
const dayCases: readonly (readonly [name: string, calls: readonly JournalEntry[], days: string])[] = [
  ['none', [], ''],
  ['one day', [callAt('a', '01T10:00'), callAt('b', '01T10:01'), callAt('c', '01T12:00')], '01: c ba'],
  ['two days', [callAt('a', '01T10:00'), callAt('b', '02T10:00')], '02: b; 01: a'],
  ['a turn over midnight', [callAt('a', '01T23:58'), callAt('b', '02T00:01')], '01: ba'],
  ['a clock that was set back', [callAt('a', '02T10:00'), callAt('b', '01T10:00')], '02: ba'],
  [
    'a day that comes twice',
    [
      callAt('a', '02T10:00'),
      { ...callAt('b', '01T10:00'), session: 't' },
      { ...callAt('c', '02T12:00'), session: 'u' },
    ],
    '02: c a; 01: b',
  ],
];

describe('days of the history', () => {
  for (const [name, calls, days] of dayCases) {
    it(name, () => {
      const found = groupDays(calls, [], dayOf).map(
        ({ day, groups }) => `${day}: ${groups.map((each) => each.calls.map(({ id }) => id).join('')).join(' ')}`,
      );
      assert.equal(found.join('; '), days);
    });
  }

  it('name each file once, and no folder', () => {
    const calls = [callAt('b', '01T10:01', ['src/b.ts', 'src/']), callAt('a', '01T10:00', ['a.ts', 'src/b.ts'])];
    assert.deepEqual(fileNames(calls.map((entry) => ({ kind: 'call', entry }))), ['b.ts', 'a.ts']);
  });

  it('count lines only where all of them are counted', () => {
    const counted = callAt('a', '01T10:00', [], { added: 2, removed: 1 });
    assert.deepEqual(linesOfCalls([counted, counted]), { added: 4, removed: 2 });
    assert.equal(linesOfCalls([counted, callAt('b', '01T10:01')]), undefined);
  });
});
