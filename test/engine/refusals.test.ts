import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Change } from '../../src/core/change/change.ts';
import { phrase } from '../../src/core/wording/phrase.ts';
import { StalePlan } from '../../src/core/wording/errors.ts';
import { Meddling, type Scene } from './meddling.ts';
import * as plan from './plans.ts';
import { systemError } from './world.ts';

const a = plan.long('a before');
const b = plan.long('b before');
const after = plan.long('a after');
const edit = plan.edit('a', a, after);
const chmod = (call: Meddling, path: string, mode: number): void => {
  call.world.put(plan.at(path).uri, { kind: 'file', bytes: Buffer.from(call.text(path) ?? ''), mode });
};

const fails = (code: string) => (): never => {
  throw systemError(code);
};

/** Calls that must be refused before anything is written. */
interface Row {
  readonly title: string;
  readonly scene?: Scene;
  readonly meddle: (call: Meddling) => void;
  readonly changes?: readonly Change[];
  readonly says: string;
  readonly told?: RegExp;
}

const rows: readonly Row[] = [
  { title: 'a file is another by now', meddle: (call) => call.put('a'), says: 'STALE' },
  {
    title: 'a place cannot be looked at',
    meddle: (call) => call.at('stat a', fails('EACCES')),
    says: 'PERMISSION_DENIED',
    told: /^Looking at a failed \(EACCES\)\. Nothing was changed\. The file system does not allow it; do not try again\.$/,
  },
  {
    title: 'the disk fails while a file is read',
    meddle: (call) => call.at('stat a', fails('EIO')),
    says: 'IO_ERROR',
    told: /^Looking at a failed \(EIO\)\. Nothing was changed\. Try once more/,
  },
  {
    title: 'the folder of a new file cannot be looked at',
    changes: [plan.create('new/x', 'x')],
    meddle: (call) => call.at('stat new', fails('EACCES')),
    says: 'PERMISSION_DENIED',
    told: /^Looking at the folders of the change failed \(EACCES\)\. Nothing was changed\. /,
  },
  {
    title: 'the history cannot be written',
    meddle: (call) => call.at(/^begin journal/, fails('ENOSPC')),
    says: 'IO_ERROR',
    told: /^Recording the change in the history failed \(ENOSPC\): the disk is full/,
  },
  {
    title: 'the editor has a file as read-only',
    meddle: ({ window }) => {
      window.editor.readonlyReason = () => Promise.resolve(phrase('it is'));
    },
    says: 'PERMISSION_DENIED',
  },
  {
    title: 'the editor has a file as read-only that is to be moved',
    changes: [plan.move('a', 'x', a)],
    meddle: ({ window }) => {
      window.editor.readonlyReason = async (uri) => (uri === plan.at('a').uri ? phrase('it is') : undefined);
    },
    says: 'PERMISSION_DENIED',
    told: /^a cannot be changed: it is\./,
  },
  ...[edit, plan.remove('a', a), plan.move('a', 'x', a)].map((change) => ({
    title: `a file is read-only: ${change.kind}`,
    changes: [change],
    meddle: (call: Meddling) => chmod(call, 'a', 0o444),
    says: 'PERMISSION_DENIED',
    told: /^a cannot be changed: its permissions make it read-only/,
  })),
  ...[
    { change: plan.create('tree/x', 'x'), path: 'tree/x' },
    { change: plan.folder('tree/x'), path: 'tree/x' },
    { change: plan.copy('a', 'tree/x', a), path: 'tree/x' },
    { change: plan.remove('tree/one', 'one'), path: 'tree/one' },
    { change: plan.move('tree/one', 'x', 'one'), path: 'tree/one' },
    { change: plan.move('a', 'tree/x', a), path: 'tree/x' },
  ].map(({ change, path }) => ({
    title: `a folder is read-only: ${change.kind} ${change.at.path}`,
    changes: [change],
    meddle: ({ world }: Meddling) => world.put(plan.at('tree').uri, { kind: 'folder', mode: 0o555 }),
    says: 'PERMISSION_DENIED',
    told: new RegExp(`^${path} cannot be changed: the permissions of its folder make it read-only`),
  })),
  {
    title: 'a file that is to be deleted has unsaved typing',
    changes: [plan.remove('a', `${a}typed`)],
    meddle: ({ window }) => window.editor.type(plan.at('a').uri, 'typed'),
    says: 'VALIDATION_ERROR',
  },
  {
    title: 'a file that is to be moved has unsaved typing',
    changes: [plan.move('a', 'x', `${a}typed`)],
    meddle: ({ window }) => window.editor.type(plan.at('a').uri, 'typed'),
    says: 'VALIDATION_ERROR',
  },
  {
    title: 'a place is not the one that was judged',
    scene: {
      recheck: {
        beforeFirstWrite: () => Promise.reject(new StalePlan('a')),
        isProtected: () => false,
        beforeWrite: () => Promise.resolve(),
        beforeWriteInside: () => Promise.resolve(),
      },
    },
    meddle: () => undefined,
    says: 'STALE',
  },
];

describe('a call that must not be begun', () => {
  for (const { title, scene, meddle, changes = [edit], says, told = / / } of rows) {
    it(`changes nothing and leaves no entry: ${title}`, async () => {
      const call = new Meddling(scene);
      meddle(call);
      const before = call.world.state;
      assert.equal(await call.apply(changes), says);
      assert.deepEqual([call.world.state, call.history], [before, []]);
      assert.match(call.told, told);
      for (const step of call.steps) assert.doesNotMatch(step, /^(edit|open|create|delete|trash|rename|mkdir) /);
    });
  }

  it('waits until the journal is read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = new Meddling({ ready: () => promise });
    const said = call.apply([edit]);
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.deepEqual(call.steps, []);
    resolve();
    assert.equal(await said, 'applied');
  });
});

describe('a call whose editor accepts edits and does nothing', () => {
  for (const [title, changes, lie, scene] of [
    ['creates', [plan.create('x', 'x')], 'createFile', {}],
    ['edits what is unsaved', [plan.edit('a', `${a}typed`, `${a}typed and edited`)], 'edit', {}],
    ['writes', [edit], 'writeFile', { isLocal: false }],
    ['moves', [plan.move('a', 'x', a)], 'rename', {}],
  ] as const) {
    it(`fails and leaves everything as it was: ${title}`, async () => {
      const call = new Meddling(scene);
      const { editor } = call.window;
      if (lie === 'edit') editor.type(plan.at('a').uri, 'typed');
      const before = [call.world.state, call.unsaved];
      Object.assign(editor, { [lie]: () => Promise.resolve(true) });
      assert.equal(await call.apply(changes), 'IO_ERROR');
      assert.deepEqual([call.world.state, call.unsaved], before);
      assert.match(call.told, /was written, but its contents are different now/);
    });
  }

  it('reports that an edit of a dirty document is refused', async () => {
    const call = new Meddling({ before: (_, editor) => editor.type(plan.at('a').uri, 'typed') });
    call.window.editor.edit = () => Promise.resolve(false);
    assert.equal(await call.apply([plan.edit('a', `${a}typed`, `${a}typed and edited`)]), 'IO_ERROR');
    assert.deepEqual(call.unsaved, [`${a}typed`]);
    assert.match(call.told, /did not accept the edit to a file with unsaved changes/);
  });

  it('reports that a creation is refused', async () => {
    const call = new Meddling();
    call.window.editor.createFile = () => Promise.resolve(false);
    assert.equal(await call.apply([plan.create('x', 'x')]), 'IO_ERROR');
    assert.match(call.told, /^The editor did not create x\. Nothing was changed\./);
  });
});

describe('a call that is applied', () => {
  it('succeeds, whatever tabs do', async () => {
    const ways = [() => Promise.reject(new Error('no')), () => new Promise<void>(() => undefined)];
    const calls = [[plan.remove('a', a)], [edit, plan.edit('b', b, after)]];
    for (const [closeTabs, changes] of ways.flatMap((way) => calls.map((each) => [way, each] as const))) {
      const call = new Meddling();
      call.window.editor.closeTabs = closeTabs;
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        let said = '';
        void call.apply(changes).then((code) => (said = code));
        for (let turns = 0; turns < 200; turns++) {
          await turn();
          mock.timers.tick(100);
        }
        assert.equal(said, 'applied');
      } finally {
        mock.timers.reset();
      }
    }
  });

  it('is rolled back if another window has recovered it meanwhile', async () => {
    const call = new Meddling();
    const before = call.world.state;
    call.at('create x', () => {
      for (const name of call.machine.disk.list('journal')) call.machine.disk.files.delete(`journal/${name}`);
    });
    assert.equal(await call.apply([edit, plan.create('x', 'x')]), 'IO_ERROR');
    assert.deepEqual(call.world.state, before);
    assert.match(call.told, /^The history lost track of the change while it was being made/);
  });

  it('reports what is in an unsaved document only', async () => {
    const typed = new Meddling({ before: (_, editor) => editor.type(plan.at('a').uri, 'typed') });
    assert.equal(await typed.apply([plan.edit('a', `${a}typed`, 'edited')]), 'applied');
    assert.deepEqual(typed.window.outcome.applied?.unsaved, ['a']);
    const never = new Meddling({ save: 'never' });
    assert.equal(await never.apply([edit, plan.create('x', 'x')]), 'applied');
    assert.deepEqual(never.window.outcome.applied?.unsaved, ['a']);
  });

  it('writes a text that a document would alter as it is, for every way of saving', async () => {
    const call = new Meddling({ save: 'withParticipants', formatted: '!' });
    const bytes = Buffer.from('caf\xe9', 'latin1');
    const after = { ...plan.textOf('caf\ufffd'), bytes, sha256: plan.textOf('').sha256, lossy: true } as const;
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(await call.apply([{ kind: 'create', at: plan.at('x'), after: { ...after, sha256 } }]), 'applied');
    const found = call.world.nodes.get(plan.at('x').uri);
    assert.ok(found?.kind === 'file' && Buffer.from(found.bytes).equals(bytes));
  });

  it('is written by the editor alone on a virtual file system', async () => {
    const at = { uri: 'mem:///v/a', path: 'v/a', real: 'mem:///v/a' };
    const call = new Meddling({
      before: (world) => {
        world.put('mem:///v', { kind: 'folder', mode: 0o755 });
        world.putText(at.uri, 'before');
      },
    });
    const update: Change = { kind: 'update', at, before: plan.textOf('before'), after: plan.textOf('after') };
    assert.equal(await call.apply([update]), 'applied');
    assert.equal(call.world.text(at.uri), 'after');
  });
});
