import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Disk, type Step } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { numbersFrom, type Draw } from '../random.ts';
import { cases, newWorld, type Case } from './cases.ts';
import { drawCall } from './randomCalls.ts';
import { openWindow, type EngineWindow } from './window.ts';
import { diskFull } from './world.ts';

const seeds = 400;
const deaths = 3;

/** What fails on a full disk: whatever needs room or, if each write makes a copy, whatever writes. */
const failing = [/^(begin|fill|name|claim|append|create|write|mkdir|copy|make|open|tear)/, /^(?!stat|read|list|wait)/];

/** A disk that is full from one step to another, and the window that dies at a step. */
function faultsOf(draw: Draw, die: () => void): Step {
  const fails = failing[draw(failing.length)] ?? /^/;
  const [from, dies] = [draw(90), draw(90)];
  const until = from + draw(90);
  let taken = 0;
  return async (what) => {
    const now = taken++;
    if (now === dies) die();
    else if (now >= from && now < until && fails.test(what)) diskFull();
  };
}

interface Place {
  readonly world: ReturnType<typeof newWorld>;
  readonly machine: Machine;
}

/** Runs a window until it is done or dead, then ends it. Undefined if it died. */
async function run<T>(place: Place, name: string, draw: Draw, one: Case, work: (window: EngineWindow) => Promise<T>) {
  const { dead } = place.machine;
  const { promise: died, resolve } = Promise.withResolvers<undefined>();
  const step = faultsOf(draw, () => {
    dead.add(name);
    resolve(undefined);
  });
  const window = openWindow(place, name, { step, torn: step }, one.manner);
  one.shows?.(window.editor);
  const result = await Promise.race([died, work(window)]);
  dead.add(name);
  return result;
}

describe('a full disk and windows that die, one after the other', () => {
  const wholeCases = Object.values(cases).filter((one) => one.isLeft === undefined && one.isUnsaved === undefined);

  for (const [title, drawCase] of [
    ['of every kind', (draw: Draw) => wholeCases[draw(wholeCases.length)] ?? assert.fail('no case')],
    ['that change the same files several times', drawCall],
  ] as const)
    it(`leave calls ${title} as they were answered, or all or nothing of them, once there is room again: ${seeds} times`, async () => {
      for (let seed = 1; seed <= seeds; seed++) {
        const draw = numbersFrom(seed);
        const one = drawCase(draw);
        const undisturbed: Place = { world: newWorld(one), machine: new Machine(new Disk()) };
        const window = openWindow(undisturbed, 'first', {}, one.manner);
        one.shows?.(window.editor);
        await window.apply(one.changes);

        const place: Place = { world: newWorld(one), machine: new Machine(new Disk()) };
        const [before, after] = [place.world.state, undisturbed.world.state];
        const said = await run(place, 'first', draw, one, (first) => first.apply(one.changes));
        const label = `seed ${seed}: ${said}`;
        if (said === 'applied') assert.deepEqual(place.world.state, after, label);
        else if (said !== undefined && said !== 'PARTIALLY_APPLIED') assert.deepEqual(place.world.state, before, label);
        for (let death = 1; death < deaths; death++)
          await run(place, `${death}`, draw, one, (next) => next.recover().catch(() => undefined));

        const last = openWindow(place, 'last', {}, one.manner);
        const told = await last.recover();
        const isAfter = isDeepStrictEqual(place.world.state, after);
        if (!isAfter || said === 'applied')
          assert.deepEqual(place.world.state, said === 'applied' ? after : before, `${label}, ${told.join(' ')}`);
        assert.deepEqual(
          [last.isSettled, last.journal.unfinished, last.journal.entries.length],
          [true, [], Number(isAfter)],
        );
        place.machine.disk.requireBytes();
      }
    });
});
