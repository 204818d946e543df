import assert from 'node:assert/strict';
import { approve, files, HookWindow, pause } from './hookWindow.ts';

describe('an agent that tells that its tool has failed', () => {
  const [session, toolUse] = ['s', 'c1'];

  /** Tells of a failed edit, as the agent or a forger does. */
  async function fail(window: HookWindow, call: { session?: string; toolUse?: string; agent?: string } = {}) {
    const stdin = {
      hook_event_name: 'PostToolUseFailure',
      session_id: call.session ?? session,
      tool_name: 'Edit',
      tool_input: {},
      tool_use_id: call.toolUse ?? toolUse,
      error: 'File has been modified since read',
      cwd: '/ws',
    };
    return window.hooks.answer(call.agent ?? 'claude', stdin, new AbortController().signal);
  }

  it('is not believed where the file was written, once or twice', async () => {
    const window = new HookWindow(files);
    const edit = window.edit('a.txt', 'two', 'zwei', { session, toolUse });
    await edit.write();
    for (const _ of [1, 2]) assert.equal((await fail(window)).stdout, '');
    await edit.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });

  it('frees the file, of which the history then has nothing', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei', { session, toolUse }).answer;
    await fail(window);
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
    await other.write();
    await other.end();
    assert.deepEqual(window.history, [['a.txt']]);
  });

  for (const [title, call] of [
    ['another session', { session: 'other' }],
    ['another call', { toolUse: 'forged' }],
    ['another agent', { agent: 'qwen' }],
  ] as const)
    it(`says nothing of the calls of others: ${title}`, async () => {
      const window = new HookWindow(files);
      const edit = window.edit('a.txt', 'two', 'zwei', { session, toolUse });
      await edit.answer;
      await fail(window, call);
      let isFree = false;
      const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
      void other.answer.then(() => (isFree = true));
      await pause(50);
      assert.equal(isFree, false);
      await edit.write();
      await edit.end();
      assert.equal((await other.answer).decision, 'allow');
      assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
    });

  it('says nothing before the call, nor while it is reviewed', async () => {
    const window = new HookWindow(files);
    await fail(window);
    window.decide = async ({ changes }) => {
      await fail(window);
      return { approved: true, changes, amended: false, excludedPaths: [] };
    };
    const edit = window.edit('a.txt', 'two', 'zwei', { session, toolUse });
    await edit.write();
    await edit.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });
});

describe('an agent that tells nothing of a failed tool', () => {
  const patch = '*** Begin Patch\n*** Update File: /ws/a.txt\n@@\n-two\n+zwei\n*** End Patch\n';
  const waits = { writeMs: 20 };

  /** Whether another agent may change the file. */
  async function isFree(window: HookWindow): Promise<boolean> {
    let isFree = false;
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    void other.answer.then(() => (isFree = true));
    await pause(200);
    other.kill();
    return isFree;
  }

  it('frees the file by its next command', async () => {
    const window = new HookWindow(files, waits);
    await window.call('codex', 'apply_patch', { command: patch }).answer;
    assert.equal(await isFree(window), false);
    await window.call('codex', 'Bash', { command: 'cat a.txt' }).answer;
    assert.equal(await isFree(window), true);
  });

  it('frees nothing by a command of another session, or by one that began before the answer', async () => {
    const window = new HookWindow(files, waits);
    window.decide = async (request) => {
      await window.call('codex', 'Bash', { command: 'ls' }).answer;
      return approve(request);
    };
    const edit = window.call('codex', 'apply_patch', { command: patch });
    await edit.answer;
    await window.call('codex', 'Bash', { command: 'ls' }, { session: 'other' }).answer;
    assert.equal(await isFree(window), false);
    await edit.write();
    await edit.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });

  it('has what it wrote in the history, although its next command came first', async () => {
    const window = new HookWindow(files, waits);
    const edit = window.call('codex', 'apply_patch', { command: patch });
    await edit.answer;
    await window.call('codex', 'Bash', { command: 'ls' }).answer;
    await pause(50);
    await edit.write();
    await edit.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });
});

describe('an agent that is interrupted before it writes', () => {
  it('frees the file by its next prompt', async () => {
    const window = new HookWindow(files, { writeMs: 20 });
    await window.edit('a.txt', 'two', 'zwei', { session: 's' }).answer;
    const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'go on', cwd: '/ws' };
    await window.hooks.answer('claude', prompt, new AbortController().signal);
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
  });
});

describe('a failure of Redline in a hook', () => {
  /** Watch, which every hook of a tool starts, where the disk is full. */
  const failToWatch = (window: HookWindow): void => {
    window.watch = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  };

  it('says nothing of a tool that has run, since its change is made', async () => {
    const window = new HookWindow(files);
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.write();
    failToWatch(window);
    const stdin = { hook_event_name: 'PostToolUse', session_id: 's', tool_name: 'Edit', tool_input: {}, cwd: '/ws' };
    assert.equal((await window.hooks.answer('claude', stdin, new AbortController().signal)).stdout, '');
  });

  it('is called one of the hook, not of the agent, where the tool is stopped', async () => {
    const window = new HookWindow(files);
    failToWatch(window);
    const { decision, reason } = await window.call('claude', 'Bash', { command: 'ls' }).answer;
    assert.equal(decision, 'deny');
    assert.match(
      reason,
      /^\[IO_ERROR\] The Redline hook of claude failed \(ENOSPC\): the disk is full\. Nothing was changed\./,
    );
  });
});
