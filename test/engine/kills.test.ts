import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Disk, type Step } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { cases, newWorld, type Case } from './cases.ts';
import { openWindow, type EngineWindow } from './window.ts';

/** Kills a window at a step, also in the middle of a write. Resolves when the work is done or the window dead. */
async function dyingAt(machine: Machine, name: string, at: number, work: (step: Step) => Promise<unknown>) {
  let taken = 0;
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const step: Step = async () => {
    if (taken++ !== at) return;
    machine.dead.add(name);
    resolve();
  };
  await Promise.race([work(step), died]);
  const isOver = !machine.dead.has(name);
  machine.dead.add(name);
  return isOver;
}

function place(one: Case) {
  return { world: newWorld(one), machine: new Machine(new Disk()) };
}

function begin(where: ReturnType<typeof place>, one: Case, step: Step): EngineWindow {
  const window = openWindow(where, 'first', { step, torn: step }, one.manner);
  one.shows?.(window.editor);
  return window;
}

/** Asserts that all files are as before or as approved, and that the history agrees. */
async function requireEnded(where: ReturnType<typeof place>, one: Case, after: object, label: string): Promise<void> {
  const last = openWindow(where, 'last', {}, one.manner);
  await last.recover();
  const { state } = where.world;
  const isAfter = isDeepStrictEqual(state, after);
  if (!isAfter) assert.deepEqual(state, newWorld(one).state, label);
  assert.deepEqual(last.journal.unfinished, [], label);
  const applied = last.journal.entries.filter((entry) => entry.state === 'applied');
  if (one.isUnsaved !== true) assert.equal(applied.length, isAfter ? 1 : 0, label);
  where.machine.disk.requireBytes();
}

describe('the write engine', () => {
  for (const [name, one] of Object.entries(cases)) {
    if (one.isLeft !== undefined) continue;
    it(`leaves all or nothing wherever its window dies: ${name}`, async () => {
      const undisturbed = place(one);
      await begin(undisturbed, one, () => Promise.resolve()).apply(one.changes);
      const after = undisturbed.world.state;
      for (let at = 0, isOver = false; !isOver; at++) {
        const where = place(one);
        isOver = await dyingAt(where.machine, 'first', at, (step) => begin(where, one, step).apply(one.changes));
        await requireEnded(where, one, after, `${name}, died at step ${at}`);
      }
    });
  }

  for (const name of ['all kinds at once', 'replace a file by another']) {
    it(`and wherever the window dies that rolls it back: ${name}`, async () => {
      const one = cases[name];
      assert.ok(one);
      const undisturbed = place(one);
      await begin(undisturbed, one, () => Promise.resolve()).apply(one.changes);
      for (let at = 0, isOver = false; !isOver; at++) {
        for (let again = 0, isAgainOver = false; !isAgainOver; again++) {
          const where = place(one);
          isOver = await dyingAt(where.machine, 'first', at, (step) => begin(where, one, step).apply(one.changes));
          isAgainOver = await dyingAt(where.machine, 'second', again, (step) =>
            openWindow(where, 'second', { step, torn: step }, one.manner).recover(),
          );
          await requireEnded(where, one, undisturbed.world.state, `${name}, died at ${at} and ${again}`);
        }
      }
    });
  }
});
