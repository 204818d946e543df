import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { edit, lineOf, puts, start, type Row, type Writes } from './handingOver.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';

const editedMove = plan.move('a', 'x', 'a before', 'x after');
const moveFile =
  (text: string): Writes =>
  (world) => {
    world.remove(plan.at('a').uri);
    world.putText(plan.at('x').uri, text);
  };

/** Calls that change the files before the outcome is known. */
const laterRows: readonly (Row & { readonly calls: readonly (readonly Change[])[] })[] = [
  {
    title: 'a move without its edit, and then an edit of the moved file',
    changes: [editedMove],
    writes: moveFile('a before'),
    calls: [[plan.edit('x', 'a before', 'x later')]],
    history: ['delete a', 'create x: a before'],
    different: ['x'],
  },
  {
    title: 'no move, and then another file at its target',
    changes: [editedMove],
    writes: () => undefined,
    calls: [[plan.create('x', 'x later')]],
    history: [],
  },
  {
    title: 'a move, and then another file at its source',
    changes: [editedMove],
    writes: moveFile('x after'),
    calls: [[plan.create('a', 'a later')]],
    history: ['move x: x after'],
  },
  {
    title: 'a copy instead of a move, and then an edit of both',
    changes: [editedMove],
    writes: puts(['x', 'x after']),
    calls: [[plan.edit('x', 'x after', 'x later'), plan.edit('a', 'a before', 'a later')]],
    history: ['create x: x after'],
    different: ['x'],
  },
  {
    title: 'a link instead of an edit, and then files in its place',
    changes: [edit],
    writes: (world) => world.put(plan.at('a').uri, { kind: 'link', target: 'b' }),
    calls: [
      [{ kind: 'delete', at: plan.at('a'), before: { kind: 'link', target: 'b' } }, plan.create('a', 'a later')],
      [plan.edit('a', 'a later', 'a last')],
    ],
    history: ['delete a'],
    different: ['a'],
  },
  {
    title: 'nothing, and then a folder in its place',
    changes: [plan.create('x', 'x')],
    writes: () => undefined,
    calls: [[plan.folder('x'), plan.create('x/y', 'y')]],
    history: [],
  },
];

describe('changes that an agent writes itself, before other calls', () => {
  for (const { title, changes, writes, calls, history, different = [] } of laterRows)
    it(`are in the history as they were before later calls: ${title}`, async () => {
      const { world, window } = start();
      const handedOver = await window.handOver(changes);
      writes(world);
      for (const call of calls) assert.equal(await window.apply(call), 'applied');
      const { writtenChanges, differentChanges } = await handedOver.compareAndFinish();
      assert.deepEqual(writtenChanges.map(lineOf), history);
      assert.deepEqual(
        differentChanges.map(({ at }) => at.path),
        different,
      );
    });

  it('are not taken for written where a later call has put another file in their place', async () => {
    const { world, window } = start();
    const handedOver = await window.handOver([plan.create('x', 'x')]);
    assert.equal(await window.apply([plan.move('b', 'x', 'b before')]), 'applied');
    const { writtenChanges } = await handedOver.compareAndFinish();
    assert.deepEqual(writtenChanges, []);
    assert.equal(world.text(plan.at('x').uri), 'b before');
  });

  for (const [title, later] of [
    ['copied the file', [plan.copy('a', 'x', 'a after')]],
    ['edited a copy of the file', [plan.copy('a', 'x', 'x after')]],
    ['edited a copy of the file and the file', [plan.copy('a', 'x', 'x'), plan.edit('a', 'a after', 'a later')]],
  ] as const)
    it(`are in the history as written where a later call has ${title}`, async () => {
      const { world, window } = start();
      const handedOver = await window.handOver([edit]);
      puts(['a', 'a after'])(world);
      assert.equal(await window.apply(later), 'applied');
      const { writtenChanges, differentChanges } = await handedOver.compareAndFinish();
      assert.deepEqual([writtenChanges, differentChanges], [[edit], []]);
    });

  it('are in the history as written where another window has changed the file since', async () => {
    const { place, world, window } = start();
    const handedOver = await window.handOver([edit]);
    puts(['a', 'a after'])(world);
    assert.equal(await openWindow(place, 'second').apply([plan.edit('a', 'a after', 'a later')]), 'applied');
    const { writtenChanges, differentChanges } = await handedOver.compareAndFinish();
    assert.deepEqual([writtenChanges, differentChanges], [[edit], []]);
  });
});
