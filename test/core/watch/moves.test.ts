import assert from 'node:assert/strict';
import { listMovesTo } from '../../../src/core/watch/moves.ts';
import { indexWrites, type PathWrite } from '../../../src/core/watch/writeIndex.ts';
import { absentState, anyState } from '../../../src/core/watch/writes.ts';

/** Both writes of a move by a reviewed call, as the journal has them. */
function move(time: number, from: string, path: string): PathWrite[] {
  const common = { by: 'reviewed', isDone: true, time, isRecorded: true } as const;
  return [
    { ...common, path: from, before: anyState, after: absentState },
    { ...common, path, from, before: anyState, after: anyState },
  ];
}

const deletion = (time: number, path: string, isDone = true): PathWrite => ({
  by: 'reviewed',
  isDone,
  time,
  path,
  before: anyState,
  after: absentState,
});

/** The earlier paths of the file at a path, the last one first. */
function earlierPaths(path: string, ...writes: readonly PathWrite[]): string {
  const index = indexWrites(writes);
  const moves = listMovesTo(
    path,
    (each) => index.of(each),
    () => true,
  );
  return [...moves].map(({ from }) => from).join(' ');
}

describe('the moves that led to a path', () => {
  it('are those of the file, the last one first', () => {
    assert.equal(earlierPaths('c', ...move(1, 'a', 'b'), ...move(2, 'b', 'c')), 'b a');
    assert.equal(earlierPaths('a', ...move(1, 'a', 'b'), ...move(2, 'b', 'a')), 'b');
  });

  it('are not those of the file that took its old path later, or after it in the same call', () => {
    assert.equal(earlierPaths('b', ...move(1, 'a', 'b'), ...move(2, 'c', 'a')), 'a');
    assert.equal(earlierPaths('b', ...move(1, 'a', 'b'), ...move(1, 'c', 'a')), 'a');
  });

  it('are none of the file that was there before', () => {
    assert.equal(earlierPaths('b', ...move(1, 'a', 'b'), ...move(2, 'b', 'd')), '');
    assert.equal(earlierPaths('b', ...move(1, 'a', 'b'), deletion(2, 'b')), '');
    assert.equal(earlierPaths('d', ...move(1, 'a', 'b'), deletion(2, 'b'), ...move(3, 'b', 'd')), 'b');
  });

  it('are all where a deletion was before them, or has not happened', () => {
    assert.equal(earlierPaths('b', deletion(1, 'b'), ...move(2, 'a', 'b')), 'a');
    assert.equal(earlierPaths('b', deletion(1, 'b'), ...move(1, 'a', 'b')), 'a');
    assert.equal(earlierPaths('b', ...move(1, 'a', 'b'), deletion(2, 'b', false)), 'a');
  });
});
