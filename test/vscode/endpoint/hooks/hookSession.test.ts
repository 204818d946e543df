import assert from 'node:assert/strict';
import { dialects } from '../../../../src/core/dialects/dialects.ts';
import { reportToWatch } from '../../../../src/vscode/endpoint/hooks/hookSession.ts';

/** What each hook of Claude Code tells Watch. */
describe('what hooks tell Watch', () => {
  const shell = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: '1' };
  const edit = { tool_name: 'Edit', tool_input: { file_path: '/ws/a', old_string: 'a', new_string: 'b' } };
  const read = { tool_name: 'Read', tool_input: { file_path: '/ws/a' } };
  const table: readonly (readonly [event: string, more: object, told: string])[] = [
    ['SessionStart', {}, 'turn'],
    ['UserPromptSubmit', {}, 'turn'],
    ['PreToolUse', shell, 'command make 1'],
    ['PostToolUse', shell, 'end of command 1'],
    ['PreToolUse', edit, 'lasts'],
    ['PostToolUse', edit, 'lasts'],
    ['PostToolUse', read, 'lasts'],
    ['SubagentStop', {}, 'lasts'],
    ['Stop', {}, 'end of turn'],
  ];
  for (const [event, more, told] of table) {
    const name = 'tool_name' in more ? `${event} of ${String(more.tool_name)}` : event;
    it(`${name}: ${told}`, async () => {
      const seen: string[] = [];
      const dialect = dialects.get('claude');
      const hook = dialect?.readCall({ hook_event_name: event, session_id: 's', cwd: '/ws', ...more });
      assert.ok(dialect !== undefined && hook !== undefined);
      const watch = {
        turnStarts: async () => void seen.push('turn'),
        turnEnds: async () => void seen.push('end of turn'),
        commandStarts: async (_: unknown, command: string, key: string) => void seen.push(`command ${command} ${key}`),
        commandEnds: async (_: unknown, key: string) => void seen.push(`end of command ${key}`),
        toolCalled: () => void seen.push('call'),
        activitySeen: () => void seen.push('lasts'),
      };
      await reportToWatch(async () => watch, hook, dialect, { agent: 'claude-code', session: 's' });
      assert.deepEqual(seen, [told]);
    });
  }
});
