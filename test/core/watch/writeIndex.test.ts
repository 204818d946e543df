import assert from 'node:assert/strict';
import { asWriteAbove, indexWrites, type PathWrite } from '../../../src/core/watch/writeIndex.ts';

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
