// Claude Code as the tests run it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '../driver/model-script.ts';
import { terminalEnv, type AgentHook, type TerminalAgent } from './agent.ts';
import { matcherOf, writeHookSettings } from './hookPlace.ts';
import { anthropicFormat } from './model/anthropic.ts';
import { ownTool } from './model/scriptedModel.ts';

/** With all tools of MCP servers in sight of the model. */
export const claude = claudeWith({ ENABLE_TOOL_SEARCH: 'false' });

function claudeInTerminal(task: string): TerminalAgent {
  return {
    ...claude,
    configure: async (setup) => {
      const { args, env, ...command } = await claude.configure(setup);
      const answered = {
        hasCompletedOnboarding: true,
        theme: 'light',
        projects: { [setup.folder]: { hasTrustDialogAccepted: true } },
        customApiKeyResponses: { approved: [env['ANTHROPIC_API_KEY']] },
      };
      await writeFile(path.join(setup.home, '.claude.json'), JSON.stringify(answered));
      return {
        ...command,
        args: [task, ...args.filter((each) => !headless.includes(each))],
        env: { ...env, ...terminalEnv },
      };
    },
  };
}

const headless = ['-p', 'do it'];

/** As it comes: the model has to search for tools of MCP servers, but for those that a server wants to be in sight. */
export const searchingClaude = claudeWith({});

function claudeWith(more: Readonly<Record<string, string>>): TerminalAgent {
  return {
    id: 'claude',
    name: 'Claude Code',
    npm: { name: '@anthropic-ai/claude-code', version: '2.1.330' },
    wire: anthropicFormat,
    inTerminal: claudeInTerminal,
    gate: {
      // It edits only what it has read.
      edit: (file_path, old_string, new_string) => [
        calls(ownTool('Read', { file_path })),
        calls(ownTool('Edit', { file_path, old_string, new_string })),
      ],
      create: (file_path, content) => [calls(ownTool('Write', { file_path, content }))],
      read: (file_path) => [calls(ownTool('Read', { file_path }))],
      shell: {
        mode: 'bypassPermissions',
        run: (command) => calls(ownTool('Bash', { command, description: 'x' })),
      },
      written: /has been updated|created successfully/,
      modes: ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk'],
      asksIn: ['default', 'dontAsk'],
      asksAgainIn: ['plan'],
    },
    configure: async ({ home, hook, launcher, modelUrl }) => {
      const servers = path.join(home, 'mcp.json');
      const redline = { type: 'stdio', command: launcher, args: ['mcp'], timeout: 3_600_000 };
      await writeFile(servers, JSON.stringify({ mcpServers: { redline } }));
      if (hook !== undefined) await writeHookSettings('claude', home, JSON.stringify({ hooks: hooksOf(hook) }));
      const mode = hook === undefined ? [] : ['--permission-mode', hook.mode];
      return {
        // The package's own command is put in place by an install script, which we do not run.
        script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
        args: [...headless, '--mcp-config', servers, '--strict-mcp-config', '--allowedTools', 'mcp__redline', ...mode],
        env: {
          ANTHROPIC_BASE_URL: modelUrl,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          // Else root may not bypass permissions.
          IS_SANDBOX: '1',
          ...more,
        },
      };
    },
  };
}

/** Time limits are in seconds. */
function hooksOf({ command, timeout, turns = false }: AgentHook): object {
  const hook = { type: 'command', command, timeout };
  const around = [{ matcher: matcherOf('claude'), hooks: [hook] }];
  const turn = [{ hooks: [hook] }];
  const atEnds = turns ? { UserPromptSubmit: turn, Stop: turn } : {};
  return { PreToolUse: around, PostToolUse: around, PostToolUseFailure: around, ...atEnds };
}
