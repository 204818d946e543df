import assert from 'node:assert/strict';
import { fileNames, groupDays, linesOfCalls } from '../../../src/core/toReview/historyDays.ts';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';

function call(id: string, time: string, paths: readonly string[] = [], lines?: JournalEntry['lines']): JournalEntry {
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
const cases: readonly (readonly [name: string, calls: readonly JournalEntry[], days: string])[] = [
  ['none', [], ''],
  ['one day', [call('a', '01T10:00'), call('b', '01T10:01'), call('c', '01T12:00')], '01: c ba'],
  ['two days', [call('a', '01T10:00'), call('b', '02T10:00')], '02: b; 01: a'],
  ['a turn over midnight', [call('a', '01T23:58'), call('b', '02T00:01')], '01: ba'],
  ['a clock that was set back', [call('a', '02T10:00'), call('b', '01T10:00')], '02: ba'],
  [
    'a day that comes twice',
    [call('a', '02T10:00'), { ...call('b', '01T10:00'), session: 't' }, { ...call('c', '02T12:00'), session: 'u' }],
    '02: c a; 01: b',
  ],
];

describe('days of the history', () => {
  for (const [name, calls, days] of cases) {
    it(name, () => {
      const found = groupDays(calls, [], dayOf).map(
        ({ day, groups }) => `${day}: ${groups.map((each) => each.calls.map(({ id }) => id).join('')).join(' ')}`,
      );
      assert.equal(found.join('; '), days);
    });
  }

  it('name each file once, and no folder', () => {
    const calls = [call('b', '01T10:01', ['src/b.ts', 'src/']), call('a', '01T10:00', ['a.ts', 'src/b.ts'])];
    assert.deepEqual(fileNames(calls.map((entry) => ({ kind: 'call', entry }))), ['b.ts', 'a.ts']);
  });

  it('count lines only where all of them are counted', () => {
    const counted = call('a', '01T10:00', [], { added: 2, removed: 1 });
    assert.deepEqual(linesOfCalls([counted, counted]), { added: 4, removed: 2 });
    assert.equal(linesOfCalls([counted, call('b', '01T10:01')]), undefined);
  });
});
