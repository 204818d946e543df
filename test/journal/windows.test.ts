import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Disk, type Step } from './disk.ts';
import { Machine, type Window } from './window.ts';

/** The actions of a window, in turn. Each window has its own file, so that calls do not conflict. */
type Deed = 'apply' | 'fail' | 'clear' | 'tidy' | 'refresh' | 'die';

const deeds = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Deed>('apply') },
    { weight: 2, arbitrary: fc.constantFrom<Deed>('clear', 'fail') },
    { weight: 1, arbitrary: fc.constantFrom<Deed>('tidy', 'refresh', 'die') },
  ),
  { minLength: 1, maxLength: 4 },
);

async function play(machine: Machine, name: string, window: Window, deed: Deed, at: number): Promise<void> {
  switch (deed) {
    case 'apply':
      // Two windows write the same bytes; neither may lose them when the other deletes its entry.
      assert.equal(await window.apply({ [`files/${name}`]: `text ${at}` }), true);
      break;
    case 'fail':
      return window.fail({ [`files/${name}`]: `failed ${at}`, [`files/${name}2`]: '' });
    case 'clear':
      return window.journal.clear();
    case 'tidy':
      return window.journal.removeLeftovers();
    case 'refresh':
      await window.journal.refresh();
      break;
    case 'die':
      machine.dead.add(name);
  }
}

/** Runs actions of several windows in an order of the scheduler, and checks the disk after each step. */
async function playAll(scheduler: fc.Scheduler, programs: readonly (readonly Deed[])[], keeps: number): Promise<void> {
  const disk = new Disk();
  const machine = new Machine(disk);
  machine.limits = { entries: keeps, bytes: 1_000_000 };
  // Leftovers of an old window.
  for (const orphan of ['00000000-0000aaaa', '00000000-0000aaaa.saved', 'x.draft']) disk.put(`blobs/${orphan}`, '?', 0);
  const step: Step = async (what) => {
    await scheduler.schedule(Promise.resolve(), what);
    disk.requireBytes();
  };
  const windows = programs.map((program, number) => ({
    program,
    name: `w${number}`,
    window: machine.open(`w${number}`, step),
  }));
  const failures: unknown[] = [];
  for (const { program, name, window } of windows) {
    disk.put(`files/${name}`, 'text');
    disk.put(`files/${name}2`, 'text');
    const all = async (): Promise<void> => {
      for (const [at, deed] of program.entries()) await play(machine, name, window, deed, at);
    };
    all().catch((cause: unknown) => failures.push(cause));
  }
  await untilIdle(scheduler);
  assert.deepEqual(failures, []);
  await requireWhole(machine, keeps);
}

/** Waits for work that yields to the event loop, which the scheduler does not see. */
async function untilIdle(scheduler: fc.Scheduler): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = scheduler.count() === 0 ? quiet + 1 : 0) {
    await scheduler.waitIdle();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function requireWhole(machine: Machine, keeps: number): Promise<void> {
  const { disk } = machine;
  const last = machine.open('last');
  for (const name of ['w0', 'w1', 'w2']) machine.dead.add(name);
  await last.recover();
  await last.journal.removeLeftovers();
  disk.requireBytes();
  const { entries } = last.journal;
  assert.ok(entries.every(({ state }) => state === 'applied'));
  for (const entry of entries) {
    const [change] = await last.journal.contents.changesOf(entry);
    assert.equal(change?.kind, 'update');
  }
  // Calls that began concurrently may each exceed the limit by one.
  assert.ok(entries.length <= keeps + 3, String(entries.length));
  // Files without an entry, left by a dead window, are too young to be removed.
  const needed = new Set(disk.entries.map(({ id }) => id));
  const old = disk
    .list('blobs')
    .filter((name) => !needed.has(name) && (disk.files.get(`blobs/${name}`)?.modified ?? 0) === 0);
  assert.deepEqual(old, []);
}

describe('the journal of several windows', () => {
  it('keeps every byte that an entry needs, in any order of calls, failures, deletions, cleanups and deaths', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(deeds, { minLength: 2, maxLength: 3 }),
        fc.constantFrom(1, 2, 1000),
        playAll,
      ),
      { numRuns: 300 },
    ));

  it('is recovered by one of them, and by none while its lease is held', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, dies) => {
        const disk = new Disk();
        const machine = new Machine(disk);
        disk.put('files/a', 'before');
        disk.put('files/b', 'before');
        const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
        const { promise: goOn, resolve: go } = Promise.withResolvers<void>();
        const first = machine.open('first', async (what) => {
          if (what !== 'write files/b') return;
          reach();
          await goOn;
        });
        const call = first.apply({ 'files/a': 'after', 'files/b': 'after' });
        await reached;
        if (dies) machine.dead.add('first');
        let ended = 0;
        const others = ['w0', 'w1', 'w2'].map((name) =>
          machine.open(name, async (what) => {
            await scheduler.schedule(Promise.resolve(), what);
            if (what === 'remove journal/00000001') ended++;
            if (what.startsWith('write files/a')) ended++;
          }),
        );
        const recoveries = Promise.all(others.map((window) => window.recover()));
        await scheduler.waitFor(recoveries);
        assert.equal(ended, dies ? 1 : 0);
        go();
        if (!dies) assert.equal(await call, true);
        assert.deepEqual(disk.world, { 'files/a': dies ? 'before' : 'after', 'files/b': dies ? 'before' : 'after' });
        assert.deepEqual(disk.list('claims'), []);
      }),
      { numRuns: 200 },
    ));
});
