import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { responsesFormat } from './model/responses.ts';

/** With a model that Codex does not know: it is offered the tools of MCP servers at once. */
export const codex = codexWith('scripted');

/** With a model that has to search for the tools of MCP servers, by `tool_search`. */
export const searchingCodex = codexWith('gpt-5.5');

function codexWith(model: string): TerminalAgent {
  return {
    id: 'codex',
    name: 'Codex',
    npm: { name: '@openai/codex', version: '0.169.0' },
    wire: responsesFormat,
    configure: async ({ home, folder, launcher, modelUrl }) => {
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
required = true
startup_timeout_sec = 60
[projects.${text(folder)}]
trust_level = "trusted"
`;
      await writeFile(path.join(codexHome, 'config.toml'), config);
      return {
        script: '@openai/codex/bin/codex.js',
        args: ['exec', '--skip-git-repo-check', 'do it'],
        env: { CODEX_HOME: codexHome, SCRIPTED_KEY: 'none' },
      };
    },
  };
}
