// Cline as the tests run it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';

export const cline: TerminalAgent = {
  id: 'cline',
  name: 'Cline',
  npm: { name: 'cline', version: '3.0.65' },
  wire: {
    ...chatCompletionsFormat,
    read: (request) => {
      const { offered, answers } = chatCompletionsFormat.read(request);
      return { offered, answers: answers.map(textOf) };
    },
  },
  configure: async ({ home, launcher, modelUrl }) => {
    const data = path.join(home, 'data');
    const settings = path.join(data, 'settings');
    const global = await writeClineSettings(settings, modelUrl);
    // In seconds, an hour at most. Without it a review may take 60 s: progress notifications do not extend that.
    const redline = { type: 'stdio', command: launcher, args: ['mcp'], timeout: 3600 };
    await writeFile(path.join(settings, 'cline_mcp_settings.json'), JSON.stringify({ mcpServers: { redline } }));
    return {
      script: 'cline/bin/cline',
      // With its data elsewhere than in the home, it starts no daemon that outlives it.
      args: ['--data-dir', data, 'do it'],
      env: {
        CLINE_GLOBAL_SETTINGS_PATH: global,
        CLINE_NO_AUTO_UPDATE: '1',
        // Nothing else keeps it from asking for its feature flags.
        HTTPS_PROXY: 'http://127.0.0.1:9',
      },
    };
  },
};

/** Writes what Cline itself keeps in its folder of settings; returns the file of its global settings. */
export async function writeClineSettings(settings: string, modelUrl: string): Promise<string> {
  const provider = 'openai-compatible';
  const scripted = { provider, apiKey: 'none', model: 'scripted', baseUrl: `${modelUrl}/v1` };
  const used = { settings: scripted, updatedAt: new Date(0).toISOString(), tokenSource: 'manual' };
  const providers = { version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: used } };
  const global = path.join(settings, 'global-settings.json');
  await mkdir(settings, { recursive: true });
  await writeFile(path.join(settings, 'providers.json'), JSON.stringify(providers));
  await writeFile(global, JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }));
  return global;
}

/** The model reads the whole result of an MCP tool as JSON. */
function textOf(answer: string): string {
  const { content }: { content: readonly { readonly text?: string }[] } = JSON.parse(answer);
  return content.map(({ text }) => text ?? '').join('\n');
}
