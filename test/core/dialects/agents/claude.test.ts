import assert from 'node:assert/strict';
import {
  callOf,
  dialectOf,
  printed,
  readsAs,
  replaceOnly,
  replacing,
  sameEndings,
  sameMark,
  unknown,
  writesWhatWasApproved,
  writing,
} from '../table.ts';

const claude = dialectOf('claude');
const path = '/p/a.txt';

function written(tool: string, input: unknown): unknown {
  return {
    session_id: 's1',
    transcript_path: '/home/me/t.jsonl',
    cwd: '/p',
    prompt_id: 'p1',
    permission_mode: 'bypassPermissions',
    effort: { level: 'medium' },
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_1',
  };
}

const edit = { file_path: path, old_string: 'two', new_string: 'TWO', replace_all: false };

describe('dialect: Claude Code', () => {
  readsAs('claude', written, [
    ['one place', 'Edit', edit, replacing(path, 'two', 'TWO')],
    ['every place', 'Edit', { ...edit, replace_all: true }, replacing(path, 'two', 'TWO', true)],
    ['without replace_all', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }, replacing(path, 'a', 'b')],
    ['replace_all is no boolean', 'Edit', { ...edit, replace_all: 'yes' }, 'unpredictable'],
    ['a file of an attached machine', 'Edit', { ...edit, _host: 'box' }, 'unpredictable'],
    ['a file of an attached machine', 'Write', { file_path: path, content: 'x', _host: 'box' }, 'unpredictable'],
    ['a file of this machine', 'Write', { file_path: path, content: 'x', _host: '' }, writing(path, 'x')],
    ['no new text', 'Edit', { file_path: path, old_string: 'two' }, 'unpredictable'],
    [
      'several places',
      'MultiEdit',
      {
        file_path: path,
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: 'd', replace_all: true },
        ],
      },
      {
        kind: 'changes',
        operations: [
          {
            kind: 'replace',
            path,
            replacements: [
              { oldText: 'a', newText: 'b', all: false },
              { oldText: 'c', newText: 'd', all: true },
            ],
          },
        ],
      },
    ],
    ['no edits', 'MultiEdit', { file_path: path, edits: {} }, 'unpredictable'],
    ['a file', 'Write', { file_path: path, content: 'one\n' }, writing(path, 'one\n')],
    ['no content', 'Write', { file_path: path }, 'unpredictable'],
    [
      'a cell',
      'NotebookEdit',
      { notebook_path: '/p/n.ipynb', cell_id: 'b2', new_source: 'x' },
      {
        kind: 'changes',
        operations: [
          { kind: 'cell', path: '/p/n.ipynb', action: 'replace', cell: 'b2', source: 'x', cellType: undefined },
        ],
      },
    ],
    [
      'a cell in an unknown way',
      'NotebookEdit',
      { notebook_path: '/p/n.ipynb', new_source: 'x', edit_mode: 'fold' },
      'unpredictable',
    ],
    ['a file', 'Read', { file_path: path, offset: 1 }, { kind: 'read', paths: [path] }],
    ['a command', 'Bash', { command: 'sed -i s/a/b/ a.txt' }, { kind: 'shell', command: 'sed -i s/a/b/ a.txt' }],
    ['a search', 'Grep', { pattern: 'x' }, { kind: 'read', paths: [] }],
    ["Redline's own tool", 'mcp__redline__edit_file', { path: 'a.txt' }, unknown],
  ]);

  it('reads who calls, and how', () => {
    const { sessionId, turnId, toolUseId, permissionMode, cwd, phase } = callOf(claude, written('Edit', edit));
    assert.deepEqual(
      [sessionId, turnId, toolUseId, permissionMode, cwd, phase],
      ['s1', 'p1', 'toolu_1', 'bypassPermissions', '/p', 'preToolUse'],
    );
  });

  it('reads what follows a tool and the end of a turn, and answers there with a block', () => {
    const after = callOf(claude, {
      hook_event_name: 'PostToolUse',
      tool_name: 'Edit',
      tool_input: edit,
      tool_response: {},
    });
    const stop = callOf(claude, { hook_event_name: 'Stop', session_id: 's1', stop_hook_active: false });
    assert.deepEqual([after.phase, stop.phase, stop.tool], ['postToolUse', 'turnEnd', '']);
    assert.deepEqual(printed(claude.answer.deny(stop, 'one more')), { decision: 'block', reason: 'one more' });
    assert.equal(claude.answer.allow(after).stdout, '');
    assert.equal(claude.readCall({ hook_event_name: 'PermissionRequest', tool_name: 'Edit' }), undefined);
  });

  it('replaces once what was to be replaced everywhere', () => {
    const call = callOf(claude, written('Edit', { ...edit, replace_all: true }));
    assert.deepEqual(claude.amend(call, [{ path, before: 'two\nx\ntwo\n', after: 'two\nx\nTWO\n' }]), {
      input: { file_path: path, old_string: 'x\ntwo\n', new_string: 'x\nTWO\n', replace_all: false },
    });
  });

  it('gives a file as a whole', () => {
    const call = callOf(claude, written('Write', { file_path: path, content: 'one\n' }));
    const amended = { input: { file_path: path, content: 'ONE\r\n' } };
    assert.deepEqual(claude.amend(call, [{ path, before: 'x\n', after: 'ONE\r\n' }]), amended);
  });

  const results: readonly (readonly [
    name: string,
    oldText: string,
    newText: string,
    before: string,
    after: string | undefined,
  ])[] = [
    ['an exact match', 'two', 'TWO', 'one\ntwo\n', 'one\nTWO\n'],
    ['two places', 'two', 'TWO', 'two\ntwo\n', undefined],
    ['no place', 'three', 'x', 'one\n', undefined],
    ['a line that goes takes its ending along', 'two', '', 'one\ntwo\nthree\n', 'one\nthree\n'],
    ['a file of CRLF is searched for LF', 'one\ntwo', 'x', 'one\r\ntwo\r\n', 'x\r\n'],
    ['CRLF is not found', 'one\r\ntwo', 'x', 'one\r\ntwo\r\n', undefined],
    ['mixed endings become one', 'a', 'x', 'a\nb\r\nc\r\n', 'x\r\nb\r\nc\r\n'],
    ['an empty file', '', 'x\n', '', 'x\n'],
    ['a file with text', '', 'x\n', 'one\n', undefined],
  ];
  for (const [name, oldText, newText, before, after] of results) {
    it(`knows what Edit does: ${name}`, () => {
      const replacements = [{ oldText, newText, all: false }];
      assert.equal(claude.predictEdit({ kind: 'replace', path, replacements }, before), after);
    });
  }

  it('knows what a replacement at every place does, and that a file that is written whole keeps its mark alone', () => {
    const replacements = [{ oldText: 'a', newText: '$&', all: true }];
    assert.equal(claude.predictEdit({ kind: 'replace', path, replacements }, 'a a\n'), '$& $&\n');
    assert.equal(claude.predictEdit({ kind: 'write', path, text: 'x', mustBeNew: false }, '\ufeffa\n'), '\ufeffx');
    // Of a file that is emptied, nothing is left.
    assert.equal(claude.predictEdit({ kind: 'write', path, text: '', mustBeNew: false }, '\ufeffa\n'), '');
    assert.equal(claude.predictEdit({ kind: 'write', path, text: 'x\n', mustBeNew: false }, 'a\r\n'), 'x\n');
  });

  writesWhatWasApproved(
    'claude',
    written('Edit', edit),
    (before, input) => {
      const [oldText, newText] = [String(input['old_string']), String(input['new_string'])];
      assert.ok(newText !== '' || oldText.length >= before.replace(/\r\n/g, '\n').length - 1);
      const lines = before.split('\n');
      const crlf = lines.filter((line) => line.endsWith('\r')).length;
      const isCrlf = crlf > lines.length - 1 - crlf;
      const made = replaceOnly(before.replace(/\r\n/g, '\n'), oldText, newText);
      return isCrlf ? made.replace(/\r?\n/g, '\r\n') : made;
    },
    (before, after) => !sameMark(before, after) || !sameEndings(before, after) || !before.includes('\n'),
  );
});
