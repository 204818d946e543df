import assert from 'node:assert/strict';
import type { OpenDocument } from '../../src/vscode/ports/editor.ts';
import { Meddling, never, type Scene } from './meddling.ts';
import * as plan from './plans.ts';
import { systemError } from './world.ts';

const [a, b] = ['a before', 'b before'].map(plan.long);
const [after, other] = ['a after', 'b after'].map(plan.long);
assert.ok(a && b && after && other);
const pair = [plan.edit('a', a, after), plan.edit('b', b, other)];
const { uri } = plan.at('a');

/** A call on a group of two texts, and the document of one of them. */
function begin(scene: Scene = {}): { readonly call: Meddling; readonly text: OpenDocument } {
  const call = new Meddling(scene);
  return { call, text: call.window.editor.open(uri) };
}

function isAsBefore(call: Meddling): void {
  assert.deepEqual([call.text('a'), call.text('b'), call.history], [a, b, []]);
}

function isApplied(call: Meddling): void {
  assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [after, other, []]);
}

describe('a text that the editor does not save, though its file holds the same bytes', () => {
  function refusing() {
    const { call, text } = begin();
    text.save = () => Promise.resolve(false);
    return { call, text };
  }

  it('is written past its document', async () => {
    const { call, text } = refusing();
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
    assert.deepEqual([text.getText(), text.isDirty], [after, false]);
  });

  it('is not written if its document cannot be made the active editor', async () => {
    const { call } = refusing();
    call.window.editor.revert = () => Promise.resolve(false);
    assert.equal(await call.apply(pair), 'IO_ERROR');
    isAsBefore(call);
    assert.deepEqual(call.unsaved, [a]);
    assert.match(call.told, /could not save a; another program/);
  });

  it('keeps what the person types before it is reverted', async () => {
    const { call } = refusing();
    call.at('revert a', () => call.window.editor.type(uri, 'typed'));
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [a, b, [`${after}typed`]]);
  });

  it('keeps what the person typed before it was saved', async () => {
    const { call, text } = begin();
    text.save = async () => {
      call.window.editor.type(uri, 'typed');
      return false;
    };
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b'), call.unsaved], [a, b, [`${after}typed`]]);
  });

  it('is as before if the disk is full', async () => {
    const { call, text } = refusing();
    call.at('open a', () => {
      throw systemError('ENOSPC');
    });
    assert.equal(await call.apply(pair), 'IO_ERROR');
    isAsBefore(call);
    assert.deepEqual([text.getText(), call.unsaved], [a, []]);
    assert.match(call.told, /the disk is full/);
  });

  it('is left alone if another program writes to it', async () => {
    const { call, text } = refusing();
    call.at('open a', () => call.put('a'));
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), text.getText(), call.text('b'), call.unsaved], ['theirs', 'theirs', b, []]);
  });
});

describe('a group of texts', () => {
  it('reverts a document whose file another program wrote to, and leaves nothing unsaved', async () => {
    const { call, text } = begin();
    call.at('save a', () => call.put('a'));
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), text.getText(), call.text('b'), call.unsaved], ['theirs', 'theirs', b, []]);
  });

  it('leaves alone what another program writes right after saving', async () => {
    const { call } = begin({ hear: never });
    call.once('a', after, () => call.put('a'));
    assert.equal(await call.apply(pair), 'PARTIALLY_APPLIED');
    assert.deepEqual([call.text('a'), call.text('b')], ['theirs', b]);
  });

  it('is written as approved, whatever other extensions do on save', async () => {
    const { call } = begin({ formatted: '!' });
    call.window.editor.isSaveUnpredictable = () => false;
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
  });

  it('is not saved by the editor if a setting of its language would reformat it', async () => {
    const { call } = begin({ formatted: '!' });
    call.window.editor.isSaveUnpredictable = (what) => typeof what !== 'string';
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
    assert.deepEqual([call.took('edit'), call.took('save a')], [false, false]);
  });

  it('fails if the editor refuses the edit', async () => {
    const { call } = begin();
    call.window.editor.edit = () => Promise.resolve(false);
    assert.equal(await call.apply(pair), 'IO_ERROR');
    isAsBefore(call);
    assert.match(call.told, /did not accept the edit/);
  });

  it('is written even if the editor accepts the edit and does nothing', async () => {
    const { call } = begin();
    call.window.editor.edit = () => Promise.resolve(true);
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
  });

  it('is written past documents that have not reloaded their files', async () => {
    const { call } = begin({ hear: never, before: (world) => world.putText(uri, 'older') });
    call.put('a', a);
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
    assert.deepEqual([call.took('edit'), call.took('save a')], [false, false]);
  });

  it('uses the edits of a tool only if the document has the very text of the file', async () => {
    const crlf = a.replaceAll('\n', '\r\n');
    const { call } = begin({ hear: never, before: (world) => world.putText(uri, crlf) });
    call.put('a', a);
    const start = a.length - 2;
    const edit = plan.edit('a', a, `${a.slice(0, start)}x\n`);
    assert.ok(edit.kind === 'update');
    const ranged = { ...edit, edits: [{ start, end: start + 1, text: 'x' }] };
    assert.equal(await call.apply([ranged, plan.edit('b', b, other)]), 'applied');
    assert.equal(call.text('a'), `${a.slice(0, start)}x\n`);
  });

  for (const [title, typed] of [
    ['types', 'typed'],
    ['has typed and taken it back', ''],
  ] as const) {
    it(`is planned again if the person ${title} while it is loaded`, async () => {
      for (const save of ['exact', 'withParticipants'] as const) {
        const { call, text } = begin({ save });
        call.at('load b', async () => {
          call.window.editor.type(uri, `${typed}.`);
          const end = text.getText().length;
          await call.window.editor.edit([{ document: text, edits: [{ start: end - 1, end, text: '' }] }]);
        });
        // A dirty document with the planned text is edited, and left unsaved.
        const isEdited = save === 'exact' && typed === '';
        assert.equal(await call.apply(pair), isEdited ? 'applied' : 'STALE');
        assert.deepEqual([call.text('a'), call.text('b')], [a, isEdited ? other : b]);
        assert.deepEqual(call.unsaved, [isEdited ? after : a + typed]);
        assert.deepEqual(call.window.outcome.applied?.unsaved, isEdited ? ['a'] : undefined);
      }
    });
  }

  it('saves the current documents, not those that the editor has disposed', async () => {
    const { call } = begin();
    const { editor } = call.window;
    const edit = editor.edit.bind(editor);
    editor.edit = (all) => {
      editor.close(uri);
      editor.open(uri);
      return edit(all);
    };
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
  });

  it('is complete if the editor disposes a document as soon as it has saved it', async () => {
    const { call, text } = begin();
    const save = text.save.bind(text);
    text.save = async () => {
      await save();
      call.window.editor.close(uri);
      throw new Error('the document is closed');
    };
    assert.equal(await call.apply(pair), 'applied');
    isApplied(call);
  });

  it('is rolled back if saving fails', async () => {
    const { call, text } = begin();
    text.save = () => Promise.reject(systemError('EIO'));
    assert.equal(await call.apply(pair), 'IO_ERROR');
    isAsBefore(call);
  });

  it('is rolled back only after all pending saves', async () => {
    const { call, text } = begin();
    text.save = () => Promise.reject(systemError('EIO'));
    const slow = call.window.editor.open(plan.at('b').uri);
    const save = slow.save.bind(slow);
    let isSaved = false;
    slow.save = async () => {
      for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
      isSaved = await save();
      return isSaved;
    };
    assert.equal(await call.apply(pair), 'IO_ERROR');
    isAsBefore(call);
    assert.ok(isSaved);
  });

  it('is rolled back with what to do next where another program replaces a file that was just saved', async () => {
    const { call } = begin();
    const { uri: replaced } = plan.at('b');
    // It deletes the file before the last look at it, and puts it back meanwhile.
    call.at('read a', () => call.world.remove(replaced), 5);
    const putBack = (): never => {
      call.put('b', other);
      throw systemError('ENOENT');
    };
    call.at('read b', putBack, 5);
    assert.equal(await call.apply(pair), 'IO_ERROR');
    assert.match(call.told, /b.* was written, but its contents are different now/);
    isAsBefore(call);
  });

  it("closes the tabs that the editor opened for it, and none of the person's", async () => {
    const { call } = begin();
    const asked: boolean[] = [];
    call.window.editor.closeTabs = async (isMeant) => {
      const others = [isMeant(plan.at('c').uri, 'text'), isMeant(plan.at('b').uri, 'other')];
      asked.push(isMeant(uri, 'text'), isMeant(plan.at('b').uri, 'text'), ...others);
    };
    assert.equal(await call.apply(pair), 'applied');
    assert.deepEqual(asked, [false, true, false, false]);
  });
});
