import assert from 'node:assert/strict';
import { Lease } from '../../src/vscode/journal/lease.ts';
import { Disk, storageOn } from './disk.ts';
import { Machine } from './window.ts';

describe('the lease of a window', () => {
  it('is held again once its window, which was suspended, goes on', async () => {
    const storage = storageOn(new Disk(), () => Promise.resolve());
    let beat = (): void => undefined;
    const suspended = new Lease(storage, undefined, {
      every: (_, work) => {
        beat = work;
        return () => undefined;
      },
      wait: () => Promise.resolve(),
    });
    let isAwake = false;
    const other = new Lease(storage, undefined, {
      every: () => () => undefined,
      wait: async () => {
        if (isAwake) beat();
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    assert.equal(await suspended.isHeld(suspended.id), true);
    await suspended.acquire();
    assert.equal(await other.isHeld(suspended.id), false);
    beat();
    isAwake = true;
    while ((await storage.stat(`owners/${suspended.id}`)) === undefined)
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await other.isHeld(suspended.id), true);
    await suspended.release();
    assert.equal(await other.isHeld(suspended.id), false);
  });
});

describe('a change of the history', () => {
  for (const [what, step, count] of [
    ['the entry cannot be saved as applied', /^begin journal/, 2],
    ['an old entry cannot be deleted', /^remove journal/, 1],
  ] as const) {
    it(`is shown, also if ${what}`, async () => {
      const machine = new Machine(new Disk());
      machine.disk.put('files/a', 'before');
      machine.limits = { entries: 1, bytes: 1_000_000 };
      const first = machine.open('first');
      assert.equal(await first.apply({ 'files/a': 'between' }), true);
      let left: number = count;
      const second = machine.open('second', async (taken) => {
        if (step.test(taken) && --left === 0) throw new Error('ENOSPC');
      });
      await second.journal.refresh();
      const shown = machine.changes;
      assert.equal(await second.apply({ 'files/a': 'after' }), true);
      assert.equal(left, 0);
      assert.ok(machine.changes > shown, `${machine.changes} after ${shown}`);
    });
  }
});
