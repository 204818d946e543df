import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';

const { a, aAfter, move, create, edit, remove } = plan;

/** Calls after which `a`, or an empty folder, is as before: by its content alone, nobody can tell whether they were made. */
const rows: Readonly<Record<string, readonly Change[]>> = {
  'is created again': [move('a', 'x', a), create('a', a)],
  'is created again, and the moved one deleted': [move('a', 'x', a), create('a', a), remove('x', a)],
  'with a mode is created again, and the moved one deleted': [
    move('run', 'x', 'run'),
    create('run', 'run'),
    remove('x', 'run'),
  ],
  'is deleted at its new path, and created again': [move('a', 'x', a), remove('x', a), create('a', a)],
  'is edited on its way, and deleted': [move('a', 'x', a, aAfter), remove('x', aAfter)],
  'is created again, and edited to what it was': [move('a', 'x', a), create('a', 'y'), edit('a', 'y', a)],
  'is created again, edited to what it was, and the moved one deleted': [
    move('a', 'x', a),
    create('a', 'y'),
    edit('a', 'y', a),
    remove('x', a),
  ],
  'is created again and edited, and the moved one deleted': [
    move('a', 'x', a),
    create('a', a),
    edit('a', a, 'y'),
    remove('x', a),
  ],
  'is copied back': [move('a', 'x', a), plan.copy('x', 'a', a)],
  'is moved back': [move('a', 'x', a), move('x', 'a', a)],
  'is moved on, and created again': [move('a', 'x', a), move('x', 'y', a), create('a', a)],
  'is moved on and edited, and created again': [
    move('a', 'x', a),
    move('x', 'y', a),
    edit('y', a, aAfter),
    create('a', a),
  ],
  'is replaced by one like it': [move('a', 'x', a), move('twin', 'a', a)],
  'is replaced by one like it, and deleted': [move('a', 'x', a), move('twin', 'a', a), remove('x', a)],
  'is an empty folder, which is created again': [plan.moveFolder('empty', 'x'), plan.folder('empty')],
};

describe('a file that a call moves aside', () => {
  const start = (): Meddling =>
    new Meddling({ noTrash: true, before: (world) => world.putText(plan.at('twin').uri, a) });

  for (const [title, changes] of Object.entries(rows)) {
    const all = [create('first', 'x'), ...changes, create('last', 'x')];

    for (const [where, step] of [
      ['before', 'create first'],
      ['after', 'create last'],
    ] as const)
      it(`is at its place again if the call was cut off ${where} it: ${title}`, async () => {
        const call = start();
        const before = call.world.state;
        await call.dies(step, all);
        assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
        assert.deepEqual([call.world.state, call.history], [before, []]);
      });

    it(`is at its place again if a later change fails: ${title}`, async () => {
      const call = start();
      const before = call.world.state;
      call.at('create last', () => assert.fail('no'));
      assert.notEqual(await call.apply(all), 'applied');
      assert.deepEqual([call.world.state, call.history], [before, []]);
    });
  }
});
