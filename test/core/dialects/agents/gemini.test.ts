import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  callOf,
  dialectOf,
  printed,
  readsAs,
  replaceOnly,
  replacing,
  sameEndings,
  unknown,
  writesWhatWasApproved,
  writing,
} from '../table.ts';
import '../../../fixedSeed.ts';

const gemini = dialectOf('gemini');
const path = '/p/a.txt';

function written(tool: string, input: unknown): unknown {
  return {
    session_id: 's1',
    transcript_path: '/home/me/t.json',
    cwd: '/p',
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-22T10:00:00.000Z',
    tool_name: tool,
    tool_input: input,
  };
}

const replace = { file_path: path, old_string: 'two', new_string: 'TWO', instruction: 'shout' };

describe('dialect: Gemini CLI', () => {
  readsAs('gemini', written, [
    ['one place', 'replace', replace, replacing(path, 'two', 'TWO')],
    ['every place', 'replace', { ...replace, allow_multiple: true }, replacing(path, 'two', 'TWO', true)],
    ['a count of places', 'replace', { ...replace, expected_replacements: 3 }, replacing(path, 'two', 'TWO', true)],
    ['a count of one', 'replace', { ...replace, expected_replacements: 1 }, replacing(path, 'two', 'TWO')],
    ['no old text', 'replace', { file_path: path, new_string: 'x' }, 'unpredictable'],
    ['a file', 'write_file', { file_path: path, content: 'one\n' }, writing(path, 'one\n')],
    ['content that is no text', 'write_file', { file_path: path, content: ['one'] }, 'unpredictable'],
    ['a file', 'read_file', { file_path: path }, { kind: 'read', paths: [path] }],
    ['a file, as older versions name it', 'read_file', { absolute_path: path }, { kind: 'read', paths: [path] }],
    [
      'a file beside what is none',
      'read_file',
      { file_path: '.env', absolute_path: 0 },
      { kind: 'read', paths: ['.env'] },
    ],
    ['files beside what is none', 'read_many_files', { include: ['.env', 0] }, { kind: 'read', paths: ['.env'] }],
    ['several', 'read_many_files', { include: ['*.env', 'b'] }, { kind: 'read', paths: ['*.env', 'b'] }],
    ['two lists', 'read_many_files', { include: [], paths: ['.env'] }, { kind: 'read', paths: ['.env'] }],
    // Gemini CLI would write package.json and src/a.
    ['a path with "@" at its start', 'write_file', { file_path: '@package.json', content: 'x' }, 'unpredictable'],
    ['a path with "@" at its start', 'replace', { ...replace, file_path: '@/src/a' }, 'unpredictable'],
    // Gemini CLI would write app.ts and README.md.
    ['a path with an escape', 'write_file', { file_path: 'src/%61pp.ts', content: 'x' }, 'unpredictable'],
    ['a path with an escape', 'replace', { ...replace, file_path: '/p/READ%4DE.md' }, 'unpredictable'],
    ['a percent sign', 'write_file', { file_path: '100%.md', content: 'x' }, writing('100%.md', 'x')],
    [
      'a plan by a relative path',
      'write_file',
      { file_path: '.gemini/tmp/p/plans/a.md', content: 'x' },
      'unpredictable',
    ],
    ['"@" within a path', 'write_file', { file_path: 'src/@a', content: 'x' }, writing('src/@a', 'x')],
    ['a path with "@" at its start', 'read_file', { file_path: '@/.env' }, { kind: 'read', paths: ['@/.env', '.env'] }],
    ['an escape', 'read_file', { file_path: '.e%6Ev' }, { kind: 'read', paths: ['.e%6Ev', '.env'] }],
    ['a NUL', 'read_file', { file_path: '.e\0nv' }, { kind: 'read', paths: ['.e\0nv', '.env'] }],
    ['an escape', 'grep_search', { pattern: 'x', dir_path: '.e%6Ev' }, { kind: 'read', paths: ['.e%6Ev', '.env'] }],
    ['such paths', 'read_many_files', { include: ['@.env', 'a'] }, { kind: 'read', paths: ['@.env', '.env', 'a'] }],
    ['a command', 'run_shell_command', { command: 'ls', description: 'x' }, { kind: 'shell', command: 'ls' }],
    ["Redline's own tool", 'mcp_redline_edit_file', { path: 'a.txt' }, unknown],
    ['a note', 'save_memory', { fact: 'x' }, unknown],
  ]);

  it('knows of every path which file Gemini CLI takes it for', () => {
    const intentOf = (tool: string, file_path: string) =>
      gemini.intentOf(callOf(gemini, written(tool, { file_path, content: 'x' })));
    const paths = fc.array(fc.constantFrom('@', '/', '%', '6', '1', '%61', 'a', '\0'), { minLength: 1 });
    fc.assert(
      fc.property(paths, fc.boolean(), (parts, isThere) => {
        const path = parts.join('');
        const taken = takenByGemini(path, isThere);
        const [reading, writing] = [intentOf('read_file', path), intentOf('write_file', path)];
        assert.ok(reading.kind === 'read' && reading.paths.includes(taken), `${path} is ${taken}`);
        assert.ok(writing.kind === 'unpredictable' || taken === path, `${path} is ${taken}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads its own events', () => {
    const phaseOf = (event: string): string | undefined =>
      gemini.readCall({ hook_event_name: event, tool_name: 'replace', session_id: 's1' })?.phase;
    assert.deepEqual(
      ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart', 'PreToolUse', 'BeforeModel'].map(
        phaseOf,
      ),
      ['preToolUse', 'postToolUse', 'turnStart', 'turnEnd', 'sessionStart', undefined, undefined],
    );
  });

  it('answers in its own format, and gives the whole input', () => {
    const call = callOf(gemini, written('replace', replace));
    assert.deepEqual(printed(gemini.answer.deny(call, 'lower case')), { decision: 'deny', reason: 'lower case' });
    assert.deepEqual(printed(gemini.answer.allow(call)), { decision: 'allow' });
    assert.deepEqual(printed(gemini.answer.allow(call, 'Words.')), {
      decision: 'allow',
      hookSpecificOutput: { hookEventName: 'BeforeTool', additionalContext: 'Words.' },
    });
    const amended = gemini.amend(call, [{ path, before: 'one\ntwo\n', after: 'one\n2\n' }]);
    const input = { ...replace, old_string: 'two\n', new_string: '2\n', allow_multiple: false };
    assert.deepEqual(amended, { input });
    assert.deepEqual(printed(gemini.answer.amend(call, input, 'Two became 2.')), {
      decision: 'allow',
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input, additionalContext: 'Two became 2.' },
    });
  });

  it('expects one place after an amendment of several', () => {
    const call = callOf(gemini, written('replace', { ...replace, expected_replacements: 2 }));
    assert.deepEqual(gemini.amend(call, [{ path, before: 'two\nx\ntwo\n', after: 'two\nx\nTWO\n' }]), {
      input: { ...replace, old_string: 'x\ntwo\n', new_string: 'x\nTWO\n', allow_multiple: false },
    });
  });

  const results: readonly (readonly [
    name: string,
    oldText: string,
    newText: string,
    before: string | undefined,
    after: string | undefined,
  ])[] = [
    ['a final line ending stays', 'two\n', 'x', 'one\ntwo\n', 'one\nx\n'],
    ['a file without one gets none', 'two', 'x\n', 'one\ntwo', 'one\nx'],
    ['CRLF is found as LF, and written back', 'one\r\ntwo', 'x\ny', 'one\r\ntwo\r\n', 'x\r\ny\r\n'],
    ['mixed endings become one', 'a', 'x', 'a\nb\r\n', 'x\r\nb\r\n'],
    ['a new file', '', 'x\n', undefined, 'x\n'],
    ['an empty file is no new one', '', 'x\n', '', undefined],
    ['a carriage return before CRLF stays', '\r\na', 'x\n', '\r\r\nab', '\rx\r\nb'],
    ['$& stays', 'a', '$&', 'a\n', '$&\n'],
  ];
  for (const [name, oldText, newText, before, after] of results) {
    it(`knows what replace does: ${name}`, () => {
      const replacements = [{ oldText, newText, all: false }];
      assert.equal(gemini.predictEdit({ kind: 'replace', path, replacements }, before), after);
    });
  }

  it('knows that a file that is written whole keeps CRLF', () => {
    const write = { kind: 'write', path, text: 'a\nb\n', mustBeNew: false } as const;
    assert.equal(gemini.predictEdit(write, 'x\r\n'), 'a\r\nb\r\n');
    assert.equal(gemini.predictEdit(write, undefined), 'a\nb\n');
  });

  describe('a text with escapes that is written whole', () => {
    const escaped = { file_path: '/p/a.ts', content: 'say("a\\n");\n' };
    const rows: readonly (readonly [settings: readonly unknown[], input: object, kind: string])[] = [
      [[], escaped, 'changes'],
      [[{ tools: { disableLLMCorrection: false } }], escaped, 'unpredictable'],
      [[{ tools: { disableLLMCorrection: false } }, { tools: { disableLLMCorrection: true } }], escaped, 'changes'],
      [[{ tools: { disableLLMCorrection: false } }], { ...escaped, content: 'say(1);\n' }, 'changes'],
      [[{ tools: { disableLLMCorrection: false } }], { ...escaped, file_path: '/p/a.json' }, 'changes'],
      [[undefined, { model: { name: 'gemini-flash-latest' } }], escaped, 'unpredictable'],
      [[{ model: { name: 'gemini-2.5-pro' } }], escaped, 'changes'],
      [[{ model: { name: 'gemini-3-pro-preview' } }], escaped, 'changes'],
      [[{ model: { name: 'flash' } }, { model: 7 }], escaped, 'changes'],
    ];
    for (const [settings, input, kind] of rows)
      it(`is ${kind} with ${JSON.stringify(settings)}: ${JSON.stringify(input)}`, () => {
        const configured = gemini.configure?.(settings) ?? gemini;
        assert.equal(configured.intentOf(callOf(gemini, written('write_file', input))).kind, kind);
      });
  });

  it('cannot take the last line ending away', () => {
    const amended = gemini.amend(callOf(gemini, written('replace', replace)), [{ path, before: 'a\n', after: 'a' }]);
    assert.ok('reason' in amended);
  });

  writesWhatWasApproved(
    'gemini',
    written('replace', replace),
    (before, input) => {
      const lf = before.replaceAll('\r\n', '\n');
      const fresh = String(input['new_string']).replaceAll('\r\n', '\n');
      const made = replaceOnly(lf, String(input['old_string']).replaceAll('\r\n', '\n'), fresh);
      const ended = lf.endsWith('\n') ? made.replace(/\n?$/, '\n') : made.replace(/\n$/, '');
      return before.includes('\r\n') ? ended.replace(/\r?\n/g, '\r\n') : ended;
    },
    (before, after) =>
      before.startsWith('\ufeff') !== after.startsWith('\ufeff') ||
      before.endsWith('\n') !== after.endsWith('\n') ||
      !sameEndings(before, after) ||
      !before.includes('\n'),
  );
});

/** The file that Gemini CLI 0.61 opens. @param isThere whether there is something at the path as it is */
function takenByGemini(path: string, isThere: boolean): string {
  const name = path.replaceAll('\0', '');
  const rest = name.replace(/^@[\\/]*/, '');
  const isAlias = name.startsWith('@') && rest !== '' && !isThere;
  const taken = isAlias ? rest : name;
  try {
    return decodeURIComponent(taken);
  } catch {
    return taken;
  }
}
