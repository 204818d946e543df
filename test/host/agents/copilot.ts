// Copilot CLI as the tests run it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '../driver/model-script.ts';
import type { AgentGate, AgentHook, TerminalAgent } from './agent.ts';
import { writeHookSettings } from './hookPlace.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';
import { ownTool } from './model/scriptedModel.ts';

/** A hook of an event in camelCase speaks Copilot's own format. */
export const copilot = copilotWith('with events in camelCase', ({ command, timeout, turns = false }) => {
  const around = [{ type: 'command', bash: command, timeoutSec: timeout }];
  const atEnds = turns ? { userPromptSubmitted: around, agentStop: around } : {};
  return { version: 1, hooks: { preToolUse: around, postToolUse: around, postToolUseFailure: around, ...atEnds } };
});

/** A hook of an event in PascalCase speaks the format of Claude Code. */
export const copilotInPascalCase = copilotWith('with events in PascalCase', ({ command, timeout, turns = false }) => {
  const around = [{ type: 'command', command, timeout }];
  const atEnds = turns ? { UserPromptSubmit: around, Stop: around } : {};
  return { hooks: { PreToolUse: around, PostToolUse: around, PostToolUseFailure: around, ...atEnds } };
});

function gateOf(way: string): AgentGate {
  return {
    way,
    edit: (file, old_str, new_str) => [calls(ownTool('edit', { path: file, old_str, new_str }))],
    create: (file, file_text) => [calls(ownTool('create', { path: file, file_text }))],
    needsFolder: true,
    read: (file) => [calls(ownTool('view', { path: file }))],
    shell: {
      mode: '--allow-all-tools',
      run: (command) => calls(ownTool('bash', { command, description: 'x' })),
    },
    written: /updated with changes|Created file/,
    modes: ['--allow-all-tools', '--allow-all', 'default'],
    asksIn: ['default'],
  };
}

function copilotWith(way: string, hooksOf: (hook: AgentHook) => object): TerminalAgent {
  return {
    id: 'copilot',
    name: 'Copilot CLI',
    npm: { name: '@github/copilot', version: '1.0.102' },
    wire: chatCompletionsFormat,
    gate: gateOf(way),
    configure: async ({ home, hook, launcher, modelUrl }) => {
      const servers = path.join(home, 'mcp.json');
      const redline = { type: 'local', command: launcher, args: ['mcp'], tools: ['*'], timeout: 3_600_000 };
      await writeFile(servers, JSON.stringify({ mcpServers: { redline } }));
      if (hook !== undefined) await writeHookSettings('copilot', home, JSON.stringify(hooksOf(hook)), 'redline.json');
      const { mode = '--allow-all-tools' } = hook ?? {};
      return {
        script: '@github/copilot/npm-loader.js',
        args: ['-p', 'do it', '--additional-mcp-config', `@${servers}`, ...(mode === 'default' ? [] : [mode])],
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
}
