import assert from 'node:assert/strict';
import { historyOf } from './handingOver.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';
import { diskFull } from './world.ts';

describe('an interrupted call, of which a file was changed since', () => {
  for (const { what, step, count } of [
    { what: 'contents', step: /^begin blobs/, count: 1 },
    // The second time, since taking the entry over writes it, too.
    { what: 'entry', step: /^begin journal/, count: 2 },
  ])
    it(`lists only that file once it is rolled back, also if the disk was full for its ${what}`, async () => {
      const call = new Meddling();
      await call.dies('create x', [...plan.editOfBoth, plan.create('x', 'x')]);
      const meddle = (): void => {
        call.put('a');
        call.at(step, diskFull, count);
      };
      const [told = ''] = await call.restart({ meddle });
      assert.match(told, /interrupted halfway\. Check a, which changed since/);
      assert.deepEqual(call.history, ['applied a']);
      await call.restart();
      assert.deepEqual(call.history, ['applied a']);
      assert.deepEqual([call.text('a'), call.text('b')], ['theirs', plan.b]);
      call.machine.disk.requireBytes();
    });
});

describe('what an agent wrote instead of what was approved', () => {
  for (const { what, step } of [
    { what: 'contents', step: /^begin blobs/ },
    { what: 'entry', step: /^begin journal/ },
  ])
    for (const isUsed of [false, true])
      it(`is in the history after the next start, also if the disk was full for its ${what}${isUsed ? ', and another call is made' : ''}`, async () => {
        const call = new Meddling();
        const handed = await call.window.handOver([plan.editOfA]);
        call.put('a', 'other');
        call.at(step, diskFull);
        await handed.compareAndFinish();
        if (isUsed) assert.equal(await call.apply([plan.create('x', 'x')]), 'applied');
        call.machine.dead.add('first');
        const next = openWindow(call, 'next');
        await next.recover();
        assert.deepEqual(await historyOf(next), ['update a: other', ...(isUsed ? ['create x: x'] : [])]);
      });
});
