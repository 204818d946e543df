import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { OutsideWorkspace, type PathRecheck } from '../../src/vscode/apply/pathRecheck.ts';
import { Meddling, openDirty, type Restart } from './meddling.ts';
import * as plan from './plans.ts';
import { systemError } from './world.ts';

const { a, aAfter: after, bAfter: other, editOfA: edit, editOfBoth: pair } = plan;
const { uri } = plan.at('a');
/** The step that saves the entry as applied: its second write. */
const ended = 2;

const outside: PathRecheck = {
  beforeFirstWrite: () => Promise.resolve(),
  isProtected: () => false,
  beforeWrite: () => Promise.resolve(),
  async beforeWriteInside({ at: { path } }) {
    if (path === 'a') throw new OutsideWorkspace(path);
  },
};

interface Row {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly dies: readonly [step: string | RegExp, count?: number];
  readonly restart?: (call: Meddling) => Restart;
  readonly told: RegExp;
  readonly leaves?: Readonly<Record<string, string | undefined>>;
  readonly unsaved?: readonly string[];
  readonly history?: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'typing in a file that was cut off in the middle',
    changes: [edit],
    dies: ['tear a'],
    restart: () => ({ show: (editor) => editor.type(uri, 'typed') }),
    told: /interrupted halfway\. Check a, which changed since/,
    leaves: { a: after.slice(0, 4096) + a.slice(4096) },
    unsaved: [`${after.slice(0, 4096)}${a.slice(4096)}typed`],
    history: ['applied a'],
  },
  {
    title: 'a file at the place that another was moved to, which was half back',
    changes: [plan.move('a', 'x', a, after), plan.create('y', 'y')],
    dies: ['tear a'],
    restart: (call) => ({ meddle: () => call.put('x') }),
    told: /interrupted halfway\. Check a → x, which changed since/,
    leaves: { x: 'theirs' },
    history: ['applied x'],
  },
  {
    title: 'what was complete, but for its entry',
    changes: [edit, plan.create('x', 'x')],
    dies: [/^begin journal/, ended],
    told: /after its last file\. It is complete/,
    leaves: { a: after, x: 'x' },
    history: ['applied a x'],
  },
  {
    title: 'a file that was changed twice, but for its entry',
    changes: [edit, plan.edit('a', after, a), plan.edit('a', a, 'third')],
    dies: [/^begin journal/, ended],
    told: /after its last file\. It is complete/,
    leaves: { a: 'third' },
    history: ['applied a a a'],
  },
  {
    title: 'a moved file that was lost, with another at its old place',
    changes: [plan.move('a', 'x', a), plan.create('a', 'new')],
    dies: [/^begin journal/, ended],
    restart: (call) => ({ meddle: () => call.put('x') }),
    told: /interrupted halfway\. Check a → x, which changed since/,
    leaves: { a: 'theirs' },
    history: ['applied x'],
  },
  {
    title: 'a file that was moved and edited, and is still at its old place',
    changes: [plan.move('a', 'x', a), plan.edit('x', a, after)],
    dies: [/^begin journal/, ended],
    restart: (call) => ({ meddle: () => call.put('a', a) }),
    told: /interrupted halfway\. Check a → x, which changed since/,
    leaves: { x: a },
    history: ['applied x'],
  },
  {
    title: 'what was complete, and lies outside the workspace by now',
    changes: [edit, plan.create('x', 'x')],
    dies: [/^begin journal/, ended],
    restart: () => ({ recheck: outside }),
    told: /after its last file\. It is complete/,
    leaves: { a: after, x: 'x' },
    history: ['applied a x'],
  },
  {
    title: 'a file that has its contents and not its mode',
    changes: [{ ...plan.chmod('a', a, true), ...edit, mode: { before: false, after: true } } as Change],
    dies: ['chmod a'],
    told: /halfway and has been rolled back/,
  },
  {
    title: 'texts that the editor still has, where only saving them was left',
    changes: pair,
    dies: ['save a'],
    restart: () => ({ show: openDirty(['a', after], ['b', other]) }),
    told: /after its last file\. It is complete/,
    leaves: { a: after, b: other },
    history: ['applied a b'],
  },
  {
    title: 'a text that the editor still has, where another program has written to its file',
    changes: pair,
    dies: ['save a'],
    restart: (call) => {
      call.put('a');
      return { show: openDirty(['a', after], ['b', other]) };
    },
    told: /after its last file\. It is complete/,
    leaves: { a: 'theirs', b: other },
    unsaved: [after],
    history: ['applied a b'],
  },
];

describe('an interrupted call', () => {
  for (const { title, changes, dies, restart, told, leaves = {}, unsaved: texts = [], history = [] } of rows) {
    it(`is recovered at the next start, and reported: ${title}`, async () => {
      const call = new Meddling();
      const before = call.world.state;
      if (title.includes('half back'))
        call.at('create y', () => {
          throw systemError('ENOSPC');
        });
      await call.dies(dies[0], changes, dies[1]);
      const [sentence = '', ...more] = await call.restart(restart?.(call));
      assert.match(sentence, told);
      const expected: Record<string, string | undefined> = { ...before };
      for (const [path, text] of Object.entries(leaves)) expected[plan.at(path).uri] = text && `644 ${text}`;
      assert.deepEqual(call.world.state, expected);
      assert.deepEqual([more, call.unsaved, call.history], [[], texts, history]);
      assert.deepEqual(call.machine.disk.list('owners'), []);
      // The files are flushed before the history reports them.
      const last = (step: RegExp): number => call.steps.findLastIndex((each) => step.test(each));
      assert.ok(last(/^flush/) > last(/^(open|write|save)/) && last(/^flush/) < last(/^(begin|remove) journal/));
    });
  }

  it('is complete with another file at the old place of a moved one, which has other permissions', async () => {
    const call = new Meddling();
    await call.dies(/^begin journal/, [plan.move('run', 'x', 'run'), plan.create('run', 'new')], ended);
    const [told = ''] = await call.restart();
    assert.match(told, /It is complete/);
    const { [plan.at('x').uri]: moved, [plan.at('run').uri]: created } = call.world.state;
    assert.deepEqual([moved, created], ['744 run', '644 new']);
  });

  it('is left for the start after that if the disk fails', async () => {
    const call = new Meddling();
    const before = call.world.state;
    await call.dies('create x', [edit, plan.create('x', 'x')]);
    const meddle = (): void => {
      call.at('open a', () => {
        throw systemError('EIO');
      });
    };
    assert.deepEqual(await call.restart({ meddle }), [
      '"A call" was interrupted and could not be rolled back. Check its files.',
    ]);
    assert.deepEqual([call.history, call.machine.disk.list('owners')], [['applying a x'], []]);
    assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
    assert.deepEqual([call.world.state, call.history], [before, []]);
  });

  it('is left until the folder of each file is open', async () => {
    const call = new Meddling();
    const before = call.world.state;
    await call.dies('create x', [plan.edit('b', plan.b, other), edit, plan.create('x', 'x')]);
    const halfway = call.world.state;
    const [told = ''] = await call.restart({ recheck: outside });
    assert.match(told, /a is outside the workspace: open the folder/);
    assert.deepEqual([call.world.state, call.history], [halfway, ['applying b a x']]);
    assert.deepEqual(await call.restart(), ['"A call" was interrupted halfway and has been rolled back.']);
    assert.deepEqual([call.world.state, call.history], [before, []]);
  });

  it('is put back in the editor, but not saved, where another program has written to the file', async () => {
    const call = new Meddling();
    await call.dies('save a', [...pair, plan.create('x', 'x')]);
    call.put('a');
    await call.restart({ show: openDirty(['a', after], ['b', other]) });
    assert.deepEqual([call.text('a'), call.unsaved], ['theirs', [a]]);
    assert.deepEqual([call.took('save a'), call.took('save b')], [false, true]);
  });

  it('is left for the start after that if somebody writes to a file that was half back', async () => {
    const call = new Meddling();
    call.at('create y', () => {
      throw systemError('ENOSPC');
    });
    await call.dies('tear a', [plan.move('a', 'x', a, after), plan.create('y', 'y')]);
    const meddle = (): void => void call.once('a', a, () => call.put('a'));
    assert.deepEqual(await call.restart({ meddle }), [
      '"A call" was interrupted and could not be rolled back. Check its files.',
    ]);
    assert.deepEqual([call.text('a'), call.history], ['theirs', ['applying x y']]);
  });

  for (const { title, dies, fails, told } of [
    { title: 'complete', dies: [/^begin journal/, ended], fails: /^begin journal/, told: /It is complete/ },
    { title: 'rolled back', dies: ['create x', 1], fails: /^remove journal/, told: /has been rolled back/ },
  ] as const) {
    it(`is reported as its files are, also if the history cannot be written: ${title}`, async () => {
      const call = new Meddling();
      await call.dies(dies[0], [edit, plan.create('x', 'x')], dies[1]);
      // The second time, since taking the entry over writes it, too.
      const count = title === 'complete' ? 2 : 1;
      const meddle = (): void => {
        call.at(
          fails,
          () => {
            throw systemError('ENOSPC');
          },
          count,
        );
      };
      const [sentence = ''] = await call.restart({ meddle });
      assert.match(sentence, told);
      assert.equal(call.text('a'), title === 'complete' ? after : a);
      assert.deepEqual(call.machine.disk.list('owners'), []);
      await call.restart();
      assert.deepEqual(call.history, title === 'complete' ? ['applied a x'] : []);
    });
  }
});
