import assert from 'node:assert/strict';
import { Claims, Lease } from '../../src/vscode/journal/lease.ts';
import { Disk, storageOn, type Step } from './disk.ts';
import { Machine } from './window.ts';

/** Processes of a machine: `own` is this window's, and no other runs but `other`. */
const processes = { own: 'own', isGone: (process: string) => !['own', 'other'].includes(process) };

/** A lease whose timers are moved by hand. */
function leaseOn(disk: Disk, { step = () => Promise.resolve(), knows = true }: { step?: Step; knows?: boolean } = {}) {
  const timers = new Set<() => void>();
  const clock = { waited: 0, timers, beat: () => timers.forEach((beat) => beat()) };
  const lease = new Lease(storageOn(disk, step), knows ? processes : undefined, {
    every: (_, work) => {
      timers.add(work);
      return () => void timers.delete(work);
    },
    wait: async (milliseconds) => void (clock.waited += milliseconds),
  });
  return { lease, clock };
}

/** Fails every step that matches. */
const failing =
  (pattern: RegExp): Step =>
  async (what) => {
    if (pattern.test(what)) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };

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

describe('the lease of another window', () => {
  for (const { title, process, knows, silence } of [
    { title: 'whose process runs', process: 'other', knows: true, silence: 30_000 },
    { title: 'whose process has ended', process: 'gone', knows: true, silence: 0 },
    { title: 'of an earlier process, whose number this one has', process: 'own', knows: true, silence: 0 },
    { title: 'that names no process', process: '', knows: true, silence: 5000 },
    { title: 'where no process can be looked up', process: 'other', knows: false, silence: 5000 },
  ]) {
    it(`${title} ends after ${silence} ms of silence`, async () => {
      const disk = new Disk();
      disk.put('owners/silent', `${process}\n7\n`);
      const { lease, clock } = leaseOn(disk, { knows });
      assert.equal(await lease.isHeld('silent'), false);
      assert.deepEqual([clock.waited, disk.list('owners')], [silence, []]);
    });
  }

  it('has ended also if its file cannot be removed', async () => {
    const disk = new Disk();
    disk.put('owners/silent', 'gone\n7\n');
    assert.equal(await leaseOn(disk, { step: failing(/^remove/) }).lease.isHeld('silent'), false);
  });

  it('counts as held while its file cannot be read', async () => {
    const disk = new Disk();
    disk.put('owners/silent', 'gone\n7\n');
    assert.equal(await leaseOn(disk, { step: failing(/^read/) }).lease.isHeld('silent'), true);
    assert.deepEqual(disk.list('owners'), ['silent']);
  });
});

describe('the heartbeat of a window', () => {
  it('goes on, as one, until the last of its entries is given back', async () => {
    const disk = new Disk();
    const { lease, clock } = leaseOn(disk);
    await lease.acquire();
    await lease.acquire();
    assert.equal(clock.timers.size, 1);
    await lease.release();
    const first = disk.text(`owners/${lease.id}`);
    clock.beat();
    await lease.acquire();
    await lease.release();
    assert.notEqual(disk.text(`owners/${lease.id}`), first);
    assert.equal(clock.timers.size, 1);
    await lease.release();
    assert.deepEqual([clock.timers.size, disk.list('owners')], [0, []]);
  });

  it('goes on after one that could not be written', async () => {
    const disk = new Disk();
    let isFull = true;
    const { lease, clock } = leaseOn(disk, { step: async (what) => (isFull ? failing(/^begin/)(what) : undefined) });
    await assert.rejects(lease.acquire(), { code: 'EIO' });
    isFull = false;
    clock.beat();
    await lease.acquire();
    assert.deepEqual(disk.list('owners'), [lease.id]);
  });
});

describe('the claim of an entry', () => {
  it('of another window stays when this one gives up an entry that it claimed before', async () => {
    const disk = new Disk();
    const [mine, theirs] = [leaseOn(disk).lease, leaseOn(disk).lease];
    const claims = new Claims(storageOn(disk, failing(/^$/)), mine);
    const other = new Claims(storageOn(disk, failing(/^$/)), theirs);
    await mine.acquire();
    await theirs.acquire();
    assert.equal(await claims.take('entry', 'dead'), true);
    await claims.release('entry');
    assert.equal(await other.take('entry', 'dead'), true);
    await claims.release('entry');
    assert.deepEqual(disk.list('claims'), ['entry.dead']);
  });

  it('may stay behind if it cannot be removed', async () => {
    const disk = new Disk();
    const claims = new Claims(storageOn(disk, failing(/^remove claims/)), leaseOn(disk).lease);
    // An entry of a version without leases.
    assert.equal(await claims.take('entry', undefined), true);
    await claims.release('entry');
    assert.deepEqual(disk.list('claims'), ['entry.nobody']);
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
