import assert from 'node:assert/strict';
import { Meddling, openDirty } from './meddling.ts';
import * as plan from './plans.ts';
import type { World } from './world.ts';

const [a, after] = ['a before', 'a after'].map(plan.long);
assert.ok(a && after);
const edit = plan.edit('a', a, after);
const { aAfter, bAfter, editOfBoth } = plan;
const { uri } = plan.at('a');
const typeIntoA = ({ window }: Meddling): void => window.editor.type(uri, 'typed');
const cannotRevert = ({ window }: Meddling): void => {
  window.editor.revert = () => Promise.resolve(false);
};

describe('a call that is saved with save participants', () => {
  for (const text of ['x', 'x\ny\n', 'x\r\ny\r\n']) {
    it(`has its new files formatted: ${JSON.stringify(text)}`, async () => {
      const call = new Meddling({ save: 'withParticipants', formatted: '!' });
      assert.equal(await call.apply([plan.create('x', text), edit]), 'applied');
      assert.equal(call.text('x'), `${text}!`);
      const { notes } = call.window.outcome.applied ?? assert.fail();
      assert.deepEqual(
        notes.map((note) => /Saving changed (\w) further/.exec(note)?.[1]),
        ['x', 'a'],
      );
      const [entry] = call.window.journal.entries;
      const changes = await call.window.journal.contents.changesOf(entry ?? assert.fail());
      const texts = changes.map((change) => 'after' in change && change.after.kind === 'text' && change.after.text);
      assert.deepEqual(texts, [call.text('x'), call.text('a')]);
      assert.equal(entry?.bytes, texts.join('').length + a.length);
    });
  }

  it('is in the history as saved, also where saving brings back what was there', async () => {
    const call = new Meddling({
      save: 'withParticipants',
      formatted: '!',
      before: (world) => world.putText(plan.at('a').uri, 'x!'),
    });
    assert.equal(await call.apply([plan.edit('a', 'x!', 'x')]), 'applied');
    const [entry] = call.window.journal.entries;
    const [change] = await call.window.journal.contents.changesOf(entry ?? assert.fail());
    assert.equal(change?.kind === 'update' && change.after.kind === 'text' && change.after.text, 'x!');
  });

  it('reports nothing where saving changes nothing', async () => {
    const call = new Meddling({ save: 'withParticipants' });
    assert.equal(await call.apply([plan.create('x', 'x\n'), edit, plan.remove('run', 'run')]), 'applied');
    assert.deepEqual([call.text('x'), call.text('a')], ['x\n', after]);
    assert.deepEqual(call.window.outcome.applied?.notes, []);
  });

  // Documents are loaded a second time right before they are saved.
  for (const [title, step, count, act, code, unsaved] of [
    ['before it is saved, and it cannot be reverted', 'load b', 2, cannotRevert, 'IO_ERROR', a],
    ['while it is saved, and it cannot be reverted', 'save a', 1, cannotRevert, 'IO_ERROR', a],
    ['before it is saved, and the person types', 'load b', 2, typeIntoA, 'PARTIALLY_APPLIED', `${aAfter}typed`],
  ] as const) {
    it(`fails if another program writes to a file ${title}`, async () => {
      const call = new Meddling({ save: 'withParticipants' });
      call.at(step, () => call.put('a'), count).at(step, () => act(call), count);
      assert.equal(await call.apply(editOfBoth), code);
      assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], ['theirs', plan.long('b before'), [unsaved]]);
    });
  }

  it('is complete if the editor saves a file by itself, such as after a delay', async () => {
    const call = new Meddling({ save: 'withParticipants', formatted: '!' });
    call.at('load b', async () => void (await call.window.editor.save(uri)), 2);
    assert.equal(await call.apply(editOfBoth), 'applied');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [`${aAfter}!`, `${bAfter}!`, []]);
  });

  it('is complete if the person types right after the editor has saved a file by itself', async () => {
    const call = new Meddling({ save: 'withParticipants' });
    call.at('load b', async () => void (await call.window.editor.save(uri)), 2).at('load b', () => typeIntoA(call), 2);
    assert.equal(await call.apply(editOfBoth), 'applied');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [aAfter, bAfter, [`${aAfter}typed`]]);
  });

  it('fails if the editor accepts the edit and does nothing', async () => {
    const call = new Meddling({ save: 'withParticipants' });
    call.window.editor.edit = () => Promise.resolve(true);
    assert.equal(await call.apply([edit]), 'IO_ERROR');
    assert.deepEqual([call.text('a'), call.history], [a, []]);
  });

  for (const [eol, ending] of [
    ['\r\n', '\n'],
    ['\n', '\r\n'],
  ] as const) {
    const text = `x${ending}y`;
    const name = `approved, in a text that had none, if new files get others: ${JSON.stringify(ending)}`;
    const before = (world: World): void => world.putText(uri, 'x');

    it(`has the line endings ${name}`, async () => {
      const call = new Meddling({ save: 'withParticipants', eol, before });
      assert.equal(await call.apply([plan.edit('a', 'x', text)]), 'applied');
      assert.deepEqual([call.text('a'), call.window.outcome.applied?.notes], [text, []]);
    });

    it(`has the line endings ${name}, also if it is not saved`, async () => {
      const call = new Meddling({ save: 'never', eol, before });
      assert.equal(await call.apply([plan.edit('a', 'x', text)]), 'applied');
      assert.deepEqual(call.unsaved, [text]);
    });

    it(`has the line endings ${name}, also if it was unsaved`, async () => {
      const call = new Meddling({ eol, before });
      call.window.editor.type(uri, 'x');
      assert.equal(await call.apply([plan.edit('a', 'xx', text)]), 'applied');
      assert.deepEqual(call.unsaved, [text]);
    });
  }

  it('has other line endings than an unsaved text had, if these were approved', async () => {
    const call = new Meddling();
    call.window.editor.type(uri, 'typed');
    const crlf = `${a}typed`.replaceAll('\n', '\r\n');
    assert.equal(await call.apply([plan.edit('a', `${a}typed`, crlf)]), 'applied');
    assert.deepEqual(call.unsaved, [crlf]);
  });

  it('keeps the line endings that the person has given to an unsaved text', async () => {
    const call = new Meddling();
    call.window.editor.type(uri, 'typed');
    const text = call.window.editor.dirtyDocument(uri) ?? assert.fail();
    await call.window.editor.edit([{ document: text, edits: [], eol: '\r\n' }]);
    assert.equal(await call.apply([plan.edit('a', `${a}typed`, `${after}typed`)]), 'applied');
    assert.deepEqual(call.unsaved, [`${after}typed`.replaceAll('\n', '\r\n')]);
  });

  it('is rolled back if a new file cannot be saved', async () => {
    for (const refuses of ['edit', 'save'] as const) {
      const call = new Meddling({ save: 'withParticipants' });
      const before = call.world.state;
      const { editor } = call.window;
      const load = editor.load.bind(editor);
      if (refuses === 'edit') editor.edit = () => Promise.resolve(false);
      else
        editor.load = async (uri, encoding) => {
          const text = await load(uri, encoding);
          text.save = () => Promise.resolve(false);
          return text;
        };
      assert.equal(await call.apply([plan.create('x', 'x\n')]), 'IO_ERROR');
      assert.deepEqual([call.world.state, call.unsaved, call.history], [before, [], []]);
      assert.match(call.told, /^x could not be saved; the disk may be full/);
    }
  });
});

describe('a link that was made', () => {
  it('is left alone if somebody has put a file in its place when it is rolled back', async () => {
    const call = new Meddling();
    call.at('create x', () => {
      call.world.remove(plan.at('new').uri);
      call.put('new');
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    assert.equal(await call.apply([plan.link('new', 'a'), plan.create('x', 'x')]), 'PARTIALLY_APPLIED');
    assert.equal(call.text('new'), 'theirs');
    assert.match(call.told, /^Another program wrote to new while/);
  });
});

describe('an interrupted call whose settings want no text to be saved', () => {
  it('saves those of an undo', async () => {
    const call = new Meddling({ save: 'never' });
    await call.dies('save a', editOfBoth, 1, () => call.window.rollBack(editOfBoth));
    const told = await call.restart({ show: openDirty(['a', aAfter], ['b', bAfter]), save: 'never' });
    assert.match(told.join(), /after its last file\. It is complete/);
    assert.deepEqual([call.text('a'), call.text('b'), call.history], [aAfter, bAfter, ['applied a b']]);
  });

  it('leaves its texts unsaved', async () => {
    const call = new Meddling({ save: 'never' });
    const before = call.world.state;
    // The second write of the entry saves it as applied.
    await call.dies(/^begin journal/, editOfBoth, 2);
    const told = await call.restart({ show: openDirty(['a', aAfter], ['b', bAfter]), save: 'never' });
    assert.match(told.join(), /after its last file\. It is complete/);
    assert.deepEqual([call.world.state, call.unsaved, call.history], [before, [aAfter, bAfter], ['applied a b']]);
  });
});
