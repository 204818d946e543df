import assert from 'node:assert/strict';
import { toolsWithoutHook } from '../../../src/core/connect/hookSwitches.ts';

const settingsOf = (agent: string, matcher?: unknown): unknown => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: `/x/bin/redline hook ${agent}` }] }] },
});

describe('tools before which a hook does not run', () => {
  const cases: readonly (readonly [agent: string, matcher: unknown, tools: readonly string[]])[] = [
    ['claude', undefined, []],
    ['claude', '*', []],
    ['claude', 'Edit|Write', ['NotebookEdit']],
    ['claude', 'Edit', ['Write', 'NotebookEdit']],
    ['claude', 'Edit|Write|NotebookEdit', []],
    ['claude', '.*Edit|Write', []],
    ['claude', '^Edit$', ['Write', 'NotebookEdit']],
    ['claude', '(', ['Edit', 'Write', 'NotebookEdit']],
    ['qwen', 'edi', ['write_file']],
    ['vscode', 'Edit|Write', []],
    ['vscode', 7, []],
  ];
  for (const [agent, matcher, tools] of cases)
    it(`of ${agent} by the matcher ${String(matcher)}: ${tools.join(', ') || 'none'}`, () => {
      assert.deepEqual(toolsWithoutHook(agent, [settingsOf(agent, matcher)]), tools);
    });
});
