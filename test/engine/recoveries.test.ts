import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Step } from '../journal/disk.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';
import { diskFull } from './world.ts';

const halfway = [plan.editOfA, plan.create('x', 'x')];
const rolledBack = '"A call" was interrupted halfway and has been rolled back.';
const notRolledBack = '"A call" was interrupted and could not be rolled back. Check its files.';
const interval = 10_000;

/** Whether the first file of the call is written or restored. */
const stateOf = (call: Meddling): string => (call.text('a') === plan.a ? 'restored' : 'written');

/** A second window beside one that died halfway, or that is about to. Its steps fail where `fails` matches. */
function beside(call: Meddling, name = 'second') {
  const told: string[] = [];
  const disk = { fails: /^$/ };
  const step: Step = async (what) => {
    if (disk.fails.test(what)) diskFull();
  };
  const window = openWindow(call, name, { step });
  const recoveries = window.recoveries(told);
  const pass = async (milliseconds: number): Promise<void> => {
    mock.timers.tick(milliseconds);
    for (let quiet = 0; quiet < 20; quiet++) await turn();
  };
  return { told, disk, journal: window.journal, recoveries, pass };
}

describe('recovery', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('looks again after ten seconds whether a window has died that was at work', async () => {
    const call = new Meddling();
    const { told, recoveries, pass } = beside(call);
    call.at('create x', async () => {
      await recoveries.run();
      call.machine.dead.add('first');
    });
    void call.apply(halfway);
    await pass(0);
    await pass(interval - 1);
    assert.deepEqual([told, stateOf(call)], [[], 'written']);
    await pass(1);
    assert.deepEqual([told, stateOf(call)], [[rolledBack], 'restored']);
    recoveries.dispose();
  });

  for (const [title, fails, firstTold] of [
    ['the history cannot be read', /^list journal/, []],
    ['an entry cannot be taken over', /^begin owners/, [notRolledBack]],
    ['an entry was claimed, but not written', /^begin journal/, [notRolledBack]],
  ] as const) {
    it(`looks again until it succeeds, and tells each failure once: ${title}`, async () => {
      const call = new Meddling();
      await call.dies('create x', halfway);
      const { told, disk, recoveries, pass } = beside(call);
      disk.fails = fails;
      await recoveries.run().catch(() => undefined);
      await pass(interval);
      await pass(interval);
      assert.deepEqual([told, stateOf(call)], [firstTold, 'written']);
      disk.fails = /^$/;
      await pass(interval);
      assert.deepEqual([told, stateOf(call)], [[...firstTold, rolledBack], 'restored']);
      assert.deepEqual([call.machine.disk.list('owners'), call.machine.disk.list('claims')], [[], []]);
      recoveries.dispose();
    });
  }

  it('is tried once by each window if bytes are lost, until the history is cleared', async () => {
    const call = new Meddling();
    await call.dies('create x', halfway);
    for (const name of call.machine.disk.list('blobs')) call.machine.disk.files.delete(`blobs/${name}`);
    const windows = [beside(call), beside(call, 'third')];
    const ownersOf = (): (string | undefined)[] => call.machine.disk.entries.map(({ owner }) => owner);
    for (const { recoveries } of windows) await recoveries.run();
    const owners = ownersOf();
    await windows[0]?.recoveries.run();
    assert.deepEqual([ownersOf(), windows.map(({ told }) => told)], [owners, [[notRolledBack], [notRolledBack]]]);
    await windows[1]?.journal.clear();
    assert.deepEqual([call.machine.disk.entries, stateOf(call)], [[], 'written']);
    for (const { recoveries } of windows) recoveries.dispose();
  });

  it('is kept if the history is cleared and no bytes are lost', async () => {
    const call = new Meddling();
    await call.dies('create x', halfway);
    const { disk, journal, recoveries } = beside(call);
    disk.fails = /^open/;
    await recoveries.run();
    await journal.clear();
    recoveries.dispose();
    assert.deepEqual([await call.restart(), stateOf(call)], [[rolledBack], 'restored']);
  });

  it('ends once nothing is left, and with its window', async () => {
    const call = new Meddling();
    await call.dies('create x', halfway);
    const { told, disk, recoveries, pass } = beside(call);
    disk.fails = /^begin owners/;
    await recoveries.run();
    recoveries.dispose();
    disk.fails = /^$/;
    await pass(interval);
    assert.deepEqual(told, [notRolledBack]);
    await recoveries.run();
    assert.deepEqual(told, [notRolledBack, rolledBack]);
  });

  it('does not confuse two runs at once', async () => {
    const call = new Meddling();
    await call.dies('create x', halfway);
    const { told, recoveries } = beside(call);
    await Promise.all([recoveries.run(), recoveries.run(), recoveries.run()]);
    assert.deepEqual([told, stateOf(call)], [[rolledBack], 'restored']);
  });
});
