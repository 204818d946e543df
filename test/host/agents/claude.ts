import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { anthropicFormat } from './model/anthropic.ts';

export const claude: TerminalAgent = {
  id: 'claude',
  name: 'Claude Code',
  npm: { name: '@anthropic-ai/claude-code', version: '2.1.330' },
  wire: anthropicFormat,
  configure: async ({ home, launcher, modelUrl }) => {
    const servers = path.join(home, 'mcp.json');
    const redline = { type: 'stdio', command: launcher, args: ['mcp'], timeout: 3_600_000 };
    await writeFile(servers, JSON.stringify({ mcpServers: { redline } }));
    return {
      // The package's own command is put in place by an install script, which we do not run.
      script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
      args: ['-p', 'do it', '--mcp-config', servers, '--strict-mcp-config', '--allowedTools', 'mcp__redline'],
      env: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        // Else half of the tools would wait behind a search.
        ENABLE_TOOL_SEARCH: 'false',
      },
    };
  },
};
