import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '../driver/model-script.ts';
import type { TerminalAgent } from './agent.ts';
import { geminiFormat } from './model/gemini.ts';
import { ownTool } from './model/scriptedModel.ts';

export const gemini: TerminalAgent = {
  id: 'gemini',
  name: 'Gemini CLI',
  npm: { name: '@google/gemini-cli', version: '0.61.0' },
  wire: geminiFormat,
  gate: {
    edit: (file_path, old_string, new_string) => [
      calls(ownTool('replace', { file_path, instruction: 'x', old_string, new_string })),
    ],
    written: /Successfully modified file/,
  },
  configure: async ({ home, isGated, launcher, modelUrl }) => {
    await mkdir(path.join(home, '.gemini'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
      ...(isGated ? { hooks: hooksOf(launcher) } : {}),
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

/** Time limits are in milliseconds. */
function hooksOf(launcher: string): object {
  const hook = { type: 'command', command: `${launcher} hook gemini --timeout=600`, timeout: 600_000 };
  const around = [{ matcher: 'replace|write_file|read_file|read_many_files', hooks: [hook] }];
  return { BeforeTool: around, AfterTool: around };
}
