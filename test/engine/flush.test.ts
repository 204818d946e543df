import assert from 'node:assert/strict';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { systemError } from './world.ts';

const edit = plan.edit('a', plan.long('a before'), plan.long('a after'));

describe('a call', () => {
  it('is flushed before its entry is saved as applied', async () => {
    for (const scene of [{}, { save: 'withParticipants', formatted: '!' }] as const) {
      const call = new Meddling(scene);
      assert.equal(await call.apply([edit]), 'applied');
      const last = (step: RegExp): number => call.steps.findLastIndex((each) => step.test(each));
      assert.ok(last(/^(open|write)/) < last(/^flush/) && last(/^flush/) < last(/^begin journal/));
    }
  });

  it('is flushed file by file while others are written, each once', async () => {
    const call = new Meddling();
    let early = 0;
    call.at('create many/149', () => void (early = call.world.flushed.length));
    const paths = Array.from({ length: 150 }, (_, at) => `many/${at}`);
    const changes = [plan.folder('many'), ...paths.map((path) => plan.create(path, path))];
    assert.equal(await call.apply(changes), 'applied');
    assert.ok(early > 0);
    const expected = ['many', ...paths].map((path) => plan.at(path).uri);
    assert.deepEqual(call.world.flushed.toSorted(), expected.toSorted());
    const last = (step: RegExp): number => call.steps.findLastIndex((each) => step.test(each));
    assert.ok(last(/^create/) < last(/^flush/) && last(/^flush/) < last(/^begin journal/));
  });

  it('is flushed on, although one flush takes long', async () => {
    const [slow, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const call = new Meddling();
    call.at('flush', () => slow.promise);
    call.at('flush', waiting.resolve, 3);
    const paths = Array.from({ length: 150 }, (_, at) => `many/${at}`);
    const said = call.apply([plan.folder('many'), ...paths.map((path) => plan.create(path, path))]);
    await waiting.promise;
    slow.resolve();
    assert.equal(await said, 'applied');
  });

  it('has a file that it writes twice flushed after the second time', async () => {
    const call = new Meddling();
    const paths = Array.from({ length: 150 }, (_, at) => `many/${at}`);
    const { uri } = plan.at('a');
    call.at('open a', () => assert.ok(call.world.flushed.length > 0 && !call.world.flushed.includes(uri)), 2);
    const again = plan.edit('a', plan.long('a after'), 'a again');
    const changes = [edit, plan.folder('many'), ...paths.map((path) => plan.create(path, path)), again];
    assert.equal(await call.apply(changes), 'applied');
    assert.equal(call.world.flushed.filter((each) => each === uri).length, 1);
  });

  it('is rolled back if a file cannot be flushed', async () => {
    for (const count of [1, 2, 3]) {
      const call = new Meddling();
      const before = call.world.state;
      call.at(
        'flush',
        () => {
          throw systemError('EIO');
        },
        count,
      );
      const paths = Array.from({ length: 150 }, (_, at) => `many/${at}`);
      assert.equal(
        await call.apply([plan.folder('many'), ...paths.map((path) => plan.create(path, path))]),
        'IO_ERROR',
      );
      assert.deepEqual([call.world.state, call.history], [before, []]);
    }
  });
});
