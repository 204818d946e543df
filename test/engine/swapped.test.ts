import assert from 'node:assert/strict';
import { StalePlan } from '../../src/core/wording/errors.ts';
import type { PathRecheck } from '../../src/vscode/apply/pathRecheck.ts';
import { cases } from './cases.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { diskFull } from './world.ts';

const { a, b, aAfter: after, bAfter: other, editOfA: edit, editOfBoth: pair } = plan;

/** A place check that reports a swap once `isSwapped` is true. */
function recheck(isSwapped: () => boolean): PathRecheck {
  const before: PathRecheck['beforeWrite'] = async (change) => {
    if (isSwapped()) throw new StalePlan(change.at.path);
  };
  return {
    beforeFirstWrite: () => Promise.resolve(),
    isProtected: () => false,
    beforeWrite: before,
    beforeWriteInside: before,
  };
}

describe('a place that leads elsewhere while a call is made', () => {
  for (const [title, step, changes, scene] of [
    ['before a file is made', /^begin journal/, [plan.create('x', 'x')], {}],
    ['before a file goes to the trash', /^begin journal/, [plan.remove('a', a)], {}],
    ['between the edit of a group and its saving', 'edit', pair, {}],
    ['between the edit of a group and its formatting', 'edit', pair, { save: 'withParticipants', formatted: '!' }],
  ] as const) {
    it(`is not written to: ${title}`, async () => {
      let isSwapped = false;
      // Everything was rolled back, or nothing was written.
      const call = new Meddling({ ...scene, recheck: recheck(() => isSwapped) });
      const before = call.world.state;
      let isWritten = false;
      call.at(step, () => {
        isSwapped = true;
      });
      call.once('a', after, () => {
        isWritten = true;
      });
      call.window.editor.closeTabs = async () => {
        isSwapped = false;
      };
      assert.equal(await call.apply(changes), 'STALE');
      assert.deepEqual(call.world.state, before);
      assert.deepEqual([call.took('trash a'), call.took('create x'), isWritten], [false, false, false]);
      // Saving the rolled-back text would format it.
      assert.deepEqual(call.unsaved, 'formatted' in scene ? [a, b] : []);
    });
  }

  it('is not quoted in the answer if saving changed the file further', async () => {
    let isSwapped = false;
    const swappable = recheck(() => isSwapped);
    const call = new Meddling({ save: 'withParticipants', formatted: '!', recheck: swappable });
    call.once('b', `${other}!`, () => {
      isSwapped = true;
    });
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.match(call.told, /are different now; formatting on save or another program/);
  });

  it('is not rolled back', async () => {
    let isSwapped = false;
    const call = new Meddling({ recheck: recheck(() => isSwapped) });
    call.at('create x', () => {
      isSwapped = true;
      diskFull();
    });
    assert.equal(await call.apply([edit, plan.create('x', 'x')]), 'PARTIALLY_APPLIED');
    assert.equal(call.text('a'), after);
    assert.deepEqual(call.history, ['applied a']);
  });
});

describe('a call that is stopped', () => {
  it('starts nothing more, and is rolled back', async () => {
    for (const [changes, step] of [
      [[plan.create('x', 'x'), plan.create('y', 'y')], 'create x'],
      [[...pair], /^begin journal/],
      [cases['all kinds at once']?.changes ?? [], 'create new/x'],
    ] as const) {
      const call = new Meddling();
      const before = call.world.state;
      const stop = new AbortController();
      call.at(step, () => stop.abort());
      assert.equal(await call.apply(changes, stop.signal), 'REJECTED');
      assert.deepEqual(call.world.state, before);
      assert.deepEqual([call.history, call.took('edit')], [[], false]);
    }
  });
});
