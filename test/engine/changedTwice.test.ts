import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { diskFull } from './world.ts';

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
    ['moved twice and deleted', [plan.move('run', 'x', 'run'), plan.move('x', 'y', 'run'), plan.remove('y', 'run')]],
    ['edited, moved and deleted', [plan.editOfA, plan.move('a', 'x', aAfter), plan.remove('x', aAfter)]],
    [
      'moved with an edit, moved and deleted',
      [plan.move('a', 'x', a, aAfter), plan.move('x', 'y', aAfter), plan.remove('y', aAfter)],
    ],
    ['created, moved and deleted', [plan.create('x', 'x'), plan.move('x', 'y', 'x'), plan.remove('y', 'x')]],
    [
      'edited, moved, replaced and deleted',
      [plan.editOfA, plan.move('a', 'x', aAfter), plan.create('a', 'y'), plan.remove('x', aAfter)],
    ],
    ['moved with an edit, and created again as it was', [plan.move('a', 'x', a, aAfter), plan.create('a', a)]],
    ['edited, moved, and created again', [plan.editOfA, plan.move('a', 'x', aAfter), plan.create('a', a)]],
    [
      'copied, edited, moved, and its copy moved to its place',
      [plan.copy('a', 'y', a), plan.editOfA, plan.move('a', 'x', aAfter), plan.move('y', 'a', a)],
    ],
    ['moved, and created again', [plan.move('a', 'x', a), plan.create('a', a)]],
    ['moved, copied back and deleted', [plan.move('a', 'x', a), plan.copy('x', 'a', a), plan.remove('x', a)]],
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

  it('is rolled back at the next start if the disk refused the last of it', async () => {
    const call = new Meddling();
    const before = call.world.state;
    call.at('create last', () => {
      call.at('open x', diskFull);
      diskFull();
    });
    const changes = [plan.editOfA, plan.move('a', 'x', aAfter), plan.edit('x', aAfter, third)];
    assert.equal(await call.apply([...changes, plan.create('last', 'x')]), 'PARTIALLY_APPLIED');
    assert.match(call.told, /a, a → x, x could not be restored/);
    assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
    assert.deepEqual([call.world.state, call.history], [before, []]);
  });

  it('does not hide that somebody changed a copy of it', async () => {
    const call = new Meddling();
    await call.dies('create y', [plan.editOfA, plan.copy('a', 'x', aAfter), plan.create('y', copied)]);
    const [told = ''] = await call.restart({ meddle: () => call.put('x') });
    assert.match(told, /Check x, which changed since/);
    assert.deepEqual([call.text('a'), call.text('x'), call.history], [a, 'theirs', ['applied x']]);
  });

  for (const [what, text, left] of [
    ['as the call moved it', aAfter, 'a after'],
    ['as somebody edited it there', 'theirs', 'theirs'],
  ] as const)
    it(`counts as changed if somebody restored it, and it is also at its new path ${what}`, async () => {
      const call = new Meddling();
      await call.dies('create y', [plan.editOfA, plan.move('a', 'x', aAfter), plan.create('y', copied)]);
      const meddle = (): void => {
        call.put('a', a);
        call.put('x', text);
      };
      const [told = ''] = await call.restart({ meddle });
      assert.match(told, /Check a → x, which changed since/);
      assert.deepEqual([call.text('a'), call.text('x')?.split('\n')[0], call.history], [a, left, ['applied x']]);
    });

  it('counts as changed if somebody edited it where it is moved back, and the rest was never written', async () => {
    const call = new Meddling();
    await call.dies('create b', [
      plan.remove('b', plan.b),
      plan.move('a', 'x', a),
      plan.create('b', copied),
      plan.create('a', 'z'),
    ]);
    const [told = ''] = await call.restart({ meddle: () => call.put('x') });
    assert.match(told, /Check a → x, which changed since/);
    assert.deepEqual(
      [call.text('a'), call.text('x'), call.text('b'), call.history],
      ['theirs', undefined, plan.b, ['applied x']],
    );
  });
});
