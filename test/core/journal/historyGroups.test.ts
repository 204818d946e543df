import assert from 'node:assert/strict';
import { groupCalls } from '../../../src/core/journal/historyGroups.ts';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';

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
      const found = groupCalls(calls).map((group) => group.calls.map(({ id }) => id).join(''));
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
      groupCalls(made).map(({ chat, caller }) => [chat, caller?.agent]),
      [
        [true, 'vscode'],
        [false, 'codex'],
        [false, undefined],
        [true, undefined],
      ],
    );
  });
});
