import assert from 'node:assert/strict';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';

const { a, aAfter: after, editOfA: edit } = plan;

describe('an interrupted call beside another window', () => {
  it('is rolled back newest first if two windows were interrupted at the same file', async () => {
    const call = new Meddling();
    const before = call.world.state;
    await call.dies('create x', [edit, plan.create('x', 'x')]);
    const second = openWindow(call, 'second', {
      step: async (what) => {
        if (what === `create ${plan.at('y').uri}`) call.machine.dead.add('second');
      },
    });
    void second.apply([plan.edit('a', after, 'second'), plan.create('y', 'y')]);
    while (!call.machine.dead.has('second')) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(call.text('a'), 'second');
    assert.equal((await call.restart()).length, 2);
    assert.deepEqual([call.world.state, call.history], [before, []]);
  });

  it('is left to its window as long as that is at work', async () => {
    const call = new Meddling();
    const second = openWindow(call, 'second');
    call.at('create x', async () => {
      assert.deepEqual([await second.recover(), second.isSettled], [[], false]);
    });
    assert.equal(await call.apply([edit, plan.create('x', 'x')]), 'applied');
    assert.deepEqual([await second.recover(), second.isSettled], [[], true]);
  });

  it('is rolled back where another window has copied a file of it since', async () => {
    const call = new Meddling();
    await call.dies('create x', [edit, plan.create('x', 'x')]);
    assert.equal(await openWindow(call, 'second').apply([plan.copy('a', 'y', after)]), 'applied');
    assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
    assert.deepEqual([call.text('a'), call.text('y')], [a, after]);
  });

  it("does not roll back another window's equal work", async () => {
    const call = new Meddling();
    await call.dies('create x', [edit, plan.create('x', 'x')]);
    call.put('a', a);
    assert.equal(await openWindow(call, 'second').apply([edit]), 'applied');
    const [told = ''] = await call.restart();
    assert.match(told, /interrupted halfway\. Check a, which changed since/);
    assert.equal(call.text('a'), after);
  });

  it('does not roll back the work of a window that began while another file was rolled back', async () => {
    const call = new Meddling();
    await call.dies('create x', [...plan.editOfBoth, plan.create('x', 'x')]);
    const second = openWindow(call, 'second');
    const meddle = (): void => {
      call.at('open b', async () => {
        call.put('a', a);
        assert.equal(await second.apply([edit]), 'applied');
      });
    };
    const [told = ''] = await call.restart({ meddle });
    assert.match(told, /interrupted halfway\. Check a, which changed since/);
    assert.deepEqual([call.text('a'), call.text('b')], [after, plan.b]);
  });

  it('does not read the running calls of other windows again for each file', async () => {
    const call = new Meddling();
    await call.dies('create x', [...plan.editOfBoth, plan.create('x', 'x')]);
    const { promise: recovered, resolve: end } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const second = openWindow(call, 'second', {
      async step(what) {
        if (what !== `create ${plan.at('y').uri}`) return;
        reach();
        await recovered;
      },
    });
    const work = second.apply([plan.create('y', 'y')]);
    await reached;
    await call.restart();
    end();
    assert.equal(await work, 'applied');
    const [ofB, ofA] = ['b', 'a'].map((file) => call.steps.indexOf(`open ${plan.at(file).uri}`));
    const between = call.steps.slice(ofB, ofA);
    assert.ok(between.includes('list journal'));
    assert.deepEqual(
      between.filter((step) => step.startsWith('read journal/')),
      [],
    );
  });

  for (const isRunning of [false, true])
    it(`does not roll back the ${isRunning ? 'running' : 'finished'} work of a window that began while it was taken over`, async () => {
      const call = new Meddling();
      await call.dies('create x', [edit, plan.create('x', 'x')]);
      call.put('a', a);
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: recovered, resolve: end } = Promise.withResolvers<void>();
      const second = openWindow(call, 'second', {
        async step(what) {
          if (what !== `create ${plan.at('y').uri}`) return;
          reach();
          if (isRunning) await recovered;
        },
      });
      let work: Promise<string> | undefined;
      const meddle = (): void => {
        call.at(/^claim/, async () => {
          work = second.apply([edit, plan.create('y', 'y')]);
          await (isRunning ? reached : work);
        });
      };
      const [told = ''] = await call.restart({ meddle });
      assert.match(told, /interrupted halfway\. Check a, which changed since/);
      end();
      assert.deepEqual([await work, call.text('a'), call.text('y')], ['applied', after, 'y']);
    });
});
