import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { HookCall, Intent } from '../../../src/core/dialects/dialect.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import '../../fixedSeed.ts';

const tools = [
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'create_file',
  'apply_patch',
  'insert_edit_into_file',
  'read_file',
  'run_in_terminal',
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'Read',
  'Bash',
  'edit',
  'create',
  'view',
  'bash',
  'replace',
  'write_file',
  'read_many_files',
  'run_shell_command',
  'write',
  'patch',
  'read',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const fields = [
  'filePath',
  'oldString',
  'newString',
  'content',
  'replacements',
  'input',
  'file_path',
  'old_string',
  'new_string',
  'replace_all',
  'allow_multiple',
  'expected_replacements',
  'edits',
  'path',
  'old_str',
  'new_str',
  'file_text',
  'patchText',
  'command',
  'include',
  '__proto__',
  'constructor',
];
const kinds: readonly Intent['kind'][] = ['changes', 'unpredictable', 'shell', 'read', 'unknown'];

function call(tool: string, input: unknown): HookCall {
  return { phase: 'preToolUse', event: 'PreToolUse', tool, input, cwd: '/p' };
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    undefined,
    null,
    NaN,
    '',
    '*** Begin Patch',
    '*** Begin Patch\n*** End Patch',
    [],
    {},
    'x\ny',
  ),
);
const input = fc.oneof(
  odd,
  fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(odd, fc.string(), fc.array(fc.dictionary(fc.constantFrom(...fields), odd))),
  ),
);

describe('dialects, whatever they are given', () => {
  for (const [id, dialect] of dialects) {
    it(`${id} never throws, and always has an intent`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...tools),
          input,
          fc.string(),
          fc.option(fc.string(), { nil: undefined }),
          (tool, given, before, after) => {
            const asked = call(tool, given);
            const intent = dialect.intentOf(asked);
            assert.ok(kinds.includes(intent.kind));
            const amended = dialect.amend(asked, [{ path: '/p/a', before, after }]);
            assert.ok('input' in amended || amended.reason.length > 0);
            for (const operation of intent.kind === 'changes' ? intent.operations : []) {
              dialect.predictEdit(operation, before);
              if (operation.kind === 'patch') dialect.predictPatch(operation.text, () => before);
            }
          },
        ),
        { numRuns: 400 },
      );
    });

    it(`${id} reads any JSON or says nothing`, () => {
      const named = fc.dictionary(
        fc.constantFrom(
          'hook_event_name',
          'tool_name',
          'tool_input',
          'toolName',
          'toolArgs',
          'tool',
          'args',
          'cwd',
          'event',
          '__proto__',
        ),
        fc.oneof(odd, fc.constantFrom('PreToolUse', 'BeforeTool', 'tool.execute.before', 'Stop')),
      );
      fc.assert(
        fc.property(fc.oneof(odd, named), (stdin) => {
          const read = dialect.readCall(stdin);
          if (read === undefined) return;
          assert.ok(typeof read.tool === 'string' && (read.cwd === undefined || typeof read.cwd === 'string'));
          dialect.intentOf(read);
          for (const output of [
            dialect.answer.allow(read),
            dialect.answer.deny(read, 'no'),
            dialect.answer.amend(read, {}, 'x'),
          ])
            if (output.stdout !== '') JSON.parse(output.stdout);
        }),
        { numRuns: 400 },
      );
    });

    it(`${id} takes nothing from a prototype`, () => {
      const polluted: unknown = JSON.parse(
        '{"__proto__": {"filePath": "/x", "file_path": "/x", "path": "/x", "command": "x"}}',
      );
      for (const tool of tools) {
        const intent = dialect.intentOf(call(tool, polluted));
        assert.ok(intent.kind === 'unknown' || intent.kind === 'unpredictable', `${tool}: ${intent.kind}`);
      }
    });

    // Quadratic in its length, this would not end within the timeout.
    it(`${id} reads 30 MB at once`, () => {
      const long = 'x\n'.repeat(15_000_000);
      const given = Object.fromEntries(
        fields.filter((name) => !/all|multiple|replacements|edits|include/.test(name)).map((name) => [name, long]),
      );
      for (const tool of tools) dialect.intentOf(call(tool, given));
    });
  }

  it('leaves tools of Redline to Redline, however an agent spells them', () => {
    const spelled = [
      'mcp__redline__edit_file',
      'redline_edit_file',
      'mcp_redline_edit_file',
      'redline-edit_file',
      'redline.edit_file',
    ];
    for (const dialect of dialects.values())
      for (const tool of spelled)
        assert.deepEqual(dialect.intentOf(call(tool, { path: 'a', filePath: 'a', command: 'x' })), { kind: 'unknown' });
  });
});
