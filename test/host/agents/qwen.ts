// Qwen Code as the tests run it.
import { calls } from '../driver/model-script.ts';
import type { AgentHook, TerminalAgent } from './agent.ts';
import { matcherOf, writeHookSettings } from './hookPlace.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';
import { ownTool } from './model/scriptedModel.ts';

/** With all tools of the server in sight of the model. */
export const qwen = qwenWith({ alwaysLoadTools: true });

/** As it comes: the model has to find each tool of a server by `tool_search`, and to call it by `tool_call`. */
export const searchingQwen = qwenWith({});

function qwenWith(more: { readonly alwaysLoadTools?: true }): TerminalAgent {
  return {
    id: 'qwen',
    name: 'Qwen Code',
    npm: { name: '@qwen-code/qwen-code', version: '0.24.4' },
    wire: chatCompletionsFormat,
    gate: {
      // It edits only what it has read.
      edit: (file_path, old_string, new_string) => [
        calls(ownTool('read_file', { file_path })),
        calls(ownTool('edit', { file_path, old_string, new_string })),
      ],
      create: (file_path, content) => [calls(ownTool('write_file', { file_path, content }))],
      read: (file_path) => [calls(ownTool('read_file', { file_path }))],
      sendsAmended: 'edit',
      written: /has been updated|Successfully created/,
      // Without a person in its terminal, it offers no edit tools in its default mode.
      modes: ['yolo', 'auto-edit'],
    },
    configure: async ({ home, hook, launcher, modelUrl }) => {
      const redline = { command: launcher, args: ['mcp'], trust: true, timeout: 3_600_000, ...more };
      const settings = {
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
        ...(hook === undefined ? {} : { hooks: hooksOf(hook) }),
        mcpServers: { redline },
      };
      await writeHookSettings('qwen', home, JSON.stringify(settings));
      return {
        script: '@qwen-code/qwen-code/cli.js',
        args: ['-p', 'do it', '--auth-type', 'openai', '--approval-mode', hook?.mode ?? 'yolo'],
        env: { OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' },
      };
    },
  };
}

/** Time limits are in milliseconds. */
function hooksOf({ command, timeout, turns = false }: AgentHook): object {
  const hook = { type: 'command', command, ...(timeout === undefined ? {} : { timeout: timeout * 1000 }) };
  const around = [{ matcher: matcherOf('qwen'), hooks: [hook] }];
  const turn = [{ hooks: [hook] }];
  const atEnds = turns ? { UserPromptSubmit: turn, Stop: turn } : {};
  return { PreToolUse: around, PostToolUse: around, PostToolUseFailure: around, ...atEnds };
}
