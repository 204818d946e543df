import assert from 'node:assert/strict';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { diskFull } from './world.ts';

const { a } = plan;
const rolledBack = ['"A call" was interrupted halfway and has been rolled back.'];

describe('a deleted file whose restoration was cut off', () => {
  for (const [title, left, told, remains] of [
    ['empty', '', rolledBack, a],
    ['up to a page', a.slice(0, 4096), rolledBack, a],
    // No write ends there: these are somebody else's bytes.
    [
      'up to a line',
      a.slice(0, 90),
      ['"A call" was interrupted halfway. Check a, which changed since.'],
      a.slice(0, 90),
    ],
  ] as const)
    it(`is restored at the next start: ${title}`, async () => {
      const call = new Meddling({ noTrash: true });
      await call.dies('create x', [plan.remove('a', a), plan.create('x', 'x')]);
      assert.deepEqual(await call.restart({ meddle: () => call.put('a', left) }), told);
      assert.equal(call.text('a'), remains);
      assert.deepEqual(call.history, told === rolledBack ? [] : ['applied a']);
    });
});

describe('a file that a call moved to the path of a deleted one', () => {
  it('is not taken for a part of that if it cannot be moved back', async () => {
    const page = a.slice(0, 4096);
    const call = new Meddling({ noTrash: true, before: (world) => world.putText(plan.at('page').uri, page) });
    await call.dies('create x', [plan.remove('a', a), plan.move('page', 'a', page), plan.create('x', 'x')]);
    const [told = ''] = await call.restart({ meddle: () => call.put('page') });
    assert.match(told, /Check a, page → a, which changed since/);
    assert.deepEqual([call.text('a'), call.text('page'), call.history], [page, 'theirs', ['applied a a']]);
  });
});

describe('a deleted folder', () => {
  it('counts as changed if somebody has put a file into its place, and is not tried again at each start', async () => {
    const call = new Meddling({ noTrash: true });
    const deletions = [
      plan.remove('tree/inner/two', plan.long('two')),
      plan.removeFolder('tree/inner'),
      plan.remove('tree/one', 'one'),
      plan.removeFolder('tree'),
    ];
    await call.dies('create x', [...deletions, plan.create('x', 'x')]);
    const [told = ''] = await call.restart({ meddle: () => call.put('tree') });
    assert.match(told, /Check tree\/inner\/two, tree\/inner, tree\/one, tree, which changed since/);
    assert.deepEqual(
      [call.text('tree'), call.history],
      ['theirs', ['applied tree/inner/two tree/inner tree/one tree']],
    );
  });

  it('is tried again if a link is in its place whose target may be back later', async () => {
    const call = new Meddling({ noTrash: true });
    await call.dies('create x', [plan.remove('tree/one', 'one'), plan.create('x', 'x')]);
    const tree = plan.at('tree').uri;
    const [told = ''] = await call.restart({
      meddle() {
        call.world.removeTree(tree);
        call.world.put(tree, { kind: 'link', target: 'volume' });
      },
    });
    assert.match(told, /could not be rolled back/);
    assert.deepEqual(call.history, ['applying tree/one x']);
  });
});

describe('a copy', () => {
  it('is removed later if that failed, also if a file is in the place of the folder it was copied from', async () => {
    const call = new Meddling({ noTrash: true });
    await call.dies('create y', [plan.copy('tree/one', 'x', 'one'), plan.create('y', 'y')]);
    const [told = ''] = await call.restart({
      meddle() {
        call.world.removeTree(plan.at('tree').uri);
        call.put('tree');
        call.at('delete x', diskFull);
      },
    });
    assert.match(told, /could not be rolled back/);
    assert.deepEqual(await call.restart(), rolledBack);
    assert.deepEqual([call.text('x'), call.text('tree'), call.history], [undefined, 'theirs', []]);
  });
});
