import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Turn } from '../driver/model-script.ts';
import { startTree, type ProcessTree } from '../driver/processes.ts';
import { startGeminiModel, type GeminiModel } from './gemini-model.ts';
import { installAgent } from './install-agent.ts';

/** A run of the real Gemini CLI in the folder of a window. */
export interface AgentRun {
  readonly model: GeminiModel;
  /** Resolves when the agent has ended, with what it printed. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the Gemini CLI with a home of its own, a model that plays `script`, and Redline as its MCP server.
 * @param launcher the command that Redline wrote.
 */
export async function startGemini(
  folder: string,
  { home, launcher, script }: { home: string; launcher: string; script: readonly Turn[] },
): Promise<AgentRun> {
  const place = await installAgent({ name: '@google/gemini-cli', version: '0.61.0' });
  const model = await startGeminiModel(script);
  await mkdir(path.join(home, '.gemini'), { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    mcpServers: { redline: { command: launcher, args: ['mcp'], trust: true, timeout: 600_000 } },
  };
  await writeFile(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
  const bin = path.join(place, 'node_modules/@google/gemini-cli/bundle/gemini.js');
  const tree: ProcessTree = startTree(
    process.execPath,
    [bin, '-p', 'do it', '--skip-trust', '--approval-mode=yolo', '-m', 'gemini-2.5-flash'],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        GEMINI_CLI_HOME: home,
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_API_KEY: 'none',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const { stdout, stderr } = tree.child;
  if (stdout === null || stderr === null) throw new Error('The agent has no output.');
  const output = Promise.all([readText(stdout), readText(stderr)]).then((texts) => texts.join('\n'));
  return {
    model,
    ended: output,
    stop: async () => {
      await tree.stop();
      await model.stop();
    },
  };
}
