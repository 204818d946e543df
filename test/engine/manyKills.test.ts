import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { invertCall } from '../../src/core/change/inverse.ts';
import { Disk, type Step } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { randomFrom } from '../random.ts';
import { newWorld } from './cases.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';

const kills = 100;

/** A call with several kinds of changes to existing files; some create missing folders. */
function callOn(texts: ReadonlyMap<string, string>, random: () => number, round: number): Change[] {
  const left = new Map(texts);
  const take = (): readonly [path: string, text: string] | undefined => {
    const all = [...left];
    const one = all[Math.floor(random() * all.length)];
    if (one !== undefined) left.delete(one[0]);
    return one;
  };
  const changes: Change[] = [];
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    const kind = random();
    const [path, text] = kind < 0.3 ? [] : (take() ?? []);
    const name = `${random() < 0.5 ? '' : `in${round}/`}new${round}-${count}`;
    if (path === undefined || text === undefined) changes.push(plan.create(name, plan.long(`new ${round}`)));
    else if (kind < 0.7) changes.push(plan.edit(path, text, plan.long(`edited ${round}`)));
    else if (kind < 0.85)
      changes.push(plan.move(path, name, text, random() < 0.5 ? text : plan.long(`moved ${round}`)));
    else changes.push(plan.remove(path, text));
  }
  return changes;
}

describe('a history whose windows die one after the other', () => {
  for (const seed of [1, 2, 3]) {
    it(`keeps everything, and can undo all of it in the end: ${seed}`, async () => {
      const random = randomFrom(seed);
      const where = { world: newWorld(), machine: new Machine(new Disk()) };
      const { world, machine } = where;
      machine.limits = { entries: 1000, bytes: 1e9 };
      const first = world.state;
      const texts = (): Map<string, string> => {
        const files = ['a', 'b', 'c', ...world.below(plan.root).map((uri) => uri.slice(plan.root.length + 1))];
        const plain = files.filter((path) => /^[abc]$|new\d/.test(path));
        return new Map(plain.flatMap((path) => [[path, world.text(plan.at(path).uri)]] as const).filter(isThere));
      };
      let before = first;
      let begun: readonly Change[] = [];
      let applied = 0;
      let dead = 0;
      let [taken, last] = [0, 0];
      for (let round = 0; dead < kills; round++) {
        const name = `w${round}`;
        const { promise: died, resolve } = Promise.withResolvers<void>();
        [taken, last] = [0, Math.floor(random() ** 2 * 120)];
        const step: Step = async () => {
          if (taken++ !== last) return;
          machine.dead.add(name);
          resolve();
        };
        const work = async (): Promise<void> => {
          const window = openWindow(where, name, { step, torn: step });
          await window.recover();
          if (machine.dead.has(name)) return;
          const entries = window.journal.entries.filter(({ state }) => state === 'applied');
          const isAfter = entries.length > applied;
          assert.ok(entries.length <= applied + 1, `${name}: ${entries.length} entries after ${applied}`);
          if (!isAfter) assert.deepEqual(world.state, before, name);
          else requireDone(begun, world.text.bind(world), name);
          machine.disk.requireBytes();
          [before, applied, begun] = [world.state, entries.length, callOn(texts(), random, round)];
          await window.apply(begun);
        };
        await Promise.race([work(), died]);
        if (machine.dead.has(name)) dead++;
        machine.dead.add(name);
      }
      const window = openWindow(where, 'last');
      await window.recover();
      assert.deepEqual(window.journal.unfinished, []);
      const all = window.journal.entries;
      assert.ok(all.length > 10, String(all.length));
      for (const entry of all.toReversed())
        assert.equal(
          await window.rollBack(invertCall(await window.journal.contents.changesOf(entry)), entry.permissions),
          'applied',
        );
      assert.deepEqual(world.state, first);
    });
  }
});

function isThere(entry: readonly [string, string | undefined]): entry is readonly [string, string] {
  return entry[1] !== undefined;
}

function requireDone(changes: readonly Change[], text: (uri: string) => string | undefined, label: string): void {
  for (const change of changes) {
    const after = 'after' in change && change.after.kind === 'text' ? change.after.text : undefined;
    assert.equal(text(change.at.uri), after, `${label}: ${change.at.path}`);
    if ('from' in change) assert.equal(text(change.from.uri), undefined, `${label}: ${change.from.path}`);
  }
}
