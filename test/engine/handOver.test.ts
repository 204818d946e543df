import assert from 'node:assert/strict';
import { StalePlan } from '../../src/core/wording/errors.ts';
import { edit, historyOf, puts, start, type Row } from './handingOver.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';

const other = plan.edit('b', 'b before', 'b after');
const creation = [plan.folder('new'), plan.create('new/x', 'x')];

const rows: readonly Row[] = [
  { title: 'as approved', changes: [edit], writes: puts(['a', 'a after']), history: ['update a: a after'] },
  { title: 'nothing', changes: [edit], writes: () => undefined, history: [] },
  {
    title: 'something else',
    changes: [edit],
    writes: puts(['a', 'a other']),
    history: ['update a: a other'],
    different: ['a'],
  },
  {
    title: 'one file of two',
    changes: [edit, other],
    writes: puts(['b', 'b after']),
    history: ['update b: b after'],
  },
  {
    title: 'one file of two as approved, the other not',
    changes: [edit, other],
    writes: puts(['a', 'a after'], ['b', 'b after\r\n']),
    history: ['update a: a after', 'update b: b after\r\n'],
    different: ['b'],
  },
  {
    title: 'the text of one file in another',
    changes: [edit, other],
    writes: puts(['a', 'b after'], ['b', 'b after']),
    history: ['update a: b after', 'update b: b after'],
    different: ['a'],
  },
  {
    title: 'a new file in a new folder',
    changes: creation,
    writes: (world) => {
      world.put(plan.at('new').uri, { kind: 'folder', mode: 0o755 });
      world.putText(plan.at('new/x').uri, 'x');
    },
    history: ['createDirectory new', 'create new/x: x'],
  },
  {
    title: 'a new file with another text',
    changes: [plan.create('x', 'x')],
    writes: puts(['x', 'y']),
    history: ['create x: y'],
    different: ['x'],
  },
  {
    title: 'a deletion instead of an edit',
    changes: [edit],
    writes: (world) => world.remove(plan.at('a').uri),
    history: ['delete a'],
    different: ['a'],
  },
  {
    title: 'a deletion and another text instead of a move',
    changes: [plan.move('a', 'x', 'a before')],
    writes: (world) => {
      world.remove(plan.at('a').uri);
      world.putText(plan.at('x').uri, 'x other');
    },
    history: ['delete a', 'create x: x other'],
    different: ['x'],
  },
  {
    title: 'a deletion instead of a move',
    changes: [plan.move('a', 'x', 'a before')],
    writes: (world) => world.remove(plan.at('a').uri),
    history: ['delete a'],
    different: ['x'],
  },
];

describe('changes that an agent writes itself', () => {
  for (const { title, changes, writes, history, different = [] } of rows) {
    it(`are in the history as they came out: ${title}`, async () => {
      const { world, window } = start();
      const handedOver = await window.handOver(changes);
      assert.equal(window.journal.entries[0]?.state, 'applying');
      writes(world);
      const isAll = different.length === 0 && history.length === changes.length;
      assert.equal(await handedOver.areAllWritten(), isAll);
      const settled = await handedOver.compareAndFinish();
      assert.deepEqual(await historyOf(window), history);
      assert.equal(settled.writtenChanges.length, history.length);
      assert.deepEqual(
        settled.differentChanges.map(({ at }) => at.path),
        different,
      );
    });

    it(`are settled at the next start, and no file is touched: ${title}`, async () => {
      const { machine, place, world, window } = start();
      await window.handOver(changes);
      writes(world);
      const files = structuredClone(world.state);
      machine.dead.add('first');
      const next = openWindow(place, 'next');
      const told = await next.recover();
      assert.deepEqual(await historyOf(next), history);
      assert.deepEqual(world.state, files);
      const words = different.length === 0 ? /It is as you approved it\./ : /not as you approved it\. Check it\./;
      assert.equal(told.length, history.length === 0 ? 0 : 1);
      for (const sentence of told) assert.match(sentence, words);
    });
  }

  it('are in the history with the permissions of what was deleted', async () => {
    const { world, window } = start();
    world.put(edit.at.uri, { ...world.file(edit.at.uri), mode: 0o750 });
    const handedOver = await window.handOver([plan.remove('a', 'a before')]);
    world.remove(edit.at.uri);
    await handedOver.compareAndFinish();
    assert.deepEqual(window.journal.entries[0]?.permissions, { [edit.at.uri]: 0o750 });
  });

  it('are in the history as the agent left them, where it went on after a busy window was taken for dead', async () => {
    const { machine, place, world, window } = start();
    const handedOver = await window.handOver([edit]);
    puts(['a', 'a other'])(world);
    machine.dead.add('first');
    await openWindow(place, 'next').recover();
    machine.dead.delete('first');
    puts(['a', 'a after'])(world);
    await handedOver.compareAndFinish();
    const later = openWindow(place, 'later');
    await later.recover();
    assert.deepEqual(await historyOf(later), ['update a: a after']);
    assert.deepEqual(await historyOf(window), ['update a: a after']);
  });

  for (const isWrittenBefore of [false, true])
    it(`are in the history once, where a busy window was taken for dead ${isWrittenBefore ? 'after' : 'before'} the agent wrote`, async () => {
      const { machine, place, world, window } = start();
      const handedOver = await window.handOver([edit]);
      const write = puts(['a', 'a after']);
      if (isWrittenBefore) write(world);
      machine.dead.add('first');
      const next = openWindow(place, 'next');
      await next.recover();
      machine.dead.delete('first');
      if (!isWrittenBefore) write(world);
      const { writtenChanges, differentChanges } = await handedOver.compareAndFinish();
      assert.deepEqual([writtenChanges, differentChanges], [[edit], []]);
      const later = openWindow(place, 'later');
      await later.recover();
      assert.deepEqual(await historyOf(later), ['update a: a after']);
      assert.deepEqual(await historyOf(window), ['update a: a after']);
    });

  it('are not handed over once a file is another one than was shown', async () => {
    const { world, window } = start();
    puts(['a', 'a meanwhile'])(world);
    await assert.rejects(window.handOver([edit]), StalePlan);
    assert.deepEqual(window.journal.entries, []);
  });
});

it('changes that were handed over are compared a few at a time, so that not too many files are open', async () => {
  const { place } = start();
  let [open, most] = [0, 0];
  const window = openWindow(place, 'counting', {
    step: async (what) => {
      if (!/^(?:stat|read) file:/.test(what)) return;
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => void setImmediate(resolve));
      open--;
    },
  });
  const names = Array.from({ length: 100 }, (_, index) => `x${index}`);
  const handedOver = await window.handOver(names.map((name) => plan.create(name, name)));
  puts(...names.map((name) => [name, name] as const))(place.world);
  most = 0;
  assert.equal(await handedOver.areAllWritten(), true);
  assert.equal((await handedOver.compareAndFinish()).writtenChanges.length, names.length);
  assert.ok(most <= 16, `${most} at once`);
});
