// Codex as the tests run it, with each of its tools for patches.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '../driver/model-script.ts';
import { terminalEnv, type AgentHook, type TerminalAgent } from './agent.ts';
import { matcherOf, writeHookSettings } from './hookPlace.ts';
import { responsesFormat } from './model/responses.ts';
import { ownTool } from './model/scriptedModel.ts';
import { patching, type EditWay } from './patching.ts';

/** With a model that Codex does not know: it is offered the tools of MCP servers at once, and patches files by the shell. */
export const codex = codexWith('scripted', {
  way: 'by its shell',
  ...patching((patch) => ownTool('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}EOF\n` })),
});

/** With a model that has to search for the tools of MCP servers, by `tool_search`, and has a tool for patches. */
export const searchingCodex = codexWith('gpt-5.5', {
  way: 'by its patch tool',
  ...patching((patch) => ownTool('apply_patch', patch)),
});

/** In the mode that Codex recommends: it asks before it leaves the workspace. */
function codexInTerminal(task: string): TerminalAgent {
  return {
    ...codex,
    configure: async (setup) => {
      const { args, env, ...command } = await codex.configure(setup);
      return {
        ...command,
        args: [task, ...args.filter((each) => !headless.includes(each))],
        env: { ...env, ...terminalEnv },
      };
    },
  };
}

const headless = ['exec', '--skip-git-repo-check', 'do it'];

function codexWith(model: string, gate: EditWay): TerminalAgent {
  return {
    id: 'codex',
    name: 'Codex',
    npm: { name: '@openai/codex', version: '0.169.0' },
    wire: responsesFormat,
    inTerminal: codexInTerminal,
    gate: {
      ...gate,
      shell: { mode: 'danger', run: (cmd) => calls(ownTool('exec_command', { cmd })) },
      written: /Success\. Updated the following files/,
      modes: ['never', 'on-request', 'danger'],
    },
    configure: async ({ home, hook, folder, launcher, modelUrl, hasServer = true }) => {
      const codexHome = path.join(home, '.codex');
      await mkdir(codexHome);
      // A basic string of TOML is written as one of JSON.
      const text = (value: string): string => JSON.stringify(value);
      // Codex asks the model without a server that has not answered within a few seconds, unless it is required.
      const config = `
model = ${text(model)}
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "Scripted"
base_url = ${text(`${modelUrl}/v1`)}
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[mcp_servers.redline]
command = ${text(launcher)}
args = ["mcp"]
tool_timeout_sec = 3600
required = ${hasServer}
startup_timeout_sec = 60
[projects.${text(folder)}]
trust_level = "trusted"
`;
      await writeFile(path.join(codexHome, 'config.toml'), config);
      if (hook !== undefined) await writeHookSettings('codex', home, JSON.stringify(hooksOf(hook)));
      return {
        script: '@openai/codex/bin/codex.js',
        args: [...headless, ...(hook === undefined ? [] : argumentsOf(hook))],
        env: { CODEX_HOME: codexHome, SCRIPTED_KEY: 'none' },
      };
    },
  };
}

/** Hooks wait for the person to trust them in the terminal; without one, there is this argument. */
function argumentsOf({ mode }: AgentHook): string[] {
  const trusted = '--dangerously-bypass-hook-trust';
  if (mode === 'danger') return [trusted, '--dangerously-bypass-approvals-and-sandbox'];
  return [trusted, '--sandbox', 'workspace-write', '-c', `approval_policy=${mode}`];
}

/** Time limits are in seconds. */
function hooksOf({ command, timeout, turns = false }: AgentHook): object {
  const around = [{ matcher: matcherOf('codex'), hooks: [{ type: 'command', command, timeout }] }];
  const turn = [{ hooks: [{ type: 'command', command, timeout }] }];
  const atEnds = turns ? { UserPromptSubmit: turn, Stop: turn } : {};
  return { hooks: { PreToolUse: around, PostToolUse: around, ...atEnds } };
}
