import assert from 'node:assert/strict';
import {
  asWriteAbove,
  indexWrites,
  settledIds,
  selectUnsettled,
  type PathWrite,
} from '../../../src/core/watch/writeIndex.ts';

const write = (time: number, path: string, before: string, after: string, more: Partial<PathWrite> = {}) =>
  ({ path, before, after, by: 'reviewed', isDone: true, time, ...more }) as const;

describe('the known writes of a file', () => {
  const index = indexWrites([
    write(2, 'd', 'any', 'absent', { isFolder: true }),
    write(2, 'e', 'any', 'any', { isFolder: true, from: 'd' }),
    write(2, 'e/x', 'absent', 'moved', { from: 'd/x' }),
    write(1, 'd/x', 'old', 'saved'),
    write(3, 'd', 'any', 'absent', { isFolder: true }),
  ]);
  const writesOf = (path: string): unknown[] =>
    index.of(path).map(({ time, before, after, from }) => [time, before, after, from]);

  it('are in order, and have the content of a move at the old path, too', () => {
    assert.deepEqual(writesOf('d/x'), [
      [1, 'old', 'saved', undefined],
      [2, 'moved', 'absent', undefined],
      [3, 'any', 'absent', undefined],
    ]);
  });

  it('are those of the folder where nothing else is known', () => {
    assert.deepEqual(writesOf('d/y')[0], [2, 'any', 'absent', undefined]);
    assert.deepEqual(writesOf('e/y'), [[2, 'any', 'any', 'd/y']]);
    assert.deepEqual(writesOf('dx'), []);
  });

  it('are not those of a folder above it that excepts it', () => {
    const moved = indexWrites([
      write(1, 'd', 'any', 'absent', { isFolder: true, except: new Set(['d/x']) }),
      write(1, 'd/x', 'any', 'absent', { by: 'editor' }),
    ]);
    assert.deepEqual(
      ['d/x', 'd/y'].map((path) => moved.of(path).map(({ by }) => by)),
      [['editor'], ['reviewed']],
    );
  });

  it('include those of every folder above it, in order', () => {
    const above = indexWrites([
      write(3, 'a', 'any', 'absent', { isFolder: true }),
      write(1, 'a/b/c', 'any', 'absent', { isFolder: true }),
      write(2, 'a/b', 'any', 'absent', { isFolder: true }),
      write(4, 'a/b', 'any', 'absent'),
      write(5, 'a/b/c/x', 'any', 'absent', { isFolder: true }),
    ]);
    assert.deepEqual(
      above.of('a/b/c/x').map(({ time }) => time),
      [1, 2, 3, 5],
    );
  });

  it('of a nested workspace folder have its path in the folder around it', () => {
    const around = indexWrites([
      asWriteAbove('in/ner', write(1, 'y', 'absent', 'moved', { from: 'x' })),
      asWriteAbove('in/ner', write(2, '', 'any', 'absent', { isFolder: true })),
    ]);
    assert.deepEqual(
      around.of('in/ner/y').map(({ time, from }) => [time, from]),
      [
        [1, 'in/ner/x'],
        [2, undefined],
      ],
    );
  });
});

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const entry = (id: string, state: 'applying' | 'applied', seconds: number) => ({ id, state, time: at(seconds) });
const ids = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

describe('the entries that a look considers', () => {
  it('include one that was begun before the look before, and written after it', () => {
    // The look before was prepared at 99 s and began at 101 s; the entry was begun at 100 s and written at 102 s.
    const settled = settledIds([entry('old', 'applied', 50)]);
    const now = [entry('old', 'applied', 50), entry('between', 'applied', 100), entry('new', 'applied', 103)];
    assert.deepEqual(ids(selectUnsettled(now, 101_000, settled)), ['between', 'new']);
  });

  it('include one that was being written when the look before was prepared', () => {
    const settled = settledIds([entry('a', 'applying', 10), entry('b', 'applied', 10)]);
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applied', 10), entry('b', 'applied', 10)], 99_000, settled)), [
      'a',
    ]);
  });

  it('include one that may be written at any moment', () => {
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applying', 10)], 99_000, new Set(['a']))), ['a']);
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applying', 10)], 99_000, undefined)), ['a']);
  });

  it('are, for the first look of a window, those begun since the last look of any window, or shortly before', () => {
    const entries = [entry('old', 'applied', 80), entry('just', 'applied', 95), entry('new', 'applied', 101)];
    assert.deepEqual(ids(selectUnsettled(entries, 100_000, undefined)), ['just', 'new']);
  });

  it('are none that an earlier look has seen', () => {
    const entries = [entry('a', 'applied', 10), entry('b', 'applied', 20)];
    assert.deepEqual(selectUnsettled(entries, 30_000, settledIds(entries)), []);
  });
});
