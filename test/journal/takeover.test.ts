import assert from 'node:assert/strict';
import type { JournalEntry } from '../../src/core/journal/journalEntry.ts';
import { Disk, type Step } from './disk.ts';
import { Machine, type Window } from './window.ts';

const before = { 'files/a': 'a before', 'files/b': 'b before' };
const after = { 'files/a': 'a after', 'files/b': 'b after' };

function start(): Machine {
  const disk = new Disk();
  for (const [file, text] of Object.entries(before)) disk.put(file, text);
  return new Machine(disk);
}

const fullDisk = (): never => {
  throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
};

/** A step at which a window stops until it is let go on. */
function stopAt(pattern: RegExp, count = 1) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let left = count;
  const step: Step = async (what) => {
    if (!pattern.test(what) || --left !== 0) return;
    reached.resolve();
    await released.promise;
  };
  return { step, reached: reached.promise, goOn: released.resolve };
}

async function only(window: Window): Promise<JournalEntry> {
  await window.journal.refresh();
  const [entry] = window.journal.unfinished;
  return entry ?? assert.fail('no unfinished entry');
}

/** Leaves an entry of a window that died halfway. */
async function leaveHalf(machine: Machine): Promise<void> {
  const stop = stopAt(/^write files\/b/);
  void machine.open('first', stop.step).apply(after);
  await stop.reached;
  machine.dead.add('first');
}

describe('an entry that is under way', () => {
  it('is left alone by other windows, which write nothing while they look whether its window lives', async () => {
    const machine = start();
    const stop = stopAt(/^write files\/b/);
    const call = machine.open('first', stop.step).apply(after);
    await stop.reached;
    const steps: string[] = [];
    await machine.open('second', async (what) => void steps.push(what)).recover();
    assert.deepEqual(
      steps.filter((step) => !/^(list|read|stat|wait)/.test(step)),
      [],
    );
    stop.goOn();
    assert.equal(await call, true);
  });

  it('is lost by its window once another one has taken it over, and the call says so', async () => {
    const machine = start();
    const call = stopAt(/^write files\/b/);
    const said = machine.open('first', call.step).apply(after);
    await call.reached;
    // Suspended, its window cannot be told from a dead one.
    machine.dead.add('first');
    const recovery = stopAt(/^write files\/a/);
    const recovered = machine.open('second', recovery.step).recover();
    await recovery.reached;
    machine.dead.delete('first');
    call.goOn();
    assert.equal(await said, false);
    recovery.goOn();
    await recovered;
    assert.deepEqual(machine.disk.world, before);
  });

  it('is applied in the memory of the window that completes it, after another one that it rolls back', async () => {
    const machine = start();
    const complete = stopAt(/^begin journal/, 2);
    void machine.open('zeroth', complete.step).apply({ 'files/c': 'c after' });
    await complete.reached;
    await leaveHalf(machine);
    machine.dead.add('zeroth');
    const last = machine.open('last');
    await last.recover();
    assert.deepEqual(
      last.journal.entries.map(({ state }) => state),
      ['applied'],
    );
  });

  it('is not marked as applied by the window that has lost it, on a full disk either', async () => {
    const machine = start();
    const saving = stopAt(/^begin journal/, 2);
    const said = machine
      .open('first', async (what) => {
        await saving.step(what);
        if (machine.disk.list('claims').length > 0 && what.startsWith('begin journal')) fullDisk();
      })
      .apply(after);
    await saving.reached;
    machine.dead.add('first');
    const second = machine.open('second');
    assert.equal(await second.journal.claim(await only(second)), true);
    machine.dead.delete('first');
    saving.goOn();
    await said;
    assert.deepEqual(
      machine.disk.entries.map(({ state }) => state),
      ['applying'],
    );
  });
});

describe('an entry of a dead window', () => {
  it('is not taken over as it was read before another window took it over and failed', async () => {
    const machine = start();
    await leaveHalf(machine);
    const [second, third] = [machine.open('second'), machine.open('third')];
    const stale = await only(third);
    const entry = await only(second);
    assert.equal(await second.journal.claim(entry), true);
    await second.journal.abandon(entry);
    assert.equal(await third.journal.claim(stale), false);
    assert.equal(await third.journal.claim(await only(third)), true);
  });

  it('is not taken over once another window has marked it as applied, on a full disk', async () => {
    const machine = start();
    await leaveHalf(machine);
    const third = machine.open('third');
    const entry = await only(third);
    const file = `journal/${entry.id}.json`;
    machine.disk.put(file, machine.disk.text(file)?.replace('"applying"', '"applied"') ?? '');
    assert.equal(await third.journal.claim(entry), false);
    assert.deepEqual([machine.disk.list('claims'), machine.disk.list('owners')], [[], []]);
  });
});
