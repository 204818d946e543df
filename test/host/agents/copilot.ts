import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';

export const copilot: TerminalAgent = {
  id: 'copilot',
  name: 'Copilot CLI',
  npm: { name: '@github/copilot', version: '1.0.102' },
  wire: chatCompletionsFormat,
  configure: async ({ home, launcher, modelUrl }) => {
    const servers = path.join(home, 'mcp.json');
    const redline = { type: 'local', command: launcher, args: ['mcp'], tools: ['*'], timeout: 3_600_000 };
    await writeFile(servers, JSON.stringify({ mcpServers: { redline } }));
    return {
      script: '@github/copilot/npm-loader.js',
      args: ['-p', 'do it', '--additional-mcp-config', `@${servers}`, '--allow-all-tools'],
      env: {
        // Neither GitHub's account nor its own MCP server, telemetry or updates.
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'scripted',
      },
    };
  },
};
