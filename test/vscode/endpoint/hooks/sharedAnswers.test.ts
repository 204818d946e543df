import assert from 'node:assert/strict';
import type { HookCall, Output } from '../../../../src/core/dialects/dialect.ts';
import { SharedAnswers } from '../../../../src/vscode/endpoint/hooks/sharedAnswers.ts';
import { approve, files, HookWindow, later, pause } from '../hookWindow.ts';

// An agent that is connected everywhere and in the folder, too, runs both hooks before one call.
describe('two hooks of one call', () => {
  it('are asked about once, one after the other, and allow the edit', async () => {
    const window = new HookWindow(files);
    const first = window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' });
    assert.equal((await first.answer).decision, 'allow');
    // The connection of an answered hook is closed.
    first.kill();
    const second = window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' });
    assert.equal((await second.answer).decision, 'allow');
    await second.write();
    for (const each of [first, second]) await each.end();
    assert.equal(window.asked.length, 1);
    assert.deepEqual(window.history, [['a.txt']]);
    assert.deepEqual(window.different, []);
  });

  it('are asked about once, side by side, and get the same refusal', async () => {
    const window = new HookWindow(files);
    const open = later();
    window.decide = open.decide;
    const hooks = [0, 1].map(() => window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }));
    open.answer({ approved: false, reason: 'Not this.' });
    for (const each of hooks) {
      const { decision, reason } = await each.answer;
      assert.equal(decision, 'deny');
      assert.match(reason, /Not this\./);
    }
    assert.equal(window.asked.length, 1);
  });

  it('are asked about again where the first was ended without an answer', async () => {
    const window = new HookWindow(files);
    window.decide = later().decide;
    const first = window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' });
    while (window.asked.length === 0) await pause(10);
    first.kill();
    window.decide = approve;
    const second = window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' });
    assert.equal((await second.answer).decision, 'allow');
    assert.equal(window.asked.length, 2);
  });

  it('are asked about once where the first of two side by side is ended without an answer', async () => {
    const window = new HookWindow(files);
    const answered = Promise.withResolvers<void>();
    window.decide = (request) => answered.promise.then(() => approve(request));
    const [first, second] = [0, 1].map(() => window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }));
    assert.ok(first && second);
    while (window.asked.length === 0) await pause(10);
    first.kill();
    await pause(10);
    assert.equal(window.asked.length, 1);
    answered.resolve();
    assert.equal((await second.answer).decision, 'allow');
    await second.write();
    await second.end();
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('are no longer asked about where both are ended without an answer', async () => {
    const window = new HookWindow(files);
    window.decide = later().decide;
    const hooks = [0, 1].map(() => window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }));
    while (window.asked.length === 0) await pause(10);
    for (const each of hooks) each.kill();
    for (const each of hooks) assert.equal((await each.answer).decision, 'deny');
  });

  it('are asked about once where the second gets the input that the answer of the first has changed', async () => {
    const window = new HookWindow(files);
    window.decide = async ({ changes }) => {
      const [change] = changes;
      assert.ok(change?.kind === 'update');
      const after = await window.memory.encode('one\ndeux\nthree\n');
      return { approved: true, changes: [{ ...change, after }], amended: true, excludedPaths: [] };
    };
    const { input } = await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).answer;
    assert.ok(typeof input === 'object' && input !== null);
    const second = window.call('claude', 'Edit', { ...input }, { toolUse: 'c1' });
    const { decision, reason, input: again } = await second.answer;
    assert.deepEqual([decision, again], ['allow', input], reason);
    await second.write();
    await second.end();
    assert.equal(window.asked.length, 1);
    assert.equal(window.memory.text('a.txt'), 'one\ndeux\nthree\n');
    assert.deepEqual(window.different, []);
  });

  for (const [what, as] of [
    ['another call', { toolUse: 'c2' }],
    ['another session', { session: 'other', toolUse: 'c1' }],
  ] as const)
    it(`do not answer ${what}, nor one after its tool or its turn has ended`, async () => {
      const window = new HookWindow(files);
      await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).answer;
      await window.edit('b.txt', 'two', 'zwei', as).answer;
      assert.equal(window.asked.length, 2);
      const edit = window.edit('c.txt', 'two', 'zwei', { toolUse: 'c3' });
      await edit.write();
      await edit.end();
      window.memory.put('c.txt', 'one\ntwo\nthree\n');
      const repeated = window.edit('c.txt', 'two', 'zwei', { toolUse: 'c3' });
      await repeated.write();
      assert.equal(window.asked.length, 3 + 1);
      await window.stop();
      window.memory.put('c.txt', 'one\ntwo\nthree\n');
      assert.equal((await window.edit('c.txt', 'two', 'zwei', { toolUse: 'c3' }).answer).decision, 'allow');
      assert.equal(window.asked.length, 3 + 2);
    });

  it('are two calls where they are in two folders, so that a relative path names two files', async () => {
    const window = new HookWindow({ 'one/a.txt': 'one\n', 'two/a.txt': 'two\n' });
    for (const cwd of ['/ws/one', '/ws/two'])
      await window.call('claude', 'Write', { file_path: 'a.txt', content: 'new\n' }, { toolUse: 'c1', cwd }).answer;
    assert.deepEqual(
      window.asked.map((each) => Object.keys(each.files)),
      [['one/a.txt'], ['two/a.txt']],
    );
  });

  it('are allowed both where the id of an earlier call is used again, which was written and never ended', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).write();
    for (const count of [1, 2]) {
      const { decision, reason } = await window.edit('b.txt', 'two', 'deux', { toolUse: 'c1' }).answer;
      assert.equal(decision, 'allow', `${count}: ${reason}`);
    }
    assert.equal(window.asked.length, 2);
  });

  it('are two calls where their inputs differ', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).answer;
    await window.edit('b.txt', 'two', 'deux', { toolUse: 'c1' }).answer;
    assert.equal(window.asked.length, 2);
  });

  it('are asked about again where the agent wrote the first in between, or long after its answer', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).write();
    // The next call of the session finds it written.
    await window.edit('b.txt', 'two', 'zwei', { toolUse: 'c2' }).answer;
    window.memory.put('a.txt', 'one\ntwo\nthree\n');
    await window.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).answer;
    assert.equal(window.asked.length, 3);

    const short = new HookWindow(files, { shareMs: 0 });
    short.decide = () => ({ approved: false, reason: 'Not this.' });
    for (const count of [1, 2]) {
      await short.edit('a.txt', 'two', 'zwei', { toolUse: 'c1' }).answer;
      assert.equal(short.asked.length, count);
      await pause(10);
    }
  });
});

describe('answers that calls share', () => {
  const hookOf = (toolUseId: string, input = ''): HookCall => {
    return { phase: 'preToolUse', event: '', cwd: '/w', sessionId: 's', tool: '', toolUseId, input };
  };
  let answered = 0;
  const answer = (): Promise<Output> => Promise.resolve({ stdout: String(answered++), exitCode: 0 });
  const { signal } = new AbortController();
  beforeEach(() => (answered = 0));

  it('are kept for an open call, however many others are answered meanwhile', async () => {
    const answers = new SharedAnswers(60_000);
    const { promise, resolve } = Promise.withResolvers<Output>();
    const first = answers.share('s', hookOf('c1'), signal, () => promise);
    for (let call = 0; call < 1000; call++) await answers.share('s', hookOf(`other ${call}`), signal, answer);
    const second = answers.share('s', hookOf('c1'), signal, answer);
    resolve({ stdout: 'of the user', exitCode: 0 });
    assert.deepEqual(await Promise.all([first, second]), [await promise, await promise]);
  });

  it('are none of a hook that has ended before it is asked about', async () => {
    const answers = new SharedAnswers(60_000);
    await answers.share('s', hookOf('c1'), AbortSignal.abort(), answer);
    await answers.share('s', hookOf('c1'), signal, answer);
    assert.equal(answered, 2);
  });

  it('are not forgotten when an older call with the same id ends', async () => {
    const answers = new SharedAnswers(60_000);
    const [older, newer] = [hookOf('c1', 'older'), hookOf('c1', 'newer')];
    for (const hook of [older, newer]) await answers.share('s', hook, signal, answer);
    answers.forgetUnlessReused('s', older);
    await answers.share('s', newer, signal, answer);
    assert.equal(answered, 2);
    answers.forgetUnlessReused('s', newer);
    await answers.share('s', newer, signal, answer);
    assert.equal(answered, 3);
  });
});
