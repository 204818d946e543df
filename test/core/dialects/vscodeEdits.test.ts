import assert from 'node:assert/strict';
import { callOf, dialectOf, readsAs, unknown, writing } from './table.ts';

const vscode = dialectOf('vscode');
const path = '/p/a.txt';
const added = (file: string): string => `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch`;
const written = (tool: string, input: unknown): unknown => ({
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 'call_1__vscode-1',
  cwd: '/p',
});

describe("dialect: what VS Code's tools do otherwise", () => {
  readsAs('vscode', written, [
    [
      'a notebook, which VS Code edits in another form',
      'replace_string_in_file',
      { filePath: '/p/n.IPYNB', oldString: 'two', newString: 'TWO' },
      'unpredictable',
    ],
    ['a notebook', 'create_file', { filePath: '/p/n.ipynb', content: '{}' }, 'unpredictable'],
    [
      'a notebook among others',
      'multi_replace_string_in_file',
      { replacements: ['/p/a.txt', '/p/n.ipynb'].map((filePath) => ({ filePath, oldString: 'a', newString: 'b' })) },
      'unpredictable',
    ],
    ['a notebook', 'apply_patch', { input: added('/p/n.ipynb') }, 'unpredictable'],
    ['a notebook by a URI', 'create_file', { filePath: 'file:///p/n.ipyn%62', content: '{}' }, 'unpredictable'],
    // VS Code would write /p/.env, which Redline would show as a file below the working directory.
    ['a URI of one slash', 'create_file', { filePath: 'file:/p/.env', content: 'x' }, 'unpredictable'],
    ['a URI without one', 'create_file', { filePath: 'file:.env', content: 'x' }, 'unpredictable'],
    ['a colon in a relative path', 'create_file', { filePath: 'src/a:b.txt', content: 'x' }, 'unpredictable'],
    // VS Code takes the first `p` for the name of a machine, and looks for the file elsewhere.
    ['two slashes at the start', 'create_file', { filePath: '//p/p/a.txt', content: 'x' }, 'unpredictable'],
    ['a relative path', 'create_file', { filePath: 'a.txt', content: 'x' }, 'unpredictable'],
    ['a URI of one slash', 'apply_patch', { input: added('file:/p/.env') }, 'unpredictable'],
    ['a URI', 'create_file', { filePath: 'file:///p/a.txt', content: 'x' }, writing('file:///p/a.txt', 'x', true)],
    ['a drive', 'create_file', { filePath: 'c:\\p\\a.txt', content: 'x' }, writing('c:\\p\\a.txt', 'x', true)],
    ["a command of Redline's", 'run_vscode_command', { commandId: 'redline.approve', name: 'x' }, 'unpredictable'],
    [
      "a command of Redline's among others",
      'run_vscode_command',
      { commandId: 'runCommands', name: 'x', args: [{ commands: ['redline.approve'] }] },
      'unpredictable',
    ],
    ['another command', 'run_vscode_command', { commandId: 'workbench.action.zoomIn', name: 'x' }, unknown],
  ]);

  it('does not amend a patch to one that VS Code has a model mend', () => {
    const before = 'x\n*** Update File: foo\na\nb\nc\n';
    const patch = '*** Begin Patch\n*** Update File: /p/a.txt\n@@\n-a\n+A\n*** End Patch\n';
    const call = callOf(vscode, written('apply_patch', { input: patch, explanation: '' }));
    const approved = { path: '/p/a.txt', before, after: before.replace('a\n', 'A1\n') };
    assert.ok('reason' in vscode.amend(call, [approved]));
  });

  it('gives an amended input the explanation that its schema asks for, without which VS Code runs the first one', () => {
    const replacements = [{ filePath: path, oldString: 'one', newString: '1' }];
    const inputs: readonly (readonly [tool: string, input: object])[] = [
      ['multi_replace_string_in_file', { replacements }],
      ['apply_patch', { input: added('/p/b.txt'), explanation: 7 }],
    ];
    for (const [tool, input] of inputs) {
      const amended = vscode.amend(callOf(vscode, written(tool, input)), [{ path, before: 'one\n', after: '2\n' }]);
      assert.ok('input' in amended);
      assert.equal((amended.input as { explanation?: unknown }).explanation, '', tool);
    }
  });

  const edits: readonly (readonly [
    name: string,
    before: string,
    replacements: readonly (readonly [oldText: string, newText: string])[],
    after: string | undefined,
  ])[] = [
    [
      'apart',
      'one\ntwo\n',
      [
        ['two', '2'],
        ['one', '1'],
      ],
      '1\n2\n',
    ],
    // Whose addition comes first, is the order of the call.
    [
      'that touch',
      'onetwo\n',
      [
        ['two', '2two'],
        ['one', 'one1'],
      ],
      undefined,
    ],
    ['of one character for another', '😀 one\n', [['😀 one', '🍵 one']], '🍵 one\n'],
    ['of half a character', '😀 one\n', [['😀 one', '😁 one']], undefined],
    ['of half a character at the end', 'one \ud83d\ude00\n', [['\ud83d\ude00', '\ud83e\ude00']], undefined],
    ['before a character like it', '😀 one\n', [['😀 one', '😁😀 one']], undefined],
    ['up to half of a line ending', 'one\r\ntwo\r\n', [['\ntwo\r', '']], undefined],
    ['of a line ending by half of one', 'one\r\ntwo\r\n', [['one\r\ntwo', 'one\rtwo']], undefined],
  ];
  for (const [name, before, replacements, after] of edits) {
    it(`predicts edits ${name}${after === undefined ? ' as uncertain' : ''}`, () => {
      const all = replacements.map(([oldText, newText]) => ({ oldText, newText, all: false }));
      assert.equal(vscode.predictEdit({ kind: 'replace', path, replacements: all }, before), after);
    });
  }
});
