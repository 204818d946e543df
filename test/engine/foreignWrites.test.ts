import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { Meddling, never as silent, type Scene } from './meddling.ts';
import * as plan from './plans.ts';
import { diskFull, systemError } from './world.ts';

const { a, b, aAfter: after, editOfA: edit, editOfBoth: pair } = plan;

/** Somebody else acts between the steps of a call. */
interface Row {
  readonly title: string;
  readonly scene?: Scene;
  readonly changes: readonly Change[];
  readonly meddle: (call: Meddling) => void;
  readonly says: string;
  /** The files that have changed. */
  readonly leaves?: Readonly<Record<string, string | undefined>>;
  readonly told?: RegExp;
  readonly history?: readonly string[];
  readonly never?: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'a file is written over right after it was written',
    changes: [edit],
    meddle: (call) => call.once('a', after, () => call.put('a')),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: 'theirs' },
    told: /^Another program wrote to a while/,
    history: ['applied a'],
  },
  {
    title: 'a text of a group is written over while the rest is made',
    changes: [...pair, plan.create('x', 'x')],
    meddle: (call) => call.at('create x', () => call.put('a')),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: 'theirs' },
    history: ['applied a'],
  },
  {
    title: 'a text of a group is written over before the edit, and its document lags behind',
    scene: { hear: silent, before: (_, editor) => editor.open(plan.at('a').uri) },
    changes: pair,
    meddle: (call) => call.at(/^begin journal/, () => call.put('a')),
    says: 'STALE',
    leaves: { a: 'theirs' },
    never: ['edit'],
  },
  {
    title: 'somebody else does what a group was to do',
    scene: {
      hear: silent,
      before: (world, editor) => {
        world.putText(plan.at('a').uri, 'older');
        editor.open(plan.at('a').uri);
        world.putText(plan.at('a').uri, a);
      },
    },
    changes: pair,
    meddle: (call) => call.at('open a', () => call.put('a', after)),
    says: 'STALE',
    leaves: { a: after },
  },
  {
    title: 'somebody else deletes what was to be deleted',
    scene: { noTrash: true },
    changes: [plan.remove('a', a)],
    meddle: (call) => call.at('delete a', () => call.world.remove(plan.at('a').uri)),
    says: 'STALE',
    leaves: { a: undefined },
  },
  {
    title: 'somebody writes to what was to be deleted',
    scene: { noTrash: true },
    changes: [plan.remove('a', a)],
    meddle: (call) => call.at('delete a', () => call.put('a')),
    says: 'STALE',
    leaves: { a: 'theirs' },
  },
  {
    title: 'somebody writes to what was to go to the trash',
    changes: [plan.remove('tree/one', 'one'), plan.remove('a', a)],
    meddle: (call) => call.at(/^begin journal/, () => call.put('a')),
    says: 'STALE',
    leaves: { a: 'theirs' },
    never: ['trash a'],
  },
  {
    title: 'somebody else deletes what was to go to the trash',
    changes: [plan.create('x', 'x'), plan.remove('a', a)],
    meddle: (call) => call.at('trash a', () => call.world.remove(plan.at('a').uri)),
    says: 'STALE',
    leaves: { a: undefined },
  },
  {
    title: 'somebody makes what was to be made',
    changes: [plan.create('x', 'x')],
    meddle: (call) => call.at('create x', () => call.put('x')),
    says: 'STALE',
    leaves: { x: 'theirs' },
  },
  {
    title: 'somebody makes it, where only the editor reaches the files',
    scene: { isLocal: false },
    changes: [plan.create('x', 'x')],
    meddle: (call) => call.at('create x', () => call.put('x')),
    says: 'STALE',
    leaves: { x: 'theirs' },
  },
  {
    title: 'somebody writes where only the editor reaches the files',
    scene: { isLocal: false },
    changes: [edit],
    meddle: (call) => call.at('load a', () => call.put('a')),
    says: 'STALE',
    leaves: { a: 'theirs' },
  },
  {
    title: 'somebody writes to a file that only gets another mode',
    changes: [plan.chmod('a', a, true)],
    meddle: (call) => call.at(/^begin journal/, () => call.put('a')),
    says: 'STALE',
    leaves: { a: 'theirs' },
    never: ['chmod a'],
  },
  {
    title: 'somebody takes the folder away in which a file was to be made',
    changes: [plan.create('empty/x', 'x')],
    meddle: (call) => call.at(/^begin journal/, () => call.world.remove(plan.at('empty').uri)),
    says: 'STALE',
    leaves: { empty: undefined },
    never: ['create empty/x'],
  },
  {
    title: 'the trash takes a file and says that it failed',
    changes: [plan.remove('a', a)],
    meddle: (call) => {
      call.window.editor.moveToTrash = async (uri) => {
        call.world.remove(uri);
        throw systemError('EIO');
      };
    },
    says: 'STALE',
  },
  {
    title: 'there is no trash, and somebody else deletes the file',
    scene: { noTrash: true },
    changes: [plan.remove('a', a), plan.remove('b', b)],
    meddle: (call) => call.at('delete b', () => call.world.remove(plan.at('b').uri)),
    says: 'STALE',
    leaves: { b: undefined },
  },
  {
    title: 'a file is put back by somebody else while that is tried',
    changes: [edit, plan.create('x', 'x')],
    meddle: (call) =>
      call.at('create x', diskFull).at(
        'open a',
        () => {
          call.put('a', a);
          throw systemError('EIO');
        },
        2,
      ),
    says: 'IO_ERROR',
    told: /the disk is full\. Nothing was changed/,
  },
  {
    title: 'a file is written over while it is put back',
    changes: [edit, plan.create('x', 'x')],
    meddle: (call) => call.at('create x', diskFull).at('open a', () => call.put('a'), 2),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: 'theirs' },
    told: /^Another program wrote to a while/,
    history: ['applied a'],
  },
  {
    title: 'a file that was moved is written to, and goes back as it is',
    changes: [plan.move('a', 'x', a), plan.create('y', 'y')],
    meddle: (call) =>
      call.at('create y', () => {
        call.put('x');
        diskFull();
      }),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: 'theirs' },
  },
  {
    title: 'a file that was moved cannot go back, since somebody has taken its place',
    changes: [plan.move('a', 'x', a), plan.create('y', 'y')],
    meddle: (call) =>
      call
        .at('create y', () => {
          call.put('x');
          diskFull();
        })
        .at('rename x', () => call.put('a', 'new')),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: 'new', x: 'theirs' },
  },
  {
    title: 'a write of the editor does nothing, when it is taken back',
    scene: { isLocal: false },
    changes: [edit, plan.create('x', 'x')],
    meddle: (call) =>
      call.at('create x', () => {
        call.window.editor.writeFile = () => Promise.resolve();
        diskFull();
      }),
    says: 'PARTIALLY_APPLIED',
    leaves: { a: after },
    told: /^The change failed halfway, and a could not be restored/,
    history: ['applying a x'],
  },
];

describe('somebody else who writes to the same files', () => {
  for (const { title, scene, changes, meddle, says, leaves = {}, told = / /, history, never = [] } of rows) {
    it(`keeps their work, and the error names it: ${title}`, async () => {
      const call = new Meddling(scene);
      const before = call.world.state;
      meddle(call);
      assert.equal(await call.apply(changes), says, call.told);
      const mode = '644 ';
      const expected: Record<string, string | undefined> = { ...before };
      for (const [path, text] of Object.entries(leaves))
        expected[plan.at(path).uri] = text === undefined ? undefined : mode + text;
      const found = call.world.state;
      for (const uri of new Set([...Object.keys(expected), ...Object.keys(found)]))
        assert.equal(found[uri], expected[uri], uri);
      assert.deepEqual(call.unsaved, []);
      assert.match(call.told, told);
      assert.deepEqual(call.history, history ?? (says === 'PARTIALLY_APPLIED' ? call.history : []));
      assert.deepEqual(call.machine.disk.list('owners'), []);
      for (const step of never) assert.ok(!call.took(step), step);
    });
  }
});
