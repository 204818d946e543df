// The agents whose sandbox can hold them, as the tests of Hold drive them.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, type Turn } from '../driver/model-script.ts';
import type { AgentCommand, TerminalAgent } from './agent.ts';
import { chosenAgents } from './allAgents.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { ownTool } from './model/scriptedModel.ts';

/** How an agent with a sandbox is driven; its home is that of the machine. */
export interface HeldAgent {
  readonly agent: TerminalAgent;
  readonly script: string;
  /** Folders that its shell may write in under Hold. */
  readonly writable: readonly string[];
  /** What its user has set before. */
  readonly settings: (home: string, folder: string, launcher: string, modelUrl: string) => Promise<void>;
  readonly command: (home: string, modelUrl: string) => AgentCommand;
  readonly shell: (command: string) => Turn;
  /** Tries to write a file without the shell or with a patch; undefined if it has no such tool under Hold. */
  readonly edit?: (file: string) => Turn;
  /** Names of its own tools that write. */
  readonly writers: readonly string[];
  /** Lets commands out of the sandbox, as a person might have; what the doctor says then. */
  readonly leaks: readonly { readonly file: string; readonly text: string; readonly told: RegExp }[];
}

const all: readonly HeldAgent[] = [
  {
    agent: codex,
    script: '@openai/codex/bin/codex.js',
    writable: ['out', 'packages/a/dist'],
    settings: async (home, folder, launcher, modelUrl) => {
      const text = `model = "scripted"
model_provider = "scripted"
sandbox_mode = "danger-full-access"
approval_policy = "on-request"
[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[mcp_servers.redline]
command = ${JSON.stringify(launcher)}
args = ["mcp"]
required = true
default_tools_approval_mode = "approve"
[projects.${JSON.stringify(folder)}]
trust_level = "trusted"
`;
      await mkdir(path.join(home, '.codex'), { recursive: true });
      await writeFile(path.join(home, '.codex/config.toml'), text);
    },
    command: (home) => ({
      script: '@openai/codex/bin/codex.js',
      args: ['exec', '--skip-git-repo-check', 'do it'],
      env: { HOME: home, CODEX_HOME: path.join(home, '.codex'), SCRIPTED_KEY: 'none' },
    }),
    shell: (cmd) => calls(ownTool('exec_command', { cmd })),
    edit: (file) => {
      const patch = `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`;
      return calls(ownTool('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}EOF\n` }));
    },
    writers: [],
    leaks: [
      {
        file: '.codex/rules/default.rules',
        text: 'prefix_rule(pattern = ["touch"], decision = "allow")\n',
        told: /Rules in .*default\.rules let commands run outside of the sandbox/,
      },
      {
        file: '.codex/config.toml',
        text: '[permissions.redline.filesystem]\n"/somewhere/deep" = "write"\n',
        told: /config\.toml has permissions of the same name/,
      },
    ],
  },
  {
    agent: claude,
    script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
    writable: [],
    settings: async (home, folder, launcher) => {
      const server = { type: 'stdio', command: launcher, args: ['mcp'] };
      const projects = { [folder]: { hasTrustDialogAccepted: true } };
      await mkdir(path.join(home, '.claude'), { recursive: true });
      await writeFile(path.join(home, '.claude.json'), JSON.stringify({ mcpServers: { redline: server }, projects }));
      const allow = ['Bash', 'Edit', 'Write', 'mcp__redline__*'];
      await writeFile(path.join(home, '.claude/settings.json'), JSON.stringify({ permissions: { allow } }));
    },
    command: (home, modelUrl) => ({
      script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
      args: ['-p', 'do it', '--permission-mode', 'acceptEdits'],
      env: {
        HOME: home,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        ENABLE_TOOL_SEARCH: 'false',
      },
    }),
    // It asks to leave the sandbox.
    shell: (command) => calls(ownTool('Bash', { command, dangerouslyDisableSandbox: true })),
    writers: ['Edit', 'Write', 'NotebookEdit', 'EnterWorktree', 'CronCreate'],
    leaks: [
      {
        file: '.claude/settings.json',
        text: '{ "sandbox": { "excludedCommands": ["touch:*"] } }',
        told: /"sandbox\.excludedCommands" in .*settings\.json/,
      },
      {
        file: '.claude/settings.json',
        text: '{ "sandbox": { "filesystem": { "disabled": true } } }',
        told: /"sandbox\.filesystem\.disabled" in .*settings\.json/,
      },
    ],
  },
];

/** Those that are to be tried, as in `chosenAgents`. */
export function heldAgents(): readonly HeldAgent[] {
  return all.filter(({ agent }) => chosenAgents().includes(agent));
}
