import assert from 'node:assert/strict';
import { numbersFrom } from '../../../random.ts';
import { drawEdited, drawText, tidy } from '../samples.ts';
import { callOf, dialectOf, printed, readsAs, replacing, unknown, writing } from '../table.ts';

const vscode = dialectOf('vscode');

function written(tool: string, input: unknown): unknown {
  return {
    timestamp: '2026-11-22T10:00:00.000Z',
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    transcript_path: '/home/me/t.json',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'call_1__vscode-1',
    cwd: '/p',
  };
}

const path = '/p/a.txt';

describe('dialect: VS Code', () => {
  readsAs('vscode', written, [
    [
      'one replacement',
      'replace_string_in_file',
      { filePath: path, oldString: 'two', newString: 'TWO', explanation: 'x' },
      replacing(path, 'two', 'TWO'),
    ],
    ['a field is absent', 'replace_string_in_file', { filePath: path, oldString: 'two' }, 'unpredictable'],
    [
      'two files, one of them twice',
      'multi_replace_string_in_file',
      {
        explanation: 'x',
        replacements: [
          { filePath: path, oldString: 'one', newString: '1' },
          { filePath: '/p/b.txt', oldString: 'one', newString: '1' },
          { filePath: path, oldString: 'two', newString: '2' },
        ],
      },
      {
        kind: 'changes',
        operations: [
          {
            kind: 'replace',
            path,
            replacements: [
              { oldText: 'one', newText: '1', all: false },
              { oldText: 'two', newText: '2', all: false },
            ],
          },
          { kind: 'replace', path: '/p/b.txt', replacements: [{ oldText: 'one', newText: '1', all: false }] },
        ],
      },
    ],
    ['none', 'multi_replace_string_in_file', { explanation: 'x', replacements: [] }, 'unpredictable'],
    [
      'one that is no replacement',
      'multi_replace_string_in_file',
      { replacements: [{ filePath: path, oldString: 'one', newString: '1' }, 'two'] },
      'unpredictable',
    ],
    ['a new file', 'create_file', { filePath: path, content: 'one\n' }, writing(path, 'one\n', true)],
    [
      'hints',
      'insert_edit_into_file',
      { filePath: path, code: '// ...existing code...', explanation: 'x' },
      'unpredictable',
    ],
    [
      'a cell',
      'edit_notebook_file',
      { filePath: '/p/n.ipynb', editType: 'edit', cellId: '1', newCode: 'x' },
      'unpredictable',
    ],
    [
      'a symbol',
      'vscode_renameSymbol',
      { symbol: 'a', newName: 'b', filePath: path, lineContent: 'a' },
      'unpredictable',
    ],
    ['a new notebook', 'create_new_jupyter_notebook', { query: 'tea' }, 'unpredictable'],
    ['a task', 'create_and_run_task', { workspaceFolder: '/p', task: { label: 'x', command: 'rm' } }, 'unpredictable'],
    ['a folder', 'create_directory', { dirPath: '/p/d' }, 'unpredictable'],
    ['a file', 'read_file', { filePath: path, startLine: 1, endLine: 9 }, { kind: 'read', paths: [path] }],
    [
      'a command',
      'run_in_terminal',
      { command: 'npm test', explanation: 'x', isBackground: false },
      { kind: 'shell', command: 'npm test' },
    ],
    ['all that is changed', 'get_changed_files', { repositoryPath: '/p' }, { kind: 'readChanges' }],
    ['its own notes', 'memory', { command: 'create', path: '/memories/a.md', file_text: 'x' }, unknown],
    ["Redline's own tool", 'redline_edit_file', { path: 'a.txt', old: 'one', new: '1' }, unknown],
    ["Redline's own tool over MCP", 'mcp_redline_edit_file', { path: 'a.txt', old: 'one', new: '1' }, unknown],
  ]);

  it('reads the call', () => {
    const input = { filePath: path };
    assert.deepEqual(vscode.readCall(written('read_file', input)), {
      phase: 'preToolUse',
      event: 'PreToolUse',
      tool: 'read_file',
      input,
      cwd: '/p',
      sessionId: 's1',
      turnId: undefined,
      toolUseId: 'call_1__vscode-1',
      permissionMode: undefined,
    });
  });

  it('answers in the format of Claude Code', () => {
    const call = callOf(vscode, written('create_file', {}));
    const decision = (more: object): object => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } });
    assert.deepEqual(vscode.answer.abstain(), { stdout: '', exitCode: 0 });
    assert.deepEqual(printed(vscode.answer.allow(call)), decision({ permissionDecision: 'allow' }));
    const told = { permissionDecision: 'allow', additionalContext: 'Words.' };
    assert.deepEqual(printed(vscode.answer.allow(call, 'Words.')), decision(told));
    assert.deepEqual(
      printed(vscode.answer.deny(call, 'lower case')),
      decision({ permissionDecision: 'deny', permissionDecisionReason: 'lower case' }),
    );
    assert.deepEqual(
      printed(vscode.answer.amend(call, { content: 'x' }, 'The person changed it.')),
      decision({
        permissionDecision: 'allow',
        updatedInput: { content: 'x' },
        additionalContext: 'The person changed it.',
      }),
    );
  });

  it('amends a replacement to the smallest unique one', () => {
    const call = callOf(
      vscode,
      written('replace_string_in_file', { filePath: path, oldString: 'two', newString: 'TWO', explanation: 'x' }),
    );
    assert.deepEqual(vscode.amend(call, [{ path, before: 'one\ntwo\none\n', after: 'one\ntwo\n1\n' }]), {
      input: { filePath: path, oldString: 'two\none\n', newString: 'two\n1\n', explanation: 'x' },
    });
  });

  it('leaves files out of several', () => {
    const replacements = ['/p/b.txt', path].map((filePath) => ({ filePath, oldString: 'one', newString: '1' }));
    const call = callOf(vscode, written('multi_replace_string_in_file', { explanation: 'x', replacements }));
    const files = [
      { path: '/p/b.txt', before: 'one\n', after: 'one\n' },
      { path, before: 'one\ntwo\n', after: 'ONE\ntwo\n' },
    ];
    assert.deepEqual(vscode.amend(call, files), {
      input: { explanation: 'x', replacements: [{ filePath: path, oldString: 'one\n', newString: 'ONE\n' }] },
    });
  });

  it('amends a patch, and writes new files with their last line ending', () => {
    const call = callOf(vscode, written('apply_patch', { input: '*** Begin Patch', explanation: 'x' }));
    const files = [
      { path, before: 'one\ntwo\nthree', after: 'one\n2\nthree' },
      { path: '/p/new.txt', before: undefined, after: 'x\n' },
    ];
    const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n one\n-two\n+2\n three\n*** Add File: /p/new.txt\n+x\n+\n*** End Patch\n`;
    assert.deepEqual(vscode.amend(call, files), { input: { input, explanation: 'x' } });
  });

  const cannot: readonly (readonly [
    name: string,
    tool: string,
    before: string | undefined,
    after: string | undefined,
  ])[] = [
    ['a deletion', 'replace_string_in_file', 'one\n', undefined],
    ['nothing to change', 'replace_string_in_file', 'one\n', 'one\n'],
    ['a byte order mark that goes', 'replace_string_in_file', '\ufeffone\n', 'one\n'],
    ['line endings that the editor makes one', 'replace_string_in_file', 'one\r\ntwo\n', 'one\r\n2\n'],
    ['a first line that VS Code drops', 'replace_string_in_file', 'one\ntwo\n', '// filepath: a.ts\none\ntwo\n'],
    ['a first line that VS Code drops', 'create_file', undefined, '# filepath: a.ts\none\n'],
    ['line endings of a new file', 'create_file', undefined, 'one\r\n'],
    ['a file that has content', 'create_file', 'one\n', 'two\n'],
  ];
  for (const [name, tool, before, after] of cannot) {
    it(`${tool} cannot say: ${name}`, () => {
      const input = { filePath: path, oldString: 'one', newString: '1', content: 'one\n' };
      const amended = vscode.amend(callOf(vscode, written(tool, input)), [{ path, before, after }]);
      assert.ok('reason' in amended && amended.reason.length > 20, JSON.stringify(amended));
    });
  }

  it('writes what was approved, whatever the texts', () => {
    const draw = numbersFrom(7);
    let count = 0;
    for (let round = 0; round < 1500; round++) {
      const drawn = drawText(draw);
      const eol = draw(2) === 0 || !/[\r\n]/.test(drawn) ? '\n' : '\r\n';
      const before = tidy(drawn, eol);
      const after = tidy(drawEdited(draw, before), eol);
      if (before.trim() === '' || before === after) continue;
      for (const tool of ['replace_string_in_file', 'multi_replace_string_in_file']) {
        const given = { filePath: path, oldString: 'a', newString: 'b' };
        const call = callOf(vscode, written(tool, tool.startsWith('multi') ? { replacements: [given] } : given));
        const amended = vscode.amend(call, [{ path, before, after }]);
        assert.ok('input' in amended, JSON.stringify({ before, after, amended }));
        assert.equal(asVSCodeDoes(amended.input, before, eol), after, JSON.stringify({ before, after, amended }));
        count++;
      }
    }
    assert.ok(count > 1500);
  });
});

/** VS Code's way of replacing: all places are looked for in the document as it was, each has to be the only one. */
function asVSCodeDoes(input: unknown, before: string, eol: string): string {
  const all = (input as { replacements?: unknown[] }).replacements ?? [input];
  const parts = (all as { oldString: string; newString: string }[]).map(({ oldString, newString }) => {
    const old = oldString.replace(/\r?\n/g, eol);
    assert.equal(before.split(old).length, 2);
    return { start: before.indexOf(old), old, fresh: newString.replace(/\r?\n/g, eol) };
  });
  let text = before;
  for (const { start, old, fresh } of parts.sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + fresh + text.slice(start + old.length);
  return text;
}
