import assert from 'node:assert/strict';
import type { Change, FileContent } from '../../../../src/core/change/change.ts';
import type { Decision, ReviewRequest } from '../../../../src/tools/ports/ports.ts';
import { joinMs } from '../../../../src/vscode/endpoint/edits/hookedReview.ts';
import { approve, files, HookWindow, later, pause } from '../hookWindow.ts';

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
      ...approve({ changes: changes.filter(({ at }) => at.path !== 'b.txt') }),
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

  it('are each told what to send where the agent ignores a changed input, and then written without a question', async () => {
    const window = new HookWindow(files);
    window.decide = (request) => amendedTo(window, request, 'amended\n');
    const send = (file: string, newText: string) =>
      window.call('qwen', 'edit', { file_path: `/ws/${file}`, old_string: files['a.txt'], new_string: newText });
    const answers = await Promise.all([send('a.txt', 'one\n'), send('b.txt', 'two\n')].map(({ answer }) => answer));
    for (const [index, { reason }] of answers.entries())
      assert.match(reason, new RegExp(`exactly this input.*/ws/${index === 0 ? 'a' : 'b'}\\.txt`));
    const again = [send('a.txt', 'amended\n'), send('b.txt', 'amended\n')];
    for (const each of again) await each.write();
    assert.equal(window.asked.length, 1);
    assert.equal(window.memory.text('b.txt'), 'amended\n');
  });

  it('are asked about where the review of one is opened anew without the other, whatever is allowed meanwhile', async () => {
    const window = new HookWindow(files);
    window.decide = later().decide;
    const [first, second] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    while (window.asked.length < 1) await pause(10);
    window.memory.verdict = { ...window.memory.verdict, action: 'allow' };
    window.decide = () => ({ approved: false, surface: 'editor', reason: 'I excluded it.' });
    first.kill();
    assert.match((await second.answer).reason, /I excluded it\./);
  });

  it('are asked about once more where they were approved before the open review, in which they may be excluded', async () => {
    const window = new HookWindow(files);
    window.decide = (request) => amendedTo(window, request, 'amended\n');
    const send = (file: string, newText: string) =>
      window.call('qwen', 'edit', { file_path: `/ws/${file}`, old_string: files['a.txt'], new_string: newText });
    await send('b.txt', 'two\n').answer;
    window.decide = later().decide;
    const [first, second] = [send('a.txt', 'one\n'), send('b.txt', 'amended\n')];
    while (window.asked.length < 2) await pause(10);
    window.decide = () => ({ approved: false, surface: 'editor', reason: 'I excluded it.' });
    first.kill();
    assert.match((await second.answer).reason, /I excluded it\./);
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
    assert.ok(window.roots[0], 'what the person excluded is reapplied to the same call');
    assert.equal(window.roots[1], window.roots[0]);
    await second.end();
    assert.deepEqual(window.history, [['b.txt']]);
  });

  it('are reviewed without the one whose hook is killed while it is planned', async () => {
    const window = new HookWindow(files);
    window.decide = later().decide;
    const [first, second] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    window.onRead = (path) => void (path === 'b.txt' && second.kill());
    while (window.asked.length < 1) await pause(10);
    assert.deepEqual(window.asked[0]?.files, { 'a.txt': 'one\n2\nthree\n' });
    first.kill();
    assert.equal((await first.answer).decision, 'deny');
  });

  it('are rejected as the person answered where the hook of one is killed right after', async () => {
    const window = new HookWindow(files);
    const [first, second] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    window.decide = () => {
      first.kill();
      return { approved: false, surface: 'editor', reason: 'Not these.' };
    };
    assert.match((await second.answer).reason, /Not these\./);
    assert.equal(window.asked.length, 1);
  });

  it('are not reviewed if their hooks were killed before', async () => {
    const window = new HookWindow(files);
    const calls = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    for (const call of calls) call.kill();
    for (const call of calls) await call.answer.catch(() => undefined);
    assert.deepEqual(window.asked, []);
  });

  it('have time for their review after the hook of one was killed', async () => {
    const window = new HookWindow(files);
    const open = later();
    window.decide = open.decide;
    const [first, second] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    while (window.asked.length < 1) await pause(10);
    first.kill();
    while (window.asked.length < 2) await pause(10);
    await pause(2 * joinMs);
    assert.equal(window.asked.length, 2);
    open.answer({ approved: false, reason: 'No.' });
    assert.match((await second.answer).reason, /No\./);
  });

  it('are reviewed apart where one comes while the other is found to be wrong', async () => {
    const window = new HookWindow(files);
    const read = Promise.withResolvers<void>();
    window.reading = read.promise;
    const wrong = window.edit('a.txt', 'four', '4');
    // The review waits for others to join, and then reads.
    await pause(joinMs / 2);
    const right = window.edit('b.txt', 'two', '2');
    read.resolve();
    assert.match((await wrong.answer).reason, /NO_MATCH/);
    assert.equal((await right.answer).decision, 'allow');
    assert.deepEqual(
      window.asked.map(({ title }) => title),
      ['Claude Code: Edit b.txt'],
    );
  });
});
