import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';

export const opencode: TerminalAgent = {
  id: 'opencode',
  name: 'OpenCode',
  npm: { name: 'opencode-ai', version: '1.18.33' },
  wire: chatCompletionsFormat,
  configure: async ({ home, launcher, modelUrl }) => {
    const config = path.join(home, 'opencode.json');
    const scripted = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
      models: { scripted: { tool_call: true, limit: { context: 100_000, output: 8000 } } },
    };
    const settings = {
      model: 'scripted/scripted',
      share: 'disabled',
      provider: { scripted },
      mcp: { redline: { type: 'local', command: [launcher, 'mcp'], timeout: 3_600_000 } },
    };
    await writeFile(config, JSON.stringify(settings));
    const platform = process.platform === 'win32' ? 'windows' : process.platform;
    return {
      // The package's own command is put in place by an install script, which we do not run.
      script: `opencode-${platform}-${process.arch}/bin/opencode`,
      isNative: true,
      args: ['run', 'do it'],
      env: {
        OPENCODE_CONFIG: config,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        // Else it fetches a library for plugins from the registry.
        npm_config_offline: 'true',
      },
    };
  },
};
