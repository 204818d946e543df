import assert from 'node:assert/strict';
import { renameWithRetry, type RenameSystemCalls } from '../../../src/node/files/renameWithRetry.ts';

describe('a rename of a file that is held', () => {
  /** A file that is held for some attempts; answers the pauses, and the code of the failure that was left. */
  async function attempt(held: number, code: string, world: Partial<RenameSystemCalls> = {}) {
    const pauses: number[] = [];
    let left = held;
    const end = await renameWithRetry('from', 'to', {
      windows: true,
      rename: async () => {
        if (left-- > 0) throw Object.assign(new Error('held'), { code });
      },
      isFolder: async () => false,
      pause: async (milliseconds) => pauses.push(milliseconds),
      ...world,
    }).then(
      () => 'done',
      (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : cause),
    );
    return { pauses, end };
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`is tried again with growing pauses after ${code}`, async () => {
      assert.deepEqual(await attempt(3, code), { pauses: [10, 20, 30], end: 'done' });
    });
  }

  it('is given up at last', async () => {
    const { pauses, end } = await attempt(Infinity, 'EBUSY');
    const sum = pauses.reduce((all, each) => all + each, 0);
    assert.deepEqual([end, Math.max(...pauses), sum >= 60_000, sum < 61_000], ['EBUSY', 100, true, true]);
  });

  for (const [title, code, world] of [
    ['after another failure', 'ENOENT', {}],
    ['on another system', 'EACCES', { windows: false }],
    ['where a folder is in its way', 'EPERM', { isFolder: async () => true }],
  ] as const) {
    it(`is not tried again ${title}`, async () => {
      assert.deepEqual(await attempt(1, code, world), { pauses: [], end: code });
    });
  }
});
