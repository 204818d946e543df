import assert from 'node:assert/strict';
import { groupItems, itemsOfRow, keepShownRows, type ReviewRow } from '../../../src/core/toReview/reviewGroups.ts';
import type { Origin, ReviewItem, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const folder = 'file:///ws';
const stored = (id: string, size = 1): StoredFile => ({ mode: 'file', size, id });

function item(
  path: string,
  origin: Origin,
  [baseline, current]: readonly [string | undefined, string | undefined] = ['1', '2'],
  time = 1,
): ReviewItem {
  const [before, after] = [baseline, current].map((id) => (id === undefined ? undefined : stored(id)));
  const step = { id: `${path} ${time}`, folder, path, before, after, origin, time };
  return { folder, path, baseline: before, current: after, steps: [step] };
}

const command = (agent: string, turn: string, text = 'x'): Origin => ({
  kind: 'command',
  agent,
  session: 's',
  turn,
  command: text,
});
const callerOf = (entry: string) => (entry === 'gone' ? undefined : { agent: 'vscode', session: entry });

function rowText(row: ReviewRow): string {
  if (row.kind === 'folder') return `${row.path}/ ${row.items.length}${row.isGenerated ? ' generated' : ''}`;
  return row.movedFrom === undefined ? row.item.path : `${row.movedFrom.path} > ${row.item.path}`;
}

function grouped(items: readonly ReviewItem[], generated = /^$/): Record<string, string[]> {
  const groups = groupItems(items, callerOf, (path) => generated.test(path));
  return Object.fromEntries(groups.map(({ id, rows }) => [id, rows.map(rowText)]));
}

describe('what is to be reviewed', () => {
  it('is grouped by agent and turn, the newest first', () => {
    const items = [
      item('a', command('codex', '1')),
      item('b', { kind: 'turn', agent: 'codex', session: 's', turn: '1' }, ['1', '2'], 9),
      item('c', command('codex', '2'), ['1', '2'], 5),
      item('d', command('gemini', '1'), ['1', '2'], 3),
      item('e', { kind: 'terminal', command: 'x' }, ['1', '2'], 2),
      item('f', { kind: 'outside' }),
      item('g', { kind: 'later', entry: 'chat' }, ['1', '2'], 4),
      item('h', { kind: 'later', entry: 'x', turn: { agent: 'codex', session: 's', turn: '2' } }),
      item('i', { kind: 'later', entry: 'gone' }),
    ];
    assert.deepEqual(Object.entries(grouped(items)), [
      ['["codex","s","1"]', ['a', 'b']],
      ['["codex","s","2"]', ['c', 'h']],
      ['["vscode","chat"]', ['g']],
      ['["gemini","s","1"]', ['d']],
      ['terminal', ['e']],
      ['outside', ['f', 'i']],
    ]);
  });

  it('is one of several where several ran, unless they are of one turn', () => {
    const [one, two, other] = [command('codex', '1'), command('codex', '1', 'y'), command('claude', '1')];
    const oneOf = (...origins: Origin[]): Origin => ({
      kind: 'oneOf',
      origins: origins.flatMap((each) => (each.kind === 'command' || each.kind === 'terminal' ? each : [])),
    });
    const terminal: Origin = { kind: 'terminal', command: 'ls' };
    assert.deepEqual(
      grouped([item('a', oneOf(one, two)), item('b', oneOf(one, other)), item('c', oneOf(one, terminal))]),
      {
        '["codex","s","1"]': ['a'],
        '[false,"claude","codex"]': ['b'],
        '[true,"codex"]': ['c'],
      },
    );
  });

  it('shows a file that was moved in one row', () => {
    const origin = command('codex', '1');
    const items = [
      item('new/a.ts', origin, [undefined, '1']),
      item('old/a.ts', origin, ['1', undefined]),
      item('old/copy.ts', origin, ['1', undefined]),
      item('other.ts', origin, [undefined, '7']),
    ];
    assert.deepEqual(grouped(items), { '["codex","s","1"]': ['old/a.ts > new/a.ts', 'old/copy.ts', 'other.ts'] });
  });

  it('folds what is generated', () => {
    const origin = command('codex', '1');
    const items = [
      item('src/a', origin),
      item('dist/js/a', origin),
      item('dist/js/b', origin),
      item('dist/css/c', origin),
    ];
    assert.deepEqual(grouped(items, /^dist/), { '["codex","s","1"]': ['src/a', 'dist/ 3 generated'] });
  });

  it('folds the folders with the most files until few rows are left', () => {
    const origin = command('codex', '1');
    const many = Array.from({ length: 5000 }, (_, at) => item(`gen/${at % 2 === 0 ? 'a' : 'b'}/${at}`, origin));
    const rows = grouped([...many, item('src/x', origin)]);
    assert.deepEqual(rows, { '["codex","s","1"]': ['src/x', 'gen/a/ 2500', 'gen/b/ 2500'] });
  });

  it('folds many small folders by what they are in, and loses nothing', () => {
    const origin = command('codex', '1');
    const many = Array.from({ length: 1000 }, (_, at) => item(`packages/p${at}/index.ts`, origin));
    const [group] = groupItems([item('a', origin), ...many], callerOf, () => false);
    assert.deepEqual(group?.rows.map(rowText), ['a', 'packages/ 1000']);
    assert.equal(group?.rows.flatMap(itemsOfRow).length, 1001);
  });

  it('keeps the rows that were shown before, and no other', () => {
    const origin = command('codex', '1');
    const [a, b, source, moved] = [
      item('a', origin),
      item('b', origin),
      item('old/c', origin, ['1', undefined]),
      item('new/c', origin, [undefined, '1']),
    ];
    const rowsOf = (...items: ReviewItem[]) => groupItems(items, callerOf, () => false)[0]?.rows ?? [];
    const shownRows = rowsOf(a, b, moved);
    const rows = keepShownRows(rowsOf(a, { ...b }, moved, source), shownRows);
    assert.deepEqual(
      rows.map((row) => shownRows.includes(row)),
      [true, false, false],
    );
    const folded = groupItems([a, b], callerOf, () => true)[0]?.rows ?? [];
    const refolded = groupItems([a, b], callerOf, () => true)[0]?.rows ?? [];
    assert.equal(keepShownRows(refolded, folded)[0], folded[0]);
    assert.notEqual(keepShownRows(refolded, rowsOf(a))[0], rowsOf(a)[0]);
  });
});
