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
} from './table.ts';

const path = '/p/a.txt';

describe('dialect: Qwen Code', () => {
  const qwen = dialectOf('qwen');
  const written = (tool: string, input: unknown): unknown => ({
    session_id: 's1',
    transcript_path: '/home/me/t.jsonl',
    cwd: '/p',
    hook_event_name: 'PreToolUse',
    permission_mode: 'yolo',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'call_1',
  });
  const edit = { file_path: path, old_string: 'two', new_string: 'TWO' };

  readsAs('qwen', written, [
    ['one place', 'edit', edit, replacing(path, 'two', 'TWO')],
    ['every place', 'edit', { ...edit, replace_all: true }, replacing(path, 'two', 'TWO', true)],
    ['no path', 'edit', { old_string: 'two', new_string: 'TWO' }, 'unpredictable'],
    ['a file', 'write_file', { file_path: path, content: 'x' }, writing(path, 'x')],
    ['a cell', 'notebook_edit', { notebook_path: '/p/n.ipynb' }, 'unpredictable'],
    ['a file', 'read_file', { file_path: path }, { kind: 'read', paths: [path] }],
    ['a command', 'run_shell_command', { command: 'ls' }, { kind: 'shell', command: 'ls' }],
    ["Redline's own tool", 'mcp__redline__edit_file', {}, unknown],
  ]);

  it('spells the changed input out for the model, since the agent would ignore it', () => {
    const call = callOf(qwen, written('edit', edit));
    const amended = qwen.amend(call, [{ path, before: 'one\ntwo\n', after: 'one\n2\n' }]);
    assert.ok('reason' in amended);
    const json = JSON.stringify({ ...edit, old_string: 'two\n', new_string: '2\n', replace_all: false });
    assert.ok(amended.reason.includes(json), amended.reason);
    const long = qwen.amend(call, [{ path, before: 'one\n', after: 'x\n'.repeat(9000) }]);
    assert.ok('reason' in long && long.reason.length < 200 && long.reason.includes("Redline's"));
    assert.match(qwen.answer.amend(call, {}, 'words').stdout, /"permissionDecision":"deny".*"words"/);
  });

  it('tells the model beside the result what the person said with an approval, since the agent drops it before', () => {
    const call = { ...callOf(qwen, written('edit', edit)), phase: 'postToolUse', event: 'PostToolUse' } as const;
    const told = qwen.answer.messageAfter?.(call, 'Say why.') ?? assert.fail('It tells nothing.');
    assert.deepEqual(printed(told), {
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Say why.' },
    });
  });

  it('knows that CRLF is searched for LF and written back, and that a line goes with its ending', () => {
    const result = (oldText: string, newText: string): string | undefined =>
      qwen.predictEdit({ kind: 'replace', path, replacements: [{ oldText, newText, all: false }] }, 'one\r\ntwo\r\n');
    assert.equal(result('one\ntwo', 'x'), 'x\r\n');
    assert.equal(result('one', ''), 'two\r\n');
    assert.equal(result('one\r\ntwo', 'x'), undefined);
  });

  it('knows that new files get a byte order mark by a setting, and no others', () => {
    const result = (setting: unknown, before: string | undefined, text = 'x'): string | undefined => {
      const configured = qwen.configure?.([{ general: { defaultFileEncoding: setting } }, { general: {} }]) ?? qwen;
      return configured.predictEdit({ kind: 'write', path, text, mustBeNew: false }, before);
    };
    assert.equal(result('utf-8-bom', undefined), '\ufeffx');
    assert.equal(result('utf-8-bom', undefined, '\ufeffx'), '\ufeffx');
    assert.equal(result('utf-8-bom', 'y'), 'x');
    assert.equal(result('utf-8', undefined), 'x');
  });

  it('knows that edits do not see a byte order mark, and that a second one goes', () => {
    const result = (before: string, oldText: string, newText: string): string | undefined =>
      qwen.predictEdit({ kind: 'replace', path, replacements: [{ oldText, newText, all: false }] }, before);
    assert.equal(result('\ufeffone\n', 'one', 'two'), '\ufefftwo\n');
    assert.equal(result('\ufeffone\n', '\ufeffone', 'two'), undefined);
    assert.equal(result('\ufeff\ufeffone\n', 'one', 'two'), '\ufefftwo\n');
    assert.equal(result('\ufeffone\n', 'one', '\ufefftwo'), '\ufefftwo\n');
    assert.equal(result('one\n', 'one', '\ufefftwo'), '\ufefftwo\n');
  });

  it('knows that a file with CRLF gets it throughout when it is overwritten, and keeps its byte order mark', () => {
    const write = (text: string, before: string): string | undefined =>
      qwen.predictEdit({ kind: 'write', path, text, mustBeNew: false }, before);
    assert.equal(write('x\ny\r\n', '\ufeffone\r\ntwo\n'), '\ufeffx\r\ny\r\n');
    assert.equal(write('x\ny\r\n', 'one\n'), 'x\ny\r\n');
  });
});

describe('dialect: Copilot CLI', () => {
  const copilot = dialectOf('copilot');
  const camel = (tool: string, toolArgs: unknown): unknown => ({
    sessionId: 's1',
    timestamp: 1795357586587,
    cwd: '/p',
    toolName: tool,
    toolArgs,
  });
  const pascal = (tool: string, input: unknown): unknown => ({
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    timestamp: '2026-11-22T10:00:00.000Z',
    cwd: '/p',
    tool_name: tool,
    tool_input: input,
  });
  const edit = { path, old_str: 'two', new_str: 'TWO' };

  describe('events in camelCase', () => {
    readsAs('copilot', camel, [
      ['one place', 'edit', edit, replacing(path, 'two', 'TWO')],
      ['as JSON in a text', 'edit', JSON.stringify(edit), replacing(path, 'two', 'TWO')],
      ['as a text that is no JSON', 'edit', 'two', 'unpredictable'],
      ['a new file', 'create', { path, file_text: 'x\n' }, writing(path, 'x\n', true)],
      ['a patch', 'apply_patch', '*** Begin Patch', 'unpredictable'],
      ['a file', 'view', { path, view_range: [1, 9] }, { kind: 'read', paths: [path] }],
      [
        'several places',
        'grep',
        { pattern: 'x', paths: ['.env', 'a/'], glob: 'b' },
        { kind: 'read', paths: ['.env', 'a/', '.env/b', 'a/b'] },
      ],
      ['a command', 'bash', { command: 'ls', description: 'x' }, { kind: 'shell', command: 'ls' }],
      ["Redline's own tool", 'redline-edit_file', {}, unknown],
    ]);
  });

  describe('events in PascalCase', () => {
    readsAs('copilot', pascal, [
      ['one place', 'Edit', edit, replacing(path, 'two', 'TWO')],
      ['a new file', 'Write', { path, file_text: 'x\n' }, writing(path, 'x\n', true)],
      ['a file', 'Read', { path }, { kind: 'read', paths: [path] }],
      ['a command', 'Bash', { command: 'ls' }, { kind: 'shell', command: 'ls' }],
      ["Redline's own tool", 'mcp__redline__edit_file', {}, unknown],
    ]);
  });

  it('answers in the style of the event', () => {
    const [ours, claudes] = [callOf(copilot, camel('edit', edit)), callOf(copilot, pascal('Edit', edit))];
    const denied = { permissionDecision: 'deny', permissionDecisionReason: 'no' };
    assert.deepEqual(printed(copilot.answer.deny(ours, 'no')), denied);
    assert.deepEqual(printed(copilot.answer.deny(claudes, 'no')), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', ...denied },
    });
    const input = { ...edit, new_str: '2' };
    assert.deepEqual(printed(copilot.answer.amend(ours, input, 'words')), {
      permissionDecision: 'allow',
      modifiedArgs: input,
      additionalContext: 'words',
    });
    assert.match(copilot.answer.amend(claudes, input, 'words').stdout, /"updatedInput":\{"path"/);
    assert.deepEqual(printed(copilot.answer.allow(ours)), { permissionDecision: 'allow' });
    assert.deepEqual(printed(copilot.answer.allow(ours, 'Words.')), {
      permissionDecision: 'allow',
      additionalContext: 'Words.',
    });
  });

  it('knows by its fields what an event in camelCase is', () => {
    const phaseOf = (fields: object): string | undefined =>
      copilot.readCall({ sessionId: 's1', cwd: '/p', ...fields })?.phase;
    assert.equal(phaseOf({ toolName: 'edit', toolArgs: {}, toolResult: {} }), 'postToolUse');
    assert.equal(phaseOf({ toolName: 'edit', toolArgs: {}, error: 'No match found' }), 'postToolUse');
    assert.equal(phaseOf({ error: 'The model cannot be reached.' }), undefined);
    assert.equal(phaseOf({ prompt: 'go' }), 'turnStart');
    assert.equal(phaseOf({ source: 'new' }), 'sessionStart');
    assert.equal(phaseOf({ stopReason: 'end_turn' }), 'turnEnd');
    assert.equal(phaseOf({ toolArgs: {} }), undefined);
    assert.equal(phaseOf({}), undefined);
  });

  const results: readonly (readonly [
    name: string,
    before: string,
    oldText: string,
    newText: string,
    after: string | undefined,
  ])[] = [
    ['CRLF is written where the file has it', 'one\r\ntwo\r\n', 'one\r\n', '1\n2\n', '1\r\n2\r\ntwo\r\n'],
    ['LF is written where the file has it', 'one\ntwo\n', 'one', 'x\r\ny', 'x\ny\ntwo\n'],
    ['LF alone is found in CRLF as it is', 'one\r\ntwo\r\n', '\ntwo', 'x\ny', 'one\rx\r\ny\r\n'],
    // The tool finds them, and then drops blanks at the ends of lines.
    ['LF does not find CRLF exactly', 'one\r\ntwo\r\nthree', 'one\ntwo\n', '1\n2\n', undefined],
    ['CRLF does not find LF exactly', 'one\ntwo\n', 'one\r\ntwo', 'x\r\ny', undefined],
    ['mixed endings are not found exactly', 'one\ntwo\r\nthree\r\n', 'one\ntwo\nthree', 'x', undefined],
    ['lines in a file of mixed endings get one that is not known', 'one\ntwo\r\n', 'one', 'x\ny', undefined],
    ['a line that is deleted takes its ending with it', 'one\r\ntwo \r\nthree', 'two ', '', 'one\r\nthree'],
    ['so do several', 'one\ntwo\nthree\n', 'one\ntwo', '', 'three\n'],
    ['a part of a line does not', 'one\n  two\n', 'two', '', 'one\n  \n'],
    ['nor does a line behind a byte order mark', '\ufeffone\ntwo', 'one', '', '\ufeff\ntwo'],
    ['a line with a half of its ending does not', 'one\r\ntwo', 'one\r', '', '\ntwo'],
  ];
  for (const [name, before, oldText, newText, after] of results) {
    it(`knows what edit does: ${name}`, () => {
      const replacements = [{ oldText, newText, all: false }];
      assert.equal(copilot.predictEdit({ kind: 'replace', path, replacements }, before), after);
    });
  }

  it('knows that create takes no file that is there, and edit none that is not', () => {
    const create = { kind: 'write', path, text: 'x', mustBeNew: true } as const;
    const fill = { kind: 'replace', path, replacements: [{ oldText: '', newText: 'x', all: false }] } as const;
    const results = [undefined, ''].map((before) => [create, fill].map((each) => copilot.predictEdit(each, before)));
    assert.deepEqual(results, [
      ['x', undefined],
      [undefined, 'x'],
    ]);
  });

  writesWhatWasApproved(
    'copilot',
    camel('edit', edit),
    (before, input) => {
      const oldText = String(input['old_str']);
      const newText = String(input['new_str']).replace(/\r?\n/g, before.includes('\r\n') ? '\r\n' : '\n');
      const start = before.indexOf(oldText);
      const rest = before.slice(start + oldText.length);
      const isWholeLine = /(?:^|\n)$/.test(before.slice(0, start)) && !/[\r\n]$/.test(oldText);
      const result = replaceOnly(before, oldText, newText);
      return newText === '' && isWholeLine ? before.slice(0, start) + rest.replace(/^\r?\n/, '') : result;
    },
    (before, after) => !sameMark(before, after) || !sameEndings(before, after) || !before.includes('\n'),
  );
});

describe('a change that a tool cannot be made to write', () => {
  const rows: readonly (readonly [agent: string, tool: string, input: object])[] = [
    ['claude', 'Edit', { file_path: path, old_string: 'two', new_string: 'TWO' }],
    ['claude', 'MultiEdit', { file_path: path, edits: [{ old_string: 'two', new_string: 'TWO' }] }],
    ['claude', 'Write', { file_path: path, content: 'TWO' }],
    ['gemini', 'replace', { file_path: path, old_string: 'two', new_string: 'TWO' }],
    ['copilot', 'create', { path, file_text: 'TWO' }],
  ];
  for (const [agent, tool, input] of rows)
    it(`is refused with what to call instead, as by a link to the file: ${agent} ${tool}`, () => {
      const dialect = dialectOf(agent);
      const hook = { phase: 'preToolUse', event: '', tool, input, cwd: '/p' } as const;
      const amended = dialect.amend(hook, [{ path: '/p/target.txt', before: 'two', after: 'TWO' }]);
      assert.match('reason' in amended ? amended.reason : '', /a link, send the path .* call Redline's edit_file/);
    });
});
