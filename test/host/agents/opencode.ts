// OpenCode as the tests run it, with each of its tools for edits.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { opencodePlugin } from '../../../src/core/dialects/hookFacts.ts';
import { calls } from '../driver/model-script.ts';
import { repositoryRoot } from '../driver/paths.ts';
import type { TerminalAgent } from './agent.ts';
import { writeHookSettings } from './hookPlace.ts';
import { chatCompletionsFormat } from './model/chatCompletions.ts';
import { ownTool } from './model/scriptedModel.ts';
import { patching, type EditWay } from './patching.ts';

export const opencode = opencodeWith('scripted', {
  way: 'by its edit tools',
  // It edits only what it has read.
  edit: (filePath, oldString, newString) => [
    calls(ownTool('read', { filePath })),
    calls(ownTool('edit', { filePath, oldString, newString })),
  ],
  create: (filePath, content) => [calls(ownTool('write', { filePath, content }))],
});

/** With a model to which it offers a tool for patches instead. */
export const patchingOpencode = opencodeWith('gpt-5.5', {
  way: 'by its patch tool',
  ...patching((patchText) => ownTool('apply_patch', { patchText })),
});

function opencodeWith(model: string, gate: EditWay): TerminalAgent {
  return {
    id: 'opencode',
    name: 'OpenCode',
    npm: { name: 'opencode-ai', version: '1.18.33' },
    wire: chatCompletionsFormat,
    gate: {
      ...gate,
      read: (filePath) => [calls(ownTool('read', { filePath }))],
      shell: { mode: 'allow', run: (command) => calls(ownTool('bash', { command, description: 'x' })) },
      written: /applied successfully|Wrote file|Success\. Updated/,
      modes: ['allow'],
      // Once Redline has allowed, too.
      asksAgainIn: ['ask'],
    },
    configure: async ({ home, hook, launcher, modelUrl }) => {
      const config = path.join(home, 'opencode.json');
      const scripted = {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { [model]: { tool_call: true, limit: { context: 100_000, output: 8000 } } },
      };
      const settings = {
        model: `scripted/${model}`,
        share: 'disabled',
        provider: { scripted },
        mcp: { redline: { type: 'local', command: [launcher, 'mcp'], timeout: 3_600_000 } },
        ...(hook === undefined ? {} : { permission: { edit: hook.mode } }),
      };
      await writeFile(config, JSON.stringify(settings));
      if (hook !== undefined)
        await writeHookSettings(
          'opencode',
          home,
          await readFile(path.join(repositoryRoot, opencodePlugin), 'utf8'),
          'redline.js',
        );
      const platform = process.platform === 'win32' ? 'windows' : process.platform;
      return {
        // The package's own command is put in place by an install script, which we do not run.
        script: `opencode-${platform}-${process.arch}/bin/opencode`,
        isNative: true,
        args: ['run', 'do it'],
        env: {
          OPENCODE_CONFIG: config,
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          // Else it fetches a library for plugins from the registry.
          npm_config_offline: 'true',
          // The plugin starts the launcher there.
          REDLINE_HOME: path.dirname(path.dirname(launcher)),
        },
      };
    },
  };
}
