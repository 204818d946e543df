import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';

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
    configure: async ({ home, launcher, modelUrl }) => {
      await mkdir(path.join(home, '.qwen'));
      const redline = { command: launcher, args: ['mcp'], trust: true, timeout: 3_600_000, ...more };
      const settings = {
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
        mcpServers: { redline },
      };
      await writeFile(path.join(home, '.qwen/settings.json'), JSON.stringify(settings));
      return {
        script: '@qwen-code/qwen-code/cli.js',
        args: ['-p', 'do it', '--auth-type', 'openai', '--approval-mode', 'yolo'],
        env: { OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' },
      };
    },
  };
}
