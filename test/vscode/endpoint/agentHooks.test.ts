import assert from 'node:assert/strict';
import type { Change, FileContent } from '../../../src/core/change/change.ts';
import type { Decision, ReviewRequest } from '../../../src/tools/ports/ports.ts';
import { approve, HookWindow } from './hookWindow.ts';

const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'one\ntwo\nthree\n', 'c.txt': 'one\ntwo\nthree\n' };
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A decision that the test makes later. */
function later(): { readonly decide: () => Promise<Decision>; answer(decision: Decision): void } {
  const { promise, resolve } = Promise.withResolvers<Decision>();
  return { decide: () => promise, answer: resolve };
}

function approved({ changes }: Pick<ReviewRequest, 'changes'>): Decision {
  return { approved: true, changes, amended: false, excludedPaths: [] };
}

async function amendedTo(window: HookWindow, { changes }: ReviewRequest, text: string): Promise<Decision> {
  const after: FileContent = await window.memory.encode(text);
  const made = changes.map((change): Change => (change.kind === 'update' ? { ...change, after } : change));
  return { approved: true, changes: made, amended: true, excludedPaths: [] };
}

describe('edits that an agent sends side by side', () => {
  it('are one review of several files, each answered to its own hook, and one step of the history', async () => {
    const window = new HookWindow(files);
    const edits = ['a.txt', 'b.txt', 'c.txt'].map((file) => window.edit(file, 'two', `two of ${file}`));
    for (const edit of edits) await edit.write();
    assert.deepEqual(
      window.asked.map(({ title }) => title),
      ['Claude Code: Edit 3 files'],
    );
    for (const edit of edits) await edit.end();
    assert.deepEqual(window.history, [['a.txt', 'b.txt', 'c.txt']]);
    assert.equal(window.memory.text('b.txt'), 'one\ntwo of b.txt\nthree\n');
    assert.deepEqual(window.different, []);
  });

  it('are planned one on top of the other in one file, and written in turn', async () => {
    const window = new HookWindow(files);
    const [first, second] = [window.edit('a.txt', 'two', 'zwei'), window.edit('a.txt', 'zwei\nthree', 'zwei\ndrei')];
    await first.answer;
    // The second hook waits for the first edit, as long as the agent does not.
    assert.equal(await Promise.race([second.answer.then(() => 'answered'), pause(200).then(() => 'waits')]), 'waits');
    await first.write();
    await second.write();
    await Promise.all([first.end(), second.end()]);
    assert.deepEqual(window.asked, [{ title: 'Claude Code: Edit a.txt', files: { 'a.txt': 'one\nzwei\ndrei\n' } }]);
    assert.equal(window.memory.text('a.txt'), 'one\nzwei\ndrei\n');
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('do not wait for each other where the agent waits for all its hooks', async () => {
    const window = new HookWindow(files);
    const edits = [window.edit('a.txt', 'one', 'eins'), window.edit('a.txt', 'three', 'drei')];
    await Promise.all(edits.map(({ answer }) => answer));
    for (const edit of edits) await edit.write();
    for (const edit of edits) await edit.end();
    assert.equal(window.memory.text('a.txt'), 'eins\ntwo\ndrei\n');
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });

  it('have their review opened anew where one comes while it is open', async () => {
    const window = new HookWindow(files);
    const open = later();
    window.decide = open.decide;
    const first = window.edit('a.txt', 'two', '2');
    await pause(150);
    const second = window.edit('b.txt', 'two', '2');
    while (window.asked.length < 2) await pause(10);
    window.decide = approve;
    assert.deepEqual(window.asked[1], {
      title: 'Claude Code: Edit 2 files',
      files: { 'a.txt': 'one\n2\nthree\n', 'b.txt': 'one\n2\nthree\n' },
    });
    open.answer({ approved: false, reason: 'No.' });
    for (const { answer } of [first, second]) assert.match((await answer).reason, /\[REJECTED\].*No\./);
    assert.equal(window.asked.length, 2);
    assert.deepEqual(window.history, []);
  });

  it('refuse the one that cannot be planned alone', async () => {
    const window = new HookWindow(files);
    const [good, bad] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'four', '4')];
    assert.match((await bad.answer).reason, /NO_MATCH/);
    assert.equal((await good.answer).decision, 'allow');
    assert.deepEqual(window.asked[0]?.files, { 'a.txt': 'one\n2\nthree\n' });
  });

  it('refuse what the person left out, with the words', async () => {
    const window = new HookWindow(files);
    window.decide = ({ changes }) => ({
      ...approved({ changes: changes.filter(({ at }) => at.path !== 'b.txt') }),
      excludedPaths: [{ path: 'b.txt', reason: 'Keep b' }],
    });
    const [kept, left] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    const { decision, reason } = await left.answer;
    assert.equal(decision, 'deny');
    assert.match(reason, /\[REJECTED\] The user excluded: b\.txt\. Their reason: Keep b\./);
    await kept.write();
    await kept.end();
    assert.deepEqual(window.history, [['a.txt']]);
    assert.equal(window.memory.text('b.txt'), files['b.txt']);
  });

  it('write what the person made of a file that two of them edit', async () => {
    const window = new HookWindow(files);
    const text = 'ONE\ntwo\nTHREE!\n';
    window.decide = (request) => amendedTo(window, request, text);
    const [first, second] = [window.edit('a.txt', 'one', 'ONE'), window.edit('a.txt', 'three', 'THREE')];
    for (const edit of [first, second]) await edit.write();
    for (const edit of [first, second]) await edit.end();
    assert.match((await second.answer).reason, /amended your proposal/);
    assert.equal(window.memory.text('a.txt'), text);
    assert.deepEqual(window.different, []);
  });

  it('refuse the second where the person took it back', async () => {
    const window = new HookWindow(files);
    window.decide = (request) => amendedTo(window, request, 'ONE\ntwo\nthree\n');
    const [first, second] = [window.edit('a.txt', 'one', 'ONE'), window.edit('a.txt', 'three', 'THREE')];
    assert.equal((await second.answer).decision, 'deny');
    await first.write();
    await first.end();
    assert.equal(window.memory.text('a.txt'), 'ONE\ntwo\nthree\n');
    assert.deepEqual(window.different, []);
  });

  it('are reviewed apart where they are of two sessions, or of none that is known', async () => {
    for (const sessions of [
      ['s', 't'],
      ['', ''],
    ]) {
      const window = new HookWindow(files);
      const [first, second] = sessions.map((session, index) =>
        window.edit(index === 0 ? 'a.txt' : 'b.txt', 'two', '2', { session }),
      );
      await Promise.all([first?.answer, second?.answer]);
      assert.deepEqual(window.asked.map(({ title }) => title).sort(), [
        'Claude Code: Edit a.txt',
        'Claude Code: Edit b.txt',
      ]);
    }
  });

  it('are reviewed without the one whose hook is killed', async () => {
    const window = new HookWindow(files);
    const open = later();
    window.decide = open.decide;
    const [first, second] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    while (window.asked.length < 1) await pause(10);
    window.decide = approve;
    first.kill();
    await second.write();
    assert.deepEqual(window.asked[1]?.files, { 'b.txt': 'one\n2\nthree\n' });
    await second.end();
    assert.deepEqual(window.history, [['b.txt']]);
  });
});

describe('an edit of a file that was approved to be changed before', () => {
  it('is planned on it once it is written, although no hook says so', async () => {
    const window = new HookWindow(files);
    const open = later();
    window.decide = open.decide;
    const first = window.edit('a.txt', 'two', 'zwei');
    while (window.asked.length < 1) await pause(10);
    await pause(350);
    window.decide = approve;
    const second = window.edit('a.txt', 'zwei', 'deux');
    await pause(50);
    open.answer(approved({ changes: await changesOf(window, 'one\nzwei\nthree\n') }));
    await first.write();
    await second.write();
    await second.end();
    assert.equal(window.memory.text('a.txt'), 'one\ndeux\nthree\n');
    assert.deepEqual(window.history, [['a.txt'], ['a.txt']]);
  });

  it('is refused once where that was not written, and what is written later is in the history', async () => {
    const window = new HookWindow(files);
    const first = window.edit('a.txt', 'two', 'zwei');
    await first.answer;
    const second = window.edit('a.txt', 'three', 'drei');
    assert.match((await second.answer).reason, /a\.txt that the user approved before has not been written yet/);
    assert.equal(window.asked.length, 1);
    await first.write();
    await first.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });

  it('is reviewed at the second try where the agent has given the first edit up', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei').answer;
    await window.edit('a.txt', 'three', 'drei').answer;
    const again = window.edit('a.txt', 'three', 'drei');
    await again.write();
    await again.end();
    assert.equal(window.memory.text('a.txt'), 'one\ntwo\ndrei\n');
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('is nothing at the end of the turn where the agent never wrote it', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei').answer;
    await window.edit('b.txt', 'two', 'zwei').answer;
    await window.stop();
    assert.deepEqual([window.history, window.different], [[], []]);
  });
});

describe('an approved edit that its agent says nothing of', () => {
  const look = { unsaid: 20, look: 10, lookLate: 10 };

  it('is in the history once it is written', async () => {
    const window = new HookWindow(files, look);
    await window.edit('a.txt', 'two', 'zwei').write();
    while (window.history.length === 0) await pause(10);
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('is in the history although others may change the file again', async () => {
    const window = new HookWindow(files, { ...look, release: 30 });
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.answer;
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
    await edit.write();
    while (window.history.length === 0) await pause(10);
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('is given up in the end', async () => {
    const window = new HookWindow(files, { ...look, release: 30, end: 60 });
    await window.edit('a.txt', 'two', 'zwei').answer;
    await pause(200);
    await window.edit('a.txt', 'two', 'zwei').write();
    await window.stop();
    assert.deepEqual(window.history, [['a.txt']]);
  });
});

async function changesOf(window: HookWindow, text: string): Promise<readonly Change[]> {
  const before = await window.memory.encode(files['a.txt']);
  return [{ kind: 'update', at: window.memory.locationOf('a.txt'), before, after: await window.memory.encode(text) }];
}
