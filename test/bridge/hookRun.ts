import type { ChildProcess } from 'node:child_process';
import type { Machine } from '../node/endpoint/machine.ts';

/** What VS Code writes to a hook before its tool replaces text in a file. */
export const edit = (cwd: string, tool = 'replace_string_in_file') => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: tool,
  tool_input: { filePath: `${cwd}/a.txt`, oldString: 'one', newString: 'two' },
  tool_use_id: 'call_1',
  cwd,
});

export const approved = { stdout: '{"hookSpecificOutput":{"permissionDecision":"allow"}}\n', exitCode: 0 };

/** Starts the hook of VS Code, as VS Code does. */
export function startHook(machine: Machine, cwd: string, input: unknown, options: readonly string[]): ChildProcess {
  const child = machine.run(cwd, 'hook', 'vscode', ...options);
  child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
  return child;
}
