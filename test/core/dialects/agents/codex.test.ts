import assert from 'node:assert/strict';
import { callOf, dialectOf, printed, readsAs, unknown } from '../table.ts';
import type { ApprovedFile, Intent } from '../../../../src/core/dialects/dialect.ts';

const codex = dialectOf('codex');

function written(tool: string, input: unknown): unknown {
  return {
    session_id: 's1',
    turn_id: 't1',
    transcript_path: '/home/me/t.jsonl',
    cwd: '/p',
    hook_event_name: 'PreToolUse',
    model: 'gpt-5.5',
    permission_mode: 'bypassPermissions',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'call_1',
  };
}

const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n three\n*** End Patch\n';
const heredoc = (before: string, end = 'EOF', quote = "'"): string =>
  `${before}apply_patch <<${quote}${end}${quote}\n${patch}${end}\n`;
const patching = (text: string, folder?: string): Intent => ({
  kind: 'changes',
  operations: [folder === undefined ? { kind: 'patch', text } : { kind: 'patch', text, folder }],
});

const files: readonly ApprovedFile[] = [{ path: 'a.txt', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' }];
const amendedPatch = '*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n*** End Patch\n';

describe('dialect: Codex', () => {
  readsAs('codex', written, [
    ['a patch', 'apply_patch', { command: patch }, patching(patch)],
    ['no text', 'apply_patch', { command: 7 }, 'unpredictable'],
    ['a patch', 'Bash', { command: heredoc('') }, patching(patch)],
    ['a patch, unquoted', 'Bash', { command: heredoc('', 'PATCH', '') }, patching(patch)],
    ['a patch, double quotes', 'Bash', { command: heredoc('', 'PATCH', '"') }, patching(patch)],
    ['a patch in a folder', 'Bash', { command: heredoc('cd sub/dir && ') }, patching(patch, 'sub/dir')],
    ['a patch in a quoted folder', 'Bash', { command: heredoc('cd "my dir" && ') }, patching(patch, 'my dir')],
    ['a patch in another folder', 'Bash', { command: heredoc("cd '$x' && ") }, patching(patch, '$x')],
    ['a list for a shell', 'Bash', { command: ['bash', '-lc', heredoc('')] }, patching(patch)],
    ['a list without one', 'Bash', { command: ['apply_patch', patch] }, patching(patch)],
    ['something before the patch', 'Bash', { command: heredoc('echo hi; ') }, 'unpredictable'],
    ['something behind the patch', 'Bash', { command: `${heredoc('')}rm -r x` }, 'unpredictable'],
    ['a second patch behind it', 'Bash', { command: `${heredoc('')}${heredoc('')}` }, 'unpredictable'],
    ['a patch in a folder that a variable names', 'Bash', { command: heredoc('cd $HOME && ') }, 'unpredictable'],
    ['a patch through a pipe', 'Bash', { command: `echo '${patch}' | apply_patch` }, 'unpredictable'],
    [
      'a patch to a tool with a flag',
      'Bash',
      { command: heredoc('').replace('apply_patch', 'apply_patch -x') },
      'unpredictable',
    ],
    ['a command', 'Bash', { command: 'npm test' }, { kind: 'shell', command: 'npm test' }],
    ['a list', 'Bash', { command: ['npm', 'test'] }, { kind: 'shell', command: 'npm test' }],
    [
      'the word alone',
      'Bash',
      { command: 'grep -rn apply_patch .' },
      { kind: 'shell', command: 'grep -rn apply_patch .' },
    ],
    ['no text', 'Bash', { command: { x: 1 } }, unknown],
    ["Redline's own tool", 'mcp__redline__apply_patch', { patch }, unknown],
  ]);

  it('is allowed without a decision, which it takes for a failure, and with words as context', () => {
    const call = callOf(codex, written('apply_patch', { command: patch }));
    assert.equal(printed(codex.answer.allow(call)), undefined);
    assert.deepEqual(printed(codex.answer.allow(call, 'Words.')), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'Words.' },
    });
  });

  it('tells which calls no hook follows', () => {
    const silent = (tool: string, command: unknown) => codex.endsSilently(callOf(codex, written(tool, { command })));
    assert.equal(silent('Bash', heredoc('')), true);
    assert.equal(silent('Bash', 'ls'), false);
    assert.equal(silent('apply_patch', patch), false);
  });

  it('reads the session and the turn', () => {
    const { sessionId, turnId, toolUseId, permissionMode } = callOf(codex, written('apply_patch', { command: patch }));
    assert.deepEqual([sessionId, turnId, toolUseId, permissionMode], ['s1', 't1', 'call_1', 'bypassPermissions']);
  });

  const forms: readonly (readonly [name: string, tool: string, command: unknown, amended: unknown])[] = [
    ['the tool', 'apply_patch', patch, amendedPatch],
    ['the shell', 'Bash', heredoc('', 'PATCH', ''), `apply_patch <<'EOF'\n${amendedPatch}EOF\n`],
    [
      'the shell, in a folder',
      'Bash',
      heredoc('cd "my dir" && '),
      `cd "my dir" && apply_patch <<'EOF'\n${amendedPatch}EOF\n`,
    ],
    [
      'the shell, in a folder whose name has the redirection',
      'Bash',
      heredoc('cd "a<<b" && '),
      `cd "a<<b" && apply_patch <<'EOF'\n${amendedPatch}EOF\n`,
    ],
    ['a list', 'Bash', ['bash', '-lc', heredoc('')], ['bash', '-lc', `apply_patch <<'EOF'\n${amendedPatch}EOF\n`]],
    ['a list without a shell', 'Bash', ['apply_patch', patch], ['apply_patch', amendedPatch]],
  ];
  for (const [name, tool, command, amended] of forms) {
    it(`amends a patch: ${name}`, () => {
      const call = callOf(codex, written(tool, { command, workdir: '/p' }));
      const made = codex.amend(call, files);
      assert.deepEqual(made, { input: { command: amended, workdir: '/p' } });
      const intent = codex.intentOf({ ...call, input: 'input' in made ? made.input : undefined });
      assert.ok(intent.kind === 'changes' && intent.operations[0]?.kind === 'patch');
      assert.equal(intent.operations[0].text, amendedPatch);
    });
  }

  it('writes a patch without the files that were left out', () => {
    const call = callOf(codex, written('apply_patch', { command: patch }));
    const left: readonly ApprovedFile[] = [
      { path: 'a.txt', before: 'one\n', after: 'one\n' },
      { path: 'new.txt', before: undefined, after: 'x\ny\n' },
      { path: 'gone.txt', before: 'x\n', after: undefined },
      { path: 'to.txt', movedFrom: 'from.txt', before: 'x\n', after: 'x\n' },
    ];
    const made = codex.amend(call, left);
    const lines = [
      '*** Begin Patch',
      '*** Add File: new.txt',
      '+x',
      '+y',
      '*** Delete File: gone.txt',
      '*** Update File: from.txt',
      '*** Move to: to.txt',
      '@@',
      ' x',
      '*** End Patch',
      '',
    ];
    assert.deepEqual(made, { input: { command: lines.join('\n') } });
  });

  const unsayable: readonly (readonly [name: string, before: string | undefined, after: string | undefined])[] = [
    ['a last line without an ending', 'a\n', 'b'],
    ['a new file without a last line ending', undefined, 'b'],
    ['an ending alone', 'a\r\nb\r\n', 'a\r\nb\n'],
    ['half a character', 'a\n', '\ud83d\n'],
  ];
  for (const [name, before, after] of unsayable) {
    it(`cannot say: ${name}`, () => {
      const call = callOf(codex, written('apply_patch', { command: patch }));
      const made = codex.amend(call, [{ path: 'a.txt', before, after }]);
      assert.ok('reason' in made && made.reason.length > 20, JSON.stringify(made));
    });
  }

  it('cannot say a name that ends with a blank, nor one of two lines', () => {
    const call = callOf(codex, written('apply_patch', { command: patch }));
    for (const path of ['a ', 'a\nb', 'a\n*** Delete File: b'])
      assert.ok('reason' in codex.amend(call, [{ path, before: 'x\n', after: 'y\n' }]));
  });
});
