// The agents that the tests connect, with settings as their users have them.
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { AgentCommand, TerminalAgent } from '../../agents/agent.ts';
import { claude } from '../../agents/claude.ts';
import { cline, writeClineSettings } from '../../agents/cline.ts';
import { codex } from '../../agents/codex.ts';
import { copilot } from '../../agents/copilot.ts';
import { gemini } from '../../agents/gemini.ts';
import { agentsVariable } from '../../agents/allAgents.ts';
import { ownTool } from '../../agents/model/scriptedModel.ts';
import { opencode } from '../../agents/opencode.ts';
import { qwen } from '../../agents/qwen.ts';
import { calls, type Turn } from '../../driver/model-script.ts';
import { repositoryRoot } from '../../driver/paths.ts';
import { removeFolder } from '../../driver/cleanup.ts';

/** An agent with settings of its user, as they are before Redline is connected. */
export interface ConnectedAgent {
  readonly agent: TerminalAgent;
  /** Contents by path from the home. */
  readonly settings: (modelUrl: string, folder: string) => Readonly<Record<string, string>>;
  readonly command: (home: string, modelUrl: string) => AgentCommand | Promise<AgentCommand>;
  /** By its own tools; absent for an agent without a hook. */
  readonly edit?: (file: string, oldText: string, newText: string) => readonly Turn[];
  /** A call of Redline's tool by the server that was connected, where the model has to search for it. */
  readonly callRedline?: (name: string, input: object) => Turn;
  /** What Connect says of its trial; by default that the hook asked. */
  readonly told?: RegExp;
}

const all: readonly ConnectedAgent[] = [
  {
    agent: gemini,
    settings: () => ({
      '.gemini/settings.json': `{
\t// mine
\t"security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
\t"privacy": { "usageStatisticsEnabled": false },
\t"telemetry": { "enabled": false }, "general": { "enableAutoUpdate": false }
}`,
    }),
    command: (home, modelUrl) => ({
      script: '@google/gemini-cli/bundle/gemini.js',
      args: ['-p', 'do it', '--skip-trust', '--approval-mode=yolo', '-m', 'gemini-2.5-flash'],
      env: { HOME: home, GEMINI_CLI_HOME: home, GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'none' },
    }),
    edit: (file_path, old_string, new_string) => [
      calls(ownTool('replace', { file_path, instruction: 'x', old_string, new_string })),
    ],
  },
  {
    agent: claude,
    settings: () => ({ '.claude/settings.json': '{\r\n  "permissions": { "allow": ["Read"] }\r\n}\r\n' }),
    command: (home, modelUrl) => ({
      script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
      args: ['-p', 'do it', '--permission-mode', 'acceptEdits'],
      env: {
        HOME: home,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
    edit: (file_path, old_string, new_string) => [
      calls(ownTool('Read', { file_path })),
      calls(ownTool('Edit', { file_path, old_string, new_string })),
    ],
  },
  {
    agent: codex,
    settings: (modelUrl, folder) => ({
      '.codex/config.toml': `# mine
model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted] # the model
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."${folder}"]
trust_level = "trusted"`,
    }),
    command: async (home) => {
      // Codex refuses a home under the temporary folder.
      const homes = path.join(repositoryRoot, '.agents/homes');
      await mkdir(homes, { recursive: true });
      const own = await mkdtemp(path.join(homes, 'connected-'));
      await cp(path.join(home, '.codex'), own, { recursive: true });
      copies.push(own);
      return {
        script: '@openai/codex/bin/codex.js',
        args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'workspace-write', 'do it'],
        env: { CODEX_HOME: own, SCRIPTED_KEY: 'none' },
      };
    },
    edit: (file, oldText, newText) => {
      const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-${oldText}\n+${newText}\n*** End Patch\n`;
      return [calls(ownTool('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}EOF\n` }))];
    },
  },
  {
    agent: copilot,
    // Another server and another hook, which stay.
    settings: () => ({
      '.copilot/mcp-config.json': '{\n    "mcpServers": {}\n}',
      '.copilot/hooks/mine.json': '{ "version": 1, "hooks": {} }\n',
    }),
    command: (home, modelUrl) => ({
      script: '@github/copilot/npm-loader.js',
      args: ['-p', 'do it', '--allow-all-tools'],
      env: {
        HOME: home,
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'scripted',
      },
    }),
    edit: (file, old_str, new_str) => [calls(ownTool('edit', { path: file, old_str, new_str }))],
  },
  {
    agent: qwen,
    settings: () => ({
      '.qwen/settings.json': `{
  "security": { "auth": { "selectedType": "openai" }, "folderTrust": { "enabled": false } }, // mine
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "general": { "enableAutoUpdate": false },
  "hooks": { "PreToolUse": [{ "matcher": "edit", "hooks": [{ "type": "command", "command": "true" }] }] },
  "$version": 4
}
`,
    }),
    command: (home, modelUrl) => ({
      script: '@qwen-code/qwen-code/cli.js',
      args: ['-p', 'do it', '--auth-type', 'openai', '--approval-mode', 'yolo'],
      env: { HOME: home, OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' },
    }),
    edit: (file_path, old_string, new_string) => [
      calls(ownTool('read_file', { file_path })),
      calls(ownTool('edit', { file_path, old_string, new_string })),
    ],
    callRedline: (name, input) => calls(ownTool('tool_call', { name: `mcp__redline__${name}`, arguments: input })),
  },
  {
    agent: opencode,
    settings: (modelUrl) => ({
      '.config/opencode/opencode.json': `{
  "$schema": "https://opencode.ai/config.json", // mine
  "model": "scripted/scripted",
  "share": "disabled",
  "provider": {
    "scripted": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${modelUrl}/v1", "apiKey": "none" },
      "models": { "scripted": { "tool_call": true, "limit": { "context": 100000, "output": 8000 } } },
    },
  },
}
`,
    }),
    command: (home) => ({
      script: `opencode-${process.platform}-${process.arch}/bin/opencode`,
      isNative: true,
      args: ['run', 'do it'],
      env: {
        HOME: home,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        npm_config_offline: 'true',
      },
    }),
    edit: (filePath, oldString, newString) => [
      calls(ownTool('read', { filePath })),
      calls(ownTool('edit', { filePath, oldString, newString })),
    ],
  },
  {
    agent: cline,
    settings: () => ({ '.cline/data/settings/cline_mcp_settings.json': '{\r\n\t"mcpServers": {}\r\n}\r\n' }),
    command: async (home, modelUrl) => {
      const data = path.join(home, '.cline/data');
      await writeClineSettings(path.join(data, 'settings'), modelUrl);
      return {
        script: 'cline/bin/cline',
        // With its data named, it starts no daemon that outlives it.
        args: ['--data-dir', data, 'do it'],
        env: { HOME: home, CLINE_NO_AUTO_UPDATE: '1', HTTPS_PROXY: 'http://127.0.0.1:9' },
      };
    },
    told: /Cline: connected/,
  },
];

const copies: string[] = [];

export async function removeCopies(): Promise<void> {
  for (const copy of copies.splice(0)) await removeFolder(copy);
}

/** Those that are to be tried, as in `chosenAgents`. */
export function connectedAgents(): readonly ConnectedAgent[] {
  const chosen = process.env[agentsVariable]?.split(',') ?? [gemini.id];
  return all.filter(({ agent }) => chosen.includes(agent.id));
}
