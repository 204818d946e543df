import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { StalePlan } from '../../src/core/wording/stalePlan.ts';
import { Disk } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';
import { World } from './world.ts';

/** What an agent's tool does with the files after they were approved. */
type Writes = (world: World) => void;

const puts =
  (...files: readonly (readonly [path: string, text: string])[]): Writes =>
  (world) => {
    for (const [path, text] of files) world.putText(plan.at(path).uri, text);
  };

const edit = plan.edit('a', 'a before', 'a after');
const other = plan.edit('b', 'b before', 'b after');
const creation = [plan.folder('new'), plan.create('new/x', 'x')];

interface Row {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly writes: Writes;
  /** What the history keeps, as the kind, the path and the text after; none if nothing was written. */
  readonly history: readonly string[];
  readonly different?: readonly string[];
}

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

function start() {
  const world = new World();
  world.put(plan.root, { kind: 'folder', mode: 0o755 });
  puts(['a', 'a before'], ['b', 'b before'])(world);
  const place = { world, machine: new Machine(new Disk()) };
  return { ...place, place, window: openWindow(place, 'first') };
}

async function historyOf({ journal }: ReturnType<typeof openWindow>): Promise<string[]> {
  const entries = await Promise.all(journal.entries.map((entry) => journal.changesOf(entry)));
  assert.ok(journal.entries.every(({ state }) => state === 'applied'));
  return entries.flat().map(lineOf);
}

function lineOf(change: Change): string {
  const after = 'after' in change && change.after.kind === 'text' ? `: ${change.after.text}` : '';
  return `${change.kind} ${change.at.path}${after}`;
}

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
