import assert from 'node:assert/strict';
import type { PathRecheck } from '../../src/vscode/apply/pathRecheck.ts';
import { editTo } from '../../src/vscode/documents/undoableUpdates.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';
import { systemError } from './world.ts';

const [a, b] = ['a before', 'b before'].map(plan.long);
const [after, other] = ['a after', 'b after'].map(plan.long);
assert.ok(a && b && after && other);
const { uri } = plan.at('a');
const pass = (): Promise<void> => Promise.resolve();

/** Looks at each path right before it is written, which takes so long that the person types. */
function slowLook(type: () => void): PathRecheck {
  return {
    beforeFirstWrite: pass,
    isProtected: () => false,
    beforeWrite: async () => type(),
    beforeWriteInside: pass,
  };
}

describe('what the person types while a call is applied', () => {
  it('stays, in a file that was clean a moment before, and the call is to be planned again', async () => {
    const call: Meddling = new Meddling({ recheck: slowLook(() => call.window.editor.type(uri, 'typed')) });
    call.window.editor.open(uri);
    assert.equal(await call.apply([plan.edit('a', a, after)]), 'STALE');
    assert.deepEqual([call.text('a'), call.unsaved, call.history], [a, [`${a}typed`], []]);
  });

  it('stays while the call is rolled back', async () => {
    let isTyping = false;
    const type = (): void => {
      if (isTyping) call.window.editor.type(uri, 'typed');
    };
    const call: Meddling = new Meddling({ recheck: slowLook(type) });
    call.window.editor.open(uri);
    call.window.editor.open(plan.at('b').uri).save = () => {
      isTyping = true;
      return Promise.reject(systemError('EIO'));
    };
    assert.equal(await call.apply([plan.edit('a', a, after), plan.edit('b', b, other)]), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [after, b, [`${after}typed`, b]]);
  });

  for (const save of ['exact', 'withParticipants'] as const) {
    it(`stays, unsaved, in one of several files that are written together (redline.save: ${save})`, async () => {
      const call = new Meddling({ save });
      // Loaded again after the edit, right before they are saved.
      call.at('load b', () => call.window.editor.type(uri, 'typed'), 2);
      assert.equal(await call.apply([plan.edit('a', a, after), plan.edit('b', b, other)]), 'PARTIALLY_APPLIED');
      assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [a, b, [`${after}typed`]]);
    });
  }

  for (const save of ['exact', 'withParticipants'] as const) {
    it(`stays, unsaved, in a file that is already saved while others are not, and the call is complete (redline.save: ${save})`, async () => {
      const call = new Meddling({ save });
      call.once('a', after, () => call.window.editor.type(uri, 'typed'));
      assert.equal(await call.apply([plan.edit('a', a, after), plan.edit('b', b, other)]), 'applied');
      assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [after, other, [`${after}typed`]]);
    });

    it(`that is deleted again at once makes no call fail whose files are saved (redline.save: ${save})`, async () => {
      const call = new Meddling({ save });
      const { editor } = call.window;
      call.once('a', after, () => {
        editor.type(uri, 'typed');
        void editor.edit([editTo(editor.open(uri), after)]);
      });
      assert.equal(await call.apply([plan.edit('a', a, after), plan.edit('b', b, other)]), 'applied');
      assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [after, other, [after]]);
    });
  }

  for (const save of ['exact', 'withParticipants', 'never'] as const) {
    it(`stays at each step of a call that changes the file twice (redline.save: ${save})`, async () => {
      const changes = [plan.edit('a', a, other), plan.edit('a', other, after)];
      const steps = new Meddling({ save });
      steps.window.editor.open(uri);
      await steps.apply(changes);
      for (const number of steps.steps.keys()) {
        const call = new Meddling({ save });
        const { editor } = call.window;
        const document = editor.open(uri);
        call.at(/(?:)/, () => editor.type(uri, 'typed'), number + 1);
        const said = await call.apply(changes);
        assert.match(document.getText(), /typed/, call.steps[number]);
        assert.ok(['applied', 'STALE', 'PARTIALLY_APPLIED'].includes(said), `${call.steps[number]}: ${said}`);
      }
    });
  }
});
