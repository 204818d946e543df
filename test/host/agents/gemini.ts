import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TerminalAgent } from './agent.ts';
import { geminiFormat } from './model/gemini.ts';

export const gemini: TerminalAgent = {
  id: 'gemini',
  name: 'Gemini CLI',
  npm: { name: '@google/gemini-cli', version: '0.61.0' },
  wire: geminiFormat,
  configure: async ({ home, launcher, modelUrl }) => {
    await mkdir(path.join(home, '.gemini'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
      mcpServers: { redline: { command: launcher, args: ['mcp'], trust: true, timeout: 3_600_000 } },
    };
    await writeFile(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
    return {
      script: '@google/gemini-cli/bundle/gemini.js',
      // A model named here is used as it is; without one, a router would ask the model first.
      args: ['-p', 'do it', '--skip-trust', '--approval-mode=yolo', '-m', 'gemini-2.5-flash'],
      env: { GEMINI_CLI_HOME: home, GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'none' },
    };
  },
};
