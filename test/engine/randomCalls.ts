import type { Change } from '../../src/core/change/change.ts';
import type { Draw } from '../random.ts';
import type { Case } from './cases.ts';
import * as plan from './plans.ts';

/** Few paths and texts, so that the changes often meet, and a file often looks like another one. */
const paths = ['a', 'b', 'x', 'y'];
const texts = ['', 'short', plan.a, plan.b, plan.a.slice(0, 4096)];

/** Draws a call that changes the same few files of `newWorld` several times. */
export function drawCall(draw: Draw): Case {
  const state = new Map([
    ['a', plan.a],
    ['b', plan.b],
  ]);
  const changes: Change[] = [];
  for (let left = 2 + draw(6); left > 0; left--) {
    const one = <T>(all: readonly T[]): T => all[draw(all.length)] as T;
    const [at, to, text] = [one(paths), one(paths), one(texts)];
    const before = state.get(at);
    const isFree = !state.has(to);
    const kind = draw(5);
    if (before === undefined) {
      changes.push(plan.create(at, text));
      state.set(at, text);
    } else if (kind === 0 && before !== text) {
      changes.push(plan.edit(at, before, text));
      state.set(at, text);
    } else if (kind === 1) {
      changes.push(plan.remove(at, before));
      state.delete(at);
    } else if (kind === 2 && isFree) {
      changes.push(plan.copy(at, to, before));
      state.set(to, before);
    } else if (isFree) {
      const after = kind === 3 ? text : before;
      changes.push(plan.move(at, to, before, after));
      state.delete(at);
      state.set(to, after);
    }
  }
  // So that the files after the call always differ from those before it.
  return { changes: [plan.create('first', ''), ...changes, plan.create('last', '')], noTrash: true };
}
