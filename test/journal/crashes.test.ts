import assert from 'node:assert/strict';
import { Disk, type Step } from './disk.ts';
import { Machine } from './window.ts';

const before = { 'files/a': 'a before', 'files/b': 'b before', 'files/c': 'c before' };
const after = { 'files/a': 'a after', 'files/b': 'b after', 'files/c': 'c after' };

class Crash extends Error {}

/** Counts steps, and does something else at one of them. */
function atStep(most: number, happens: () => Promise<void>): { readonly step: Step; readonly taken: () => number } {
  let taken = 0;
  const step: Step = async () => {
    if (taken++ === most) await happens();
  };
  return { step, taken: () => taken };
}

function start(): Machine {
  const disk = new Disk();
  for (const [file, text] of Object.entries(before)) disk.put(file, text);
  return new Machine(disk);
}

/** Works in a window that dies at a step. Returns the result, or undefined if the window died. */
async function dyingAt<T>(machine: Machine, name: string, most: number, work: (step: Step) => Promise<T>) {
  const { promise: died, reject } = Promise.withResolvers<never>();
  const { step } = atStep(most, () => {
    machine.dead.add(name);
    reject(new Crash());
    return Promise.resolve();
  });
  return Promise.race([work(step), died]).catch((cause: unknown) => {
    if (cause instanceof Crash) return undefined;
    throw cause;
  });
}

/** The number of steps that work takes. */
async function stepsOf(work: (machine: Machine, step: Step) => Promise<unknown>): Promise<number> {
  const { step, taken } = atStep(Number.POSITIVE_INFINITY, () => Promise.resolve());
  await work(start(), step);
  return taken();
}

/** Recovers unfinished entries, then asserts that files and history are consistent. */
async function requireEnded(machine: Machine, said: boolean | undefined): Promise<void> {
  const { disk } = machine;
  disk.requireBytes();
  const last = machine.open('last');
  await last.recover();
  disk.requireBytes();
  const isAfter = said === true || disk.text('files/a') === after['files/a'];
  if (said === false) assert.equal(isAfter, false, 'nothing was changed, as was said');
  assert.deepEqual(disk.world, isAfter ? after : before);
  assert.deepEqual(last.journal.unfinished, []);
  await last.journal.refresh();
  const [entry, ...others] = last.journal.entries.filter(({ state }) => state === 'applied');
  assert.deepEqual([others.length, entry !== undefined], [0, isAfter], 'the history tells what was done');
  if (entry !== undefined) assert.equal((await last.journal.contents.changesOf(entry)).length, 3);
}

describe('the journal', () => {
  it('leaves each file before or after, with every byte it needs, wherever a window dies in a call', async () => {
    const steps = await stepsOf((machine, step) => machine.open('first', step).apply(after));
    assert.ok(steps > 15, String(steps));
    for (let at = 0; at <= steps; at++) {
      const machine = start();
      const said = await dyingAt(machine, 'first', at, (step) => machine.open('first', step).apply(after));
      await requireEnded(machine, said);
    }
  });

  it('and wherever the window dies that recovers the call', async () => {
    const steps = await stepsOf((machine, step) => machine.open('first', step).apply(after));
    let cutOff = 0;
    for (let at = 0; at <= steps; at++) {
      for (let again = 0, isOver = false; !isOver; again++) {
        const machine = start();
        const said = await dyingAt(machine, 'first', at, (step) => machine.open('first', step).apply(after));
        machine.dead.add('first');
        await dyingAt(machine, 'second', again, (step) => machine.open('second', step).recover());
        isOver = !machine.dead.has('second');
        machine.dead.add('second');
        cutOff += isOver ? 0 : 1;
        await requireEnded(machine, said);
      }
    }
    assert.ok(cutOff > 100, String(cutOff));
  });

  for (const [what, lasting] of [
    ['fails once', false],
    ['fails from then on', true],
  ] as const) {
    it(`says what is true where the disk ${what}, at whichever step`, async () => {
      const steps = await stepsOf((machine, step) => machine.open('first', step).apply(after));
      for (let at = 0; at <= steps; at++) {
        const machine = start();
        let taken = 0;
        // Only the storage fails; the call's own files can be written.
        const step: Step = async (wanted) => {
          const isIt = lasting ? taken >= at : taken === at;
          taken++;
          if (isIt && !/^(write|remove)/.test(wanted)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        };
        const said = await machine.open('first', step).apply(after);
        machine.dead.add('first');
        await requireEnded(machine, said);
      }
    });
  }

  it('recovers a call whose claims were left empty by a loss of power', async () => {
    const machine = start();
    const first = machine.open('first', async (what) => {
      if (what === 'write files/b') machine.dead.add('first');
    });
    void first.apply(after);
    while (!machine.dead.has('first')) await new Promise((resolve) => setImmediate(resolve));
    const [entry] = machine.disk.entries;
    for (const owner of [entry?.owner ?? '', 'nobody-1', 'nobody-2'])
      machine.disk.put(`claims/${entry?.id ?? ''}.${owner}`, '');
    await requireEnded(machine, undefined);
    assert.deepEqual(machine.disk.list('claims'), []);
  });

  it('saves a call as applied once the disk can be written again, so that no later start rolls it back', async () => {
    const machine = start();
    let fails = false;
    const first = machine.open('first', async (what) => {
      if (what.startsWith('write files/c')) fails = true;
      if (fails && /^(begin|mark) journal/.test(what)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    assert.equal(await first.apply(after), true);
    fails = false;
    await first.journal.saveFinished();
    machine.disk.put('files/b', 'typed');
    machine.dead.add('first');
    await machine.open('last').recover();
    assert.deepEqual(machine.disk.world, { ...after, 'files/b': 'typed' });
  });

  it('saves a call as applied with the next one, unless another window has recovered and deleted it', async () => {
    for (const forgets of [false, true]) {
      const machine = start();
      let fails = false;
      const first = machine.open('first', async (what) => {
        if (what.startsWith('write files/c')) fails = true;
        if (fails && /^(begin|mark) journal/.test(what)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      });
      assert.equal(await first.apply(after), true);
      assert.deepEqual(
        machine.disk.entries.map(({ state }) => state),
        ['applying'],
      );
      const other = machine.open('other');
      if (forgets) {
        await other.recover();
        await other.journal.clear();
        assert.deepEqual(machine.disk.entries, []);
      }
      fails = false;
      assert.equal(await first.apply({ 'files/a': 'more' }), true);
      machine.disk.requireBytes();
      assert.deepEqual(
        machine.disk.entries.map(({ state }) => state),
        forgets ? ['applied'] : ['applied', 'applied'],
      );
    }
  });
});
