import assert from 'node:assert/strict';
import {
  isOpenable,
  isCertainlyByTurn,
  isSameFile,
  turnsOf,
  findCoveringItem,
  type ReviewItem,
  type SingleOrigin,
  type StoredFile,
} from '../../../src/core/watch/reviewItem.ts';
import type { Watch } from '../../../src/tools/ports/watchPort.ts';

const turn = { agent: 'codex', session: 's', turn: '1' };
const command: SingleOrigin = { kind: 'command', ...turn, command: 'make' };
const other: SingleOrigin = { kind: 'turn', agent: 'claude', session: 't', turn: '2' };
const file: StoredFile = { mode: 'file', size: 1, id: 'a' };

/** Items as a watch lists them. */
type Items = ReturnType<Watch['items']>;

describe('items of Watch', () => {
  it('are compared by bytes and mode', () => {
    assert.ok(isSameFile(undefined, undefined));
    assert.ok(isSameFile(file, { ...file, size: 1 }));
    assert.ok(!isSameFile(file, undefined));
    assert.ok(!isSameFile(file, { ...file, mode: 'executable' }));
    assert.ok(!isSameFile(file, { ...file, id: 'b' }));
  });

  it('belong to every turn that may have made them', () => {
    assert.deepEqual(turnsOf(command), [command]);
    assert.deepEqual(turnsOf({ kind: 'oneOf', origins: [command, { kind: 'terminal', command: 'ls' }, other] }), [
      command,
      other,
    ]);
    assert.deepEqual(turnsOf({ kind: 'later', entry: '1', turn }), [turn]);
    assert.deepEqual(turnsOf({ kind: 'later', entry: '1' }), []);
    assert.deepEqual(turnsOf({ kind: 'outside' }), []);
  });

  it('are surely those of a turn only by its commands and calls, never by the time alone', () => {
    const isOwn = ({ session }: { readonly session: string }): boolean => session === 's';
    const surely = (...origins: readonly SingleOrigin[]): boolean =>
      isCertainlyByTurn({ kind: 'oneOf', origins }, isOwn);
    assert.ok(isCertainlyByTurn(command, isOwn));
    assert.ok(isCertainlyByTurn({ kind: 'later', entry: '1', turn }, isOwn));
    assert.ok(surely(command, { ...command, turn: '2' }));
    assert.ok(!isCertainlyByTurn({ kind: 'turn', ...turn }, isOwn));
    assert.ok(!isCertainlyByTurn({ ...command, session: 't' }, isOwn));
    assert.ok(!isCertainlyByTurn({ kind: 'later', entry: '1' }, isOwn));
    assert.ok(!surely(command, { kind: 'terminal', command: 'ls' }));
    assert.ok(!surely(command, { kind: 'turn', ...turn }));
    assert.ok(!isCertainlyByTurn({ kind: 'outside' }, isOwn));
  });

  it('say whether the editor can name their file', () => {
    const item: ReviewItem = { folder: 'file:///w', path: 'a\nb/ü', baseline: undefined, current: file, steps: [] };
    const items: Items = [item, { ...item, path: 'a\udcff' }];
    assert.deepEqual(
      items.map(({ path }) => isOpenable(path)),
      [true, false],
    );
  });
});

function side(id: string): StoredFile | undefined {
  return id === '' ? undefined : { mode: 'file', size: 1, id };
}

/** The item of one file in the list of a folder. @param states its contents, oldest first */
function item(folder: string, states: readonly string[], baseline = states[0] ?? ''): ReviewItem {
  const steps = states.slice(1).map((after, index) => ({
    id: `${folder} ${index}`,
    folder,
    path: 'a',
    before: side(states[index] ?? ''),
    after: side(after),
    origin: { kind: 'outside' } as const,
    time: index,
  }));
  return { folder, path: 'a', baseline: side(baseline), current: side(states.at(-1) ?? ''), steps };
}

const cases: readonly (readonly [string, readonly ReviewItem[], string | undefined])[] = [
  ['one list', [item('outer', ['A', 'B'])], 'outer'],
  ['equal lists', [item('outer', ['A', 'B']), item('link', ['A', 'B'])], 'outer'],
  ['a list that began later', [item('inner', ['B', 'C']), item('outer', ['A', 'B', 'C'])], 'outer'],
  [
    'a list that began before the file was created',
    [item('inner', ['B', 'C']), item('outer', ['', 'B', 'C'])],
    'outer',
  ],
  ['a deletion', [item('inner', ['B', '']), item('outer', ['A', 'B', ''])], 'outer'],
  ['a list whose start was kept', [item('outer', ['A', 'B', 'C'], 'B'), item('link', ['A', 'B', 'C'])], 'link'],
  ['lists with different contents', [item('outer', ['A', 'B']), item('inner', ['B', 'C'])], undefined],
  ['lists whose baselines have nothing in common', [item('outer', ['A', 'C']), item('inner', ['B', 'C'])], undefined],
];

describe('a file in several lists', () => {
  for (const [what, items, expected] of cases)
    it(`${expected === undefined ? 'is not reverted' : 'is reverted once'}: ${what}`, () => {
      assert.equal(findCoveringItem(items)?.folder, expected);
    });
});
