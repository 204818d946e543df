import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AgentCommand, TerminalAgent } from '../../agents/agent.ts';
import { claude } from '../../agents/claude.ts';
import { codex } from '../../agents/codex.ts';
import { gemini } from '../../agents/gemini.ts';
import { agentsVariable } from '../../agents/allAgents.ts';
import { ownTool } from '../../agents/model/scriptedModel.ts';
import { calls, type Turn } from '../../driver/model-script.ts';
import { repositoryRoot } from '../../driver/paths.ts';

/** An agent with settings of its user, as they are before Redline is connected. */
export interface ConnectedAgent {
  readonly agent: TerminalAgent;
  /** Contents by path from the home. */
  readonly settings: (modelUrl: string, folder: string) => Readonly<Record<string, string>>;
  readonly command: (home: string, modelUrl: string) => AgentCommand | Promise<AgentCommand>;
  readonly edit: (file: string, oldText: string, newText: string) => readonly Turn[];
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
];

const copies: string[] = [];

export async function removeCopies(): Promise<void> {
  for (const copy of copies.splice(0))
    await rm(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Those that are to be tried, as in `chosenAgents`. */
export function connectedAgents(): readonly ConnectedAgent[] {
  const chosen = process.env[agentsVariable]?.split(',') ?? [gemini.id];
  return all.filter(({ agent }) => chosen.includes(agent.id));
}
