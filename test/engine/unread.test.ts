import assert from 'node:assert/strict';
import type { Change, UnreadContent } from '../../src/core/change/change.ts';
import { Meddling, type Scene } from './meddling.ts';
import * as plan from './plans.ts';

const a = plan.long('a before');
const size = Buffer.byteLength(a);
/** A file that is too large to be read where only the editor reaches it: known by size and time alone. */
const unread: UnreadContent = { kind: 'unread', size, modified: 0 };
const ofUnknownTime: UnreadContent = { kind: 'unread', size };
const larger: UnreadContent = { kind: 'unread', size: size + 1 };
const scene: Scene = { isLocal: false, noTrash: true };
const remove = (before: UnreadContent): Change => ({ kind: 'delete', at: plan.at('a'), before });
const copy = (after: UnreadContent): Change => ({ kind: 'copy', from: plan.at('a'), at: plan.at('x'), after });
const move = (before: UnreadContent): Change => ({
  kind: 'move',
  from: plan.at('a'),
  at: plan.at('x'),
  before,
  after: ofUnknownTime,
});

describe('a file that was never read', () => {
  for (const [title, change] of [
    ['deleted', remove(unread)],
    ['deleted, its time unknown', remove(ofUnknownTime)],
    ['copied', copy(ofUnknownTime)],
    ['moved', move(unread)],
  ] as const) {
    it(`is ${title} as long as its size and time are those of the plan`, async () => {
      const call = new Meddling(scene);
      assert.equal(await call.apply([change]), 'applied');
      assert.equal(call.text('a'), change.kind === 'copy' ? a : undefined);
      assert.equal(call.text('x'), change.kind === 'delete' ? undefined : a);
    });
  }

  for (const [title, change] of [
    ['its size', remove(larger)],
    ['its time', remove({ ...unread, modified: 1 })],
    ['its size, and it was to be copied', copy(larger)],
    ['its size, and it was to be moved', move(larger)],
  ] as const) {
    it(`is left alone if another program has changed ${title}`, async () => {
      const call = new Meddling(scene);
      const before = call.world.state;
      assert.equal(await call.apply([change]), 'STALE');
      assert.deepEqual([call.world.state, call.history], [before, []]);
    });
  }

  it('is left alone if the person is typing in it', async () => {
    const call = new Meddling({ ...scene, before: (_, editor) => editor.type(plan.at('a').uri, '!') });
    assert.equal(await call.apply([move(unread)]), 'VALIDATION_ERROR');
    assert.equal(call.text('a'), a);
  });
});

describe('the mode of a file', () => {
  const sides = { before: plan.textOf(a), after: plan.textOf(a), mode: { before: false, after: true } } as const;

  it('stays as it is where only the editor reaches the files', async () => {
    const call = new Meddling(scene);
    assert.equal(
      await call.apply([plan.chmod('a', a, true), plan.edit('b', plan.long('b before'), 'b after')]),
      'applied',
    );
    assert.equal(call.text('b'), 'b after');
  });

  it('stays as it is in a file system that has none, beside a local disk', async () => {
    const at = { uri: 'mem:///v/a', path: 'v/a', real: 'mem:///v/a' };
    const call = new Meddling({
      before: (world) => {
        world.put('mem:///v', { kind: 'folder', mode: 0o755 });
        world.putText(at.uri, a);
      },
    });
    assert.equal(await call.apply([{ kind: 'update', at, ...sides }]), 'applied');
    assert.ok(!call.steps.includes(`chmod ${at.uri}`));
  });

  it('is nothing that a deletion sets', async () => {
    const call = new Meddling({ noTrash: true });
    const remove: Change = { kind: 'delete', at: plan.at('run'), before: plan.textOf('run'), mode: { after: false } };
    assert.equal(await call.apply([remove]), 'applied');
    assert.equal(call.text('run'), undefined);
  });
});
