import { existsSync } from 'node:fs';
import type { Turn } from '../driver/model-script.ts';
import type { Backstage } from '../driver/host.ts';
import { waitFor } from '../driver/wait.ts';
import { startAgent, type AgentRun, type TerminalAgent } from './agent.ts';

/** Starts an agent in the folder of a window, as soon as Redline has written the command for agents. */
export async function startInWindow(
  { workspace, agentLauncher: launcher }: Pick<Backstage, 'workspace' | 'agentLauncher'>,
  agent: TerminalAgent,
  script: readonly Turn[],
  isGated = false,
): Promise<AgentRun> {
  await waitFor('the command for agents', () => existsSync(launcher));
  return startAgent(agent, { folder: workspace.root, launcher, script, isGated });
}
