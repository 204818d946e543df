import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { StalePlan } from '../../src/core/wording/errors.ts';
import { OutsideWorkspace } from '../../src/vscode/apply/pathRecheck.ts';
import { Meddling, never } from './meddling.ts';
import * as plan from './plans.ts';
import { diskFull, systemError } from './world.ts';

const a = plan.long('a before');
const after = plan.long('a after');
const edit = plan.edit('a', a, after);

describe('what a call has saved with participants', () => {
  const pair = [edit, plan.edit('b', plan.long('b before'), 'b after')];
  const manner = { save: 'withParticipants', formatted: '!' } as const;

  it('is rolled back with what saving made of it if something fails later', async () => {
    for (const [step, changes] of [
      ['create y', [...pair, plan.create('x', 'x'), plan.folder('new'), plan.copy('a', 'y', a)]],
      ['flush', [...pair, plan.create('x', 'x')]],
    ] as const) {
      const call = new Meddling(manner);
      const before = call.world.state;
      call.at(step, diskFull);
      assert.equal(await call.apply(changes), 'IO_ERROR');
      assert.deepEqual([call.world.state, call.unsaved, call.history], [before, [], []]);
      assert.match(call.told, /the disk is full\. Nothing was changed/);
    }
  });

  it('is left alone if somebody has written to it since, and the error blames nobody for sure', async () => {
    const call = new Meddling(manner);
    call.at('create y', () => {
      call.put('a');
      diskFull();
    });
    assert.equal(await call.apply([...pair, plan.copy('c', 'y', plan.long('c before'))]), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b')], ['theirs', plan.long('b before')]);
    assert.match(
      call.told,
      /^The change failed halfway, and the contents of a are different now; formatting on save or/,
    );
  });

  it('is not confused with what another program writes right after saving', async () => {
    const call = new Meddling({ ...manner, hear: never });
    call.once('a', `${after}!`, () => call.put('a'));
    call.at('create y', diskFull);
    assert.equal(await call.apply([...pair, plan.copy('c', 'y', plan.long('c before'))]), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b')], ['theirs', plan.long('b before')]);
  });

  it('fails if a text was not saved', async () => {
    const call = new Meddling(manner);
    const before = call.world.state;
    call.window.editor.open(plan.at('b').uri).save = () => Promise.resolve(false);
    assert.equal(await call.apply(pair), 'IO_ERROR');
    assert.deepEqual([call.world.state, call.history], [before, []]);
    assert.match(call.told, /^The editor could not save b; another program/);
  });

  it('counts as saved if saving made it what it was, and if the person types on', async () => {
    const undone = new Meddling(manner);
    const text = undone.window.editor.open(plan.at('a').uri);
    text.save = () => undone.window.editor.revert(text, text.getText());
    assert.equal(await undone.apply(pair), 'applied');
    const typed = new Meddling(manner);
    typed.once('a', `${after}!`, () => typed.window.editor.type(plan.at('a').uri, 'typed'));
    assert.equal(await typed.apply(pair), 'applied');
    assert.deepEqual(typed.unsaved, [`${after}!typed`]);
  });
});

describe('what is rolled back', () => {
  it('is flushed, or reported as not rolled back', async () => {
    const call = new Meddling();
    const before = call.world.state;
    // A rollback that is not flushed may be lost with the power.
    call.at('create x', diskFull).at('flush', diskFull);
    assert.equal(await call.apply([edit, plan.create('x', 'x')]), 'PARTIALLY_APPLIED');
    assert.match(call.told, /^The change failed halfway, and a, x could not be restored/);
    assert.deepEqual(call.history, ['applying a x']);
    assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
    assert.deepEqual(call.world.state, before);
  });

  it("is reported with all that is not, be it others' work or what the disk refused", async () => {
    const call = new Meddling();
    call.at('copy', diskFull);
    call.at('create y', () => {
      call.put('x');
      diskFull();
    });
    call.at(
      'open a',
      () => {
        throw systemError('EIO');
      },
      2,
    );
    const copy = plan.copy('c', 'y', plan.long('c before'));
    assert.equal(await call.apply([plan.create('x', 'x'), edit, copy]), 'PARTIALLY_APPLIED');
    assert.match(call.told, /^The change failed halfway, and a, x could not be restored/);
    assert.deepEqual(call.history, ['applying x a y']);
    assert.deepEqual(call.machine.disk.list('owners'), []);
  });

  it('is reported as left if it can be neither written nor looked at', async () => {
    const call = new Meddling();
    const fails = (): never => {
      throw systemError('EIO');
    };
    call.at('create x', diskFull).at('open a', () => void call.at('stat a', fails).at('open a', fails), 2);
    assert.equal(await call.apply([edit, plan.create('x', 'x')]), 'PARTIALLY_APPLIED');
    assert.match(call.told, /^The change failed halfway, and a could not be restored/);
  });

  it('stays unsaved in the editor where saving would change it', async () => {
    const call = new Meddling({ save: 'withParticipants', formatted: '!', hear: never });
    call.at('write b', diskFull);
    await call.apply([edit, plan.edit('b', plan.long('b before'), 'b after')]);
    assert.equal(call.text('b'), plan.long('b before'));
    assert.equal(call.steps.filter((step) => step === `save ${plan.at('b').uri}`).length, 1);
  });

  it('counts as rolled back if somebody else puts it back where it was', async () => {
    const call = new Meddling();
    const before = call.world.state;
    call.at('create y', () => {
      call.put('x');
      diskFull();
    });
    call.at('rename x', () => {
      call.world.move(plan.at('x').uri, plan.at('a').uri);
      call.put('a', a);
    });
    assert.equal(await call.apply([plan.move('a', 'x', a), plan.create('y', 'y')]), 'IO_ERROR');
    assert.deepEqual([call.world.state, call.history], [before, []]);
  });

  it('leaves a copy alone that somebody has written to, although what it was made from is gone', async () => {
    const call = new Meddling();
    call.at('create y', () => {
      call.put('x');
      call.world.remove(plan.at('c').uri);
      diskFull();
    });
    assert.equal(
      await call.apply([plan.copy('c', 'x', plan.long('c before')), plan.create('y', 'y')]),
      'PARTIALLY_APPLIED',
    );
    assert.deepEqual([call.text('x'), call.text('c'), call.took('rename x')], ['theirs', undefined, false]);
  });

  it('is checked as what undoes it, right before it is written', async () => {
    const checked: string[] = [];
    const pass = (): Promise<void> => Promise.resolve();
    const beforeWrite = async ({ kind, at }: Change): Promise<void> => void checked.push(`${kind} ${at.path}`);
    const recheck = { beforeFirstWrite: pass, isProtected: () => false, beforeWrite, beforeWriteInside: pass };
    const call = new Meddling({ recheck });
    call.at('create y', () => {
      checked.length = 0;
      diskFull();
    });
    assert.equal(
      await call.apply([plan.create('x', 'x'), plan.move('b', 'c2', plan.long('b before')), plan.create('y', 'y')]),
      'IO_ERROR',
    );
    assert.deepEqual(checked, ['move b', 'delete x']);
  });

  it('has its old permissions', async () => {
    const call = new Meddling({
      noTrash: true,
      before: (world) => world.put(plan.at('empty').uri, { kind: 'folder', mode: 0o700 }),
    });
    const before = call.world.state;
    call.at('create x', diskFull);
    const gone = [plan.remove('run', 'run'), plan.removeFolder('empty')];
    assert.equal(await call.apply([...gone, plan.create('x', 'x')]), 'IO_ERROR');
    assert.deepEqual(call.world.state, before);
  });

  it('is restored from the history inside the workspace only, as its exact bytes', async () => {
    const asked: string[] = [];
    const recheck = {
      beforeFirstWrite: () => Promise.reject(new StalePlan('a')),
      isProtected: () => false,
      beforeWrite: async () => void asked.push('before'),
      beforeWriteInside: async ({ at }: Change) => {
        if (asked.push('inside') === 1) throw new OutsideWorkspace(at.path);
      },
    };
    const call = new Meddling({ save: 'withParticipants', formatted: '!', recheck });
    assert.equal(await call.window.rollBack([edit]), 'STALE');
    assert.match(call.told, /^a is outside the workspace/);
    assert.equal(await call.window.rollBack([edit]), 'applied');
    assert.equal(call.text('a'), after);
    assert.deepEqual(asked, ['inside', 'inside']);
  });

  it('reads a file that was just verified only when it is written, and then leaves later work alone', async () => {
    const call = new Meddling();
    let reads: number | undefined;
    call.at(/^begin journal/, () => void (reads = call.steps.filter((step) => /^(read|stat) file/.test(step)).length));
    assert.equal(await call.window.rollBack([edit], {}, new Set([edit])), 'applied');
    // A look at its permissions.
    assert.equal(reads, 1);
    const again = plan.edit('a', after, a);
    call.put('a');
    assert.equal(await call.window.rollBack([again], {}, new Set([again])), 'STALE');
    assert.deepEqual([call.text('a'), call.history], ['theirs', ['applied a']]);
  });

  it('includes a folder that the call created since it was gone by then', async () => {
    const call = new Meddling();
    const before = call.world.state;
    assert.equal(await call.apply([plan.create('gone/in/x', 'x')]), 'applied');
    assert.deepEqual(
      call.window.outcome.applied?.changes.map(({ at }) => at.path),
      ['gone/in/x'],
    );
    assert.deepEqual(call.history, ['applied gone gone/in gone/in/x']);
    const [entry] = call.window.journal.entries;
    assert.ok(entry);
    const { invertCall: inverseOf } = await import('../../src/core/change/inverse.ts');
    assert.equal(await call.window.rollBack(inverseOf(await call.window.journal.contents.changesOf(entry))), 'applied');
    assert.deepEqual(call.world.state, before);
  });
});
