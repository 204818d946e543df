// Gemini CLI as the tests run it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '../driver/model-script.ts';
import type { AgentHook, TerminalAgent } from './agent.ts';
import { matcherOf, writeHookSettings } from './hookPlace.ts';
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
    create: (file_path, content) => [calls(ownTool('write_file', { file_path, content }))],
    read: (file_path) => [calls(ownTool('read_file', { file_path }))],
    shell: { mode: 'yolo', run: (command) => calls(ownTool('run_shell_command', { command, description: 'x' })) },
    written: /Successfully (?:modified file|created and wrote)/,
    // Without a person in its terminal, it offers no edit tools in its default mode.
    modes: ['yolo', 'auto_edit'],
  },
  configure: async ({ home, hook, isInteractive = false, launcher, modelUrl }) => {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      // For a person who looks at it: no advice, and no offer to install a companion into VS Code.
      ui: { hideBanner: true, hideTips: true, hideFooter: true },
      hooksConfig: { notifications: false },
      ide: { hasSeenNudge: true },
      ...(hook === undefined ? {} : { hooks: hooksOf(hook) }),
      mcpServers: { redline: { command: launcher, args: ['mcp'], trust: true, timeout: 3_600_000 } },
    };
    await writeHookSettings('gemini', home, JSON.stringify(settings));
    // It has asked already whether it may set up the terminal's keys.
    await writeFile(path.join(home, '.gemini/state.json'), JSON.stringify({ terminalSetupPromptShown: true }));
    return {
      script: '@google/gemini-cli/bundle/gemini.js',
      // A model named here is used as it is; without one, a router would ask the model first.
      args: [
        ...(isInteractive ? ['-i', 'demo'] : ['-p', 'do it']),
        '--skip-trust',
        `--approval-mode=${hook?.mode ?? 'yolo'}`,
        '-m',
        'gemini-2.5-flash',
      ],
      env: { GEMINI_CLI_HOME: home, GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'none' },
    };
  },
};

/** Time limits are in milliseconds. */
function hooksOf({ command, timeout, turns = false }: AgentHook): object {
  const hook = { type: 'command', command, ...(timeout === undefined ? {} : { timeout: timeout * 1000 }) };
  const around = [{ matcher: matcherOf('gemini'), hooks: [hook] }];
  const turn = [{ hooks: [hook] }];
  const atEnds = turns ? { BeforeAgent: turn, AfterAgent: turn } : {};
  return { BeforeTool: around, AfterTool: around, ...atEnds };
}
