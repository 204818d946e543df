import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { approve, files, HookWindow, later, pause } from './hookWindow.ts';

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
    open.answer(approve({ changes: await changesOf(window, 'one\nzwei\nthree\n') }));
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

  it('is still to be written by a subagent where another one has ended', async () => {
    const window = new HookWindow(files, { writeMs: 50 });
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.answer;
    await window.stop('s', 'SubagentStop');
    await pause(100);
    await edit.write();
    await edit.end();
    assert.deepEqual([window.history, window.different], [[['a.txt']], []]);
  });
});

describe('the line endings of a file that has none, by the settings of the editor', () => {
  const create = { filePath: '/ws/new.txt', content: 'one\ntwo\n' };

  it('are shown as VS Code writes them, in a new file and in one without a line break', async () => {
    const window = new HookWindow({ 'line.txt': 'one', 'lines.txt': 'one\ntwo\n' });
    window.newEol = '\r\n';
    const inputs = [
      ['create_file', create],
      ['apply_patch', { input: '*** Begin Patch\n*** Add File: /ws/patched.txt\n+one\n+two\n*** End Patch' }],
      ['replace_string_in_file', { filePath: '/ws/line.txt', oldString: 'one', newString: 'one\ntwo' }],
      ['replace_string_in_file', { filePath: '/ws/lines.txt', oldString: 'one', newString: 'a\nb' }],
    ] as const;
    for (const [tool, input] of inputs) {
      const { decision, reason, input: answered } = await window.call('vscode', tool, input, { session: '' }).answer;
      assert.deepEqual([decision, answered], ['allow', input], reason);
    }
    assert.deepEqual(
      window.asked.map(({ files: shown }) => shown),
      [
        { 'new.txt': 'one\r\ntwo\r\n' },
        { 'patched.txt': 'one\r\ntwo' },
        { 'line.txt': 'one\r\ntwo' },
        { 'lines.txt': 'a\nb\ntwo\n' },
      ],
    );
  });

  it('are those of the text for agents outside of it', async () => {
    const window = new HookWindow({});
    window.newEol = '\r\n';
    await window.call('claude', 'Write', { file_path: '/ws/new.txt', content: 'one\n' }).answer;
    assert.deepEqual(window.asked[0]?.files, { 'new.txt': 'one\n' });
  });

  it('are written as the person amended the text, or the call is refused', async () => {
    for (const [text, decision] of [
      ['one\r\n2\r\n', 'allow'],
      ['one\n2\n', 'deny'],
    ] as const) {
      const window = new HookWindow({});
      window.newEol = '\r\n';
      const after = await window.memory.encode(text);
      window.decide = ({ changes }) => ({
        approved: true,
        changes: changes.map((change) => (change.kind === 'create' ? { ...change, after } : change)),
        amended: true,
        excludedPaths: [],
      });
      const answer = await window.call('vscode', 'create_file', create).answer;
      assert.equal(answer.decision, decision, answer.reason);
      if (decision === 'allow') assert.deepEqual(answer.input, { ...create, content: 'one\n2\n' });
      else assert.match(answer.reason, /files\.eol/);
    }
  });
});

describe('an edit of a file with several hard links', () => {
  const agents: readonly (readonly [agent: string, tool: string, input: object, decision: string])[] = [
    ['claude', 'Edit', { file_path: '/ws/linked.txt', old_string: 'two', new_string: '2' }, 'deny'],
    ['claude', 'Write', { file_path: '/ws/linked.txt', content: '2' }, 'deny'],
    ['qwen', 'edit', { file_path: '/ws/linked.txt', old_string: 'two', new_string: '2' }, 'deny'],
    ['claude', 'Edit', { file_path: '/ws/a.txt', old_string: 'two', new_string: '2' }, 'allow'],
    ['vscode', 'replace_string_in_file', { filePath: '/ws/linked.txt', oldString: 'two', newString: '2' }, 'allow'],
  ];
  for (const [agent, tool, input, decision] of agents)
    it(`is refused where the tool cuts them: ${agent} ${JSON.stringify(input)}`, async () => {
      const window = new HookWindow({ ...files, 'linked.txt': 'one\ntwo\n' });
      const answer = await window.call(agent, tool, { ...input }).answer;
      assert.equal(answer.decision, decision, answer.reason);
      assert.equal(window.asked.length, decision === 'allow' ? 1 : 0);
      if (decision === 'deny') assert.match(answer.reason, /hard links.*the MCP server "redline"/);
    });
});

describe('the settings of an agent', () => {
  it('count for what is shown', async () => {
    const window = new HookWindow({});
    window.settings = [{ general: { defaultFileEncoding: 'utf-8-bom' } }];
    await window.call('qwen', 'write_file', { file_path: '/ws/new.txt', content: 'one\n' }).answer;
    assert.deepEqual(window.asked[0]?.files, { 'new.txt': '\ufeffone\n' });
  });

  it('refuse its edits, and nothing else, where they cannot be read', async () => {
    const window = new HookWindow(files);
    window.settings = new ToolError('VALIDATION_ERROR', 'Mend /ws/.qwen/settings.json.');
    const edit = window.call('qwen', 'write_file', { file_path: '/ws/new.txt', content: 'one' });
    const { decision, reason } = await edit.answer;
    assert.equal(decision, 'deny');
    assert.equal(reason, '[VALIDATION_ERROR] Mend /ws/.qwen/settings.json.');
    assert.deepEqual(window.asked, []);
    const shell = window.call('qwen', 'run_shell_command', { command: 'ls' });
    assert.equal((await shell.output).stdout.includes('deny'), false);
    // The settings of others decide nothing.
    assert.equal((await window.edit('a.txt', 'two', 'zwei').answer).decision, 'allow');
  });
});

describe('a file that the editor opens as a notebook of another extension', () => {
  it('is refused to the editor\u2019s own tools, which write another form than its text, and to no others', async () => {
    const window = new HookWindow({ 'a.sqlbook': 'one\n' });
    const edit = { filePath: '/ws/a.sqlbook', oldString: 'one', newString: 'two' };
    const refused = await window.call('vscode', 'replace_string_in_file', edit).answer;
    assert.equal(refused.decision, 'deny');
    assert.match(refused.reason, /\[VALIDATION_ERROR\] VS Code edits a notebook in another form/);
    assert.equal(window.asked.length, 0);
    await window.edit('a.sqlbook', 'one', 'two').write();
    assert.equal(window.memory.text('a.sqlbook'), 'two\n');
  });
});

describe('an approved edit that its agent says nothing of', () => {
  const look = { assumeEndedMs: 20, pollMs: 10, latePollMs: 10 };

  it('is in the history once it is written', async () => {
    const window = new HookWindow(files, look);
    await window.edit('a.txt', 'two', 'zwei').write();
    while (window.history.length === 0) await pause(10);
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('makes nobody wait once it was seen, although the file was put back since', async () => {
    const window = new HookWindow(files, { ...look, assumeEndedMs: 100 });
    await window.edit('a.txt', 'two', 'zwei').write();
    await pause(50);
    window.memory.put('a.txt', files['a.txt']);
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
  });

  it('is in the history at once where its agent never says that the tool has ended', async () => {
    const window = new HookWindow(files);
    const patch = '*** Begin Patch\n*** Update File: /ws/a.txt\n@@\n-two\n+zwei\n*** End Patch\n';
    await window.call('codex', 'Bash', { command: `apply_patch <<'EOF'\n${patch}EOF\n` }).write();
    while (window.history.length === 0) await pause(10);
    window.memory.put('a.txt', files['a.txt']);
    assert.deepEqual(window.history, [['a.txt']]);
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
  });

  it('is in the history although others may change the file again', async () => {
    const window = new HookWindow(files, { ...look, releaseMs: 30 });
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.answer;
    const other = window.edit('a.txt', 'one', 'eins', { session: 'other' });
    assert.equal((await other.answer).decision, 'allow');
    await edit.write();
    while (window.history.length === 0) await pause(10);
    assert.deepEqual(window.history, [['a.txt']]);
  });

  it('is given up in the end', async () => {
    const window = new HookWindow(files, { ...look, releaseMs: 30, endMs: 60 });
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
