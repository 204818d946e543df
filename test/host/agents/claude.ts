import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { anthropicFormat } from './model/anthropic.ts';

/** With all tools of MCP servers in sight of the model. */
export const claude = claudeWith({ ENABLE_TOOL_SEARCH: 'false' });

/** As it comes: the model has to search for tools of MCP servers, but for those that a server wants to be in sight. */
export const searchingClaude = claudeWith({});

function claudeWith(more: Readonly<Record<string, string>>): TerminalAgent {
  return {
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
          ...more,
        },
      };
    },
  };
}
