import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';

const { a, aAfter } = plan;
const third = plan.long('a third');
const copied = plan.long('x');

const rows: Readonly<Record<string, readonly Change[]>> = {
  'edited three times': [plan.editOfA, plan.edit('a', aAfter, third), plan.edit('a', third, 'a fourth')],
  'moved with an edit, and edited': [plan.move('a', 'x', a, aAfter), plan.edit('x', aAfter, third)],
};

describe('a file that a call changes several times', () => {
  for (const [title, changes] of Object.entries(rows))
    it(`is not taken for changed since if the first write was cut off: ${title}`, async () => {
      const call = new Meddling();
      const before = call.world.state;
      await call.dies(title.includes('moved') ? 'tear x' : 'tear a', changes);
      assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
      assert.deepEqual([call.world.state, call.history], [before, []]);
    });

  for (const [title, changes] of [
    ['moved and deleted', [plan.move('run', 'x', 'run'), plan.remove('x', 'run')]],
    ['created, edited and deleted', [plan.create('x', 'x'), plan.edit('x', 'x', 'y'), plan.remove('x', 'y')]],
    ['edited, moved and edited', [plan.editOfA, plan.move('a', 'x', aAfter), plan.edit('x', aAfter, third)]],
    ['moved, replaced and deleted', [plan.move('run', 'x', 'run'), plan.create('run', 'y'), plan.remove('x', 'run')]],
  ] as const)
    for (const [where, step] of [
      ['before the first of its changes', 'create first'],
      ['after the last', 'create last'],
    ] as const)
      it(`is restored with its mode where the call is cut off ${where}: ${title}`, async () => {
        const call = new Meddling({ noTrash: true });
        const before = call.world.state;
        await call.dies(step, [plan.create('first', 'x'), ...changes, plan.create('last', 'x')]);
        assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
        assert.deepEqual([call.world.state, call.history], [before, []]);
      });

  it('keeps no other file from being rolled back if it cannot be looked at', async () => {
    const call = new Meddling({ noTrash: true });
    call.at('create last', () => {
      call.at('stat x', () => assert.fail('EIO'));
      assert.fail('no');
    });
    const changes = [plan.editOfA, plan.create('x', 'x'), plan.remove('x', 'x'), plan.create('last', 'x')];
    assert.equal(await call.apply(changes), 'PARTIALLY_APPLIED');
    assert.match(call.told, /x could not be restored; everything else was/);
    assert.equal(call.text('a'), a);
  });

  it('does not hide that somebody changed a copy of it', async () => {
    const call = new Meddling();
    await call.dies('create y', [plan.editOfA, plan.copy('a', 'x', aAfter), plan.create('y', copied)]);
    const [told = ''] = await call.restart({ meddle: () => call.put('x') });
    assert.match(told, /Check x, which changed since/);
    assert.deepEqual([call.text('a'), call.text('x'), call.history], [a, 'theirs', ['applied x']]);
  });
});
