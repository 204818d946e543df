import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { invertCall } from '../../src/core/change/inverse.ts';
import { cases, newWorld } from './cases.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';

describe('a call of each kind', () => {
  for (const [name, { changes, manner, noTrash, shows, isUnsaved = false }] of Object.entries(cases)) {
    it(`reports its own changes, and what is unsaved: ${name}`, async () => {
      const call = new Meddling({ ...manner, noTrash: noTrash === true, before: (_, editor) => shows?.(editor) });
      assert.equal(await call.apply(changes), 'applied');
      const applied = call.window.outcome.applied ?? assert.fail();
      assert.deepEqual(
        applied.changes.map(({ kind, at }) => [kind, at.uri]),
        changes.map(({ kind, at }) => [kind, at.uri]),
      );
      assert.equal(applied.unsaved.length > 0, isUnsaved);
    });
  }
});

describe('a deletion', () => {
  it('closes the tabs of its files only, but for those that are there again', async () => {
    const call = new Meddling();
    let asked: boolean[] = [];
    call.window.editor.closeTabs = async (matches) => {
      asked = ['a', 'run', 'b'].map((path) => matches(plan.at(path).uri, 'text'));
    };
    const changes = [plan.remove('a', plan.long('a before')), plan.remove('run', 'run'), plan.create('run', 'again')];
    assert.equal(await call.apply(changes), 'applied');
    assert.deepEqual(asked, [true, false, false]);
  });
});

describe('a deletion of a folder', () => {
  const tree = cases['delete a folder']?.changes ?? assert.fail();

  it('moves it to the trash as one', async () => {
    const call = new Meddling();
    assert.equal(await call.apply(tree), 'applied');
    assert.ok(call.took('trash tree') && !call.took('delete tree/one'));
  });

  it('leaves it where it is if somebody has put a file in it', async () => {
    const call = new Meddling();
    call.at(/^begin journal/, () => call.put('tree/inner/theirs'));
    const before = call.world.state;
    assert.notEqual(await call.apply(tree), 'applied');
    assert.deepEqual(call.world.state, { ...before, [plan.at('tree/inner/theirs').uri]: '644 theirs' });
    assert.ok(!call.took('trash tree'));
  });

  it('is followed by its creation if a file of the call is to be in it', async () => {
    const call = new Meddling();
    assert.equal(await call.apply([plan.removeFolder('empty'), plan.create('empty/x', 'x')]), 'applied');
    assert.equal(call.text('empty/x'), 'x');
    const [entry] = call.window.journal.entries;
    assert.deepEqual(
      entry?.changes.map(({ kind }) => kind),
      ['delete', 'createDirectory', 'create'],
    );
  });
});

describe('a folder that the call moves away', () => {
  it('is created anew if a file of the call is to be in it', async () => {
    const call = new Meddling();
    const { length } = call.world.below(plan.at('tree').uri);
    assert.equal(await call.apply([plan.moveFolder('tree', 'moved'), plan.create('tree/x', 'x')]), 'applied');
    assert.deepEqual([call.text('tree/x'), call.text('moved/one')], ['x', 'one']);
    assert.deepEqual([call.world.below(plan.at('moved').uri).length, length], [3, 3]);
    const [entry] = call.window.journal.entries;
    assert.deepEqual(
      entry?.changes.map(({ kind }) => kind),
      ['move', 'createDirectory', 'create'],
    );
  });

  it('is created anew with the folders in it', async () => {
    const call = new Meddling();
    const changes = [plan.moveFolder('tree', 'moved'), plan.create('tree/inner/deep/x', 'x')];
    assert.equal(await call.apply(changes), 'applied');
    assert.deepEqual([call.text('tree/inner/deep/x'), call.text('moved/one')], ['x', 'one']);
  });

  it('is created anew at a path to which the call moved it before', async () => {
    const call = new Meddling();
    const changes = [
      plan.moveFolder('tree', 'moved'),
      plan.moveFolder('moved', 'on'),
      plan.create('moved/inner/x', 'x'),
    ];
    assert.equal(await call.apply(changes), 'applied');
    assert.deepEqual([call.text('moved/inner/x'), call.text('on/one')], ['x', 'one']);
  });
});

describe('a folder that takes the place of another', () => {
  const at = plan.at('moved');
  const folder: Change = { kind: 'createDirectory', at, original: plan.at('tree') };
  const modeAfter = async (mode: number, changes: readonly Change[]): Promise<number | undefined> => {
    const call = new Meddling({
      before: (world) => world.put(plan.at('tree').uri, { kind: 'folder', mode }),
    });
    assert.equal(await call.apply(changes), 'applied');
    const node = call.world.nodes.get(at.uri);
    return node?.kind === 'folder' ? node.mode : undefined;
  };

  it('has its permissions, so that a private folder stays private', async () => {
    assert.equal(await modeAfter(0o2700, [folder, plan.move('tree/one', 'moved/one', 'one')]), 0o2700);
  });

  it('can be written to, even if it is a copy of one that cannot', async () => {
    assert.equal(await modeAfter(0o500, [folder, plan.copy('tree/one', 'moved/one', 'one')]), 0o700);
  });
});

describe('a file in the place of a folder, and the reverse', () => {
  it('has not the permissions of the other, which the undo gives back', async () => {
    const call = new Meddling({
      noTrash: true,
      before: (world) => {
        world.put(plan.at('empty').uri, { kind: 'folder', mode: 0o700 });
        world.putText(plan.at('b').uri, plan.long('b before'), 0o700);
      },
    });
    const before = call.world.state;
    const folder: Change = { kind: 'createDirectory', at: plan.at('b') };
    const changes = [
      plan.remove('b', plan.long('b before')),
      folder,
      plan.removeFolder('empty'),
      plan.create('empty', 'file'),
    ];
    const modeOf = (path: string): number | undefined => {
      const node = call.world.nodes.get(plan.at(path).uri);
      return node?.kind === 'link' ? undefined : node?.mode;
    };
    assert.equal(await call.apply(changes), 'applied');
    assert.deepEqual([modeOf('b'), modeOf('empty')], [0o755, 0o644]);
    const [entry] = call.window.journal.entries;
    const undo = invertCall(await call.window.journal.contents.changesOf(entry ?? assert.fail()));
    assert.equal(await call.window.rollBack(undo, entry?.permissions), 'applied');
    assert.deepEqual(call.world.state, before);
  });
});

describe('a copy', () => {
  it('of a file has its mode', async () => {
    const call = new Meddling();
    assert.equal(await call.apply([plan.copy('run', 'x', 'run')]), 'applied');
    assert.equal(call.world.file(plan.at('x').uri).mode, 0o744);
  });

  it('of a link is a link, whose target keeps its mode', async () => {
    const call = new Meddling();
    const copy: Change = {
      kind: 'copy',
      from: plan.at('link'),
      at: plan.at('x'),
      after: { kind: 'link', target: 'a' },
    };
    assert.equal(await call.apply([copy]), 'applied');
    assert.deepEqual(call.world.nodes.get(plan.at('x').uri), { kind: 'link', target: 'a' });
    assert.ok(!call.steps.some((step) => step.startsWith('chmod')));
  });

  it('of a folder holds what that holds', async () => {
    const call = new Meddling();
    const copy: Change = { kind: 'copy', from: plan.at('tree'), at: plan.at('x'), after: { kind: 'directory' } };
    assert.equal(await call.apply([copy]), 'applied');
    assert.equal(call.text('x/inner/two'), newWorld().text(plan.at('tree/inner/two').uri));
    assert.equal(call.text('tree/one'), 'one');
  });
});
