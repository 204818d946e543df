import { existsSync } from 'node:fs';
import type { Turn } from '../driver/model-script.ts';
import type { Backstage } from '../driver/host.ts';
import { waitFor } from '../driver/wait.ts';
import { startAgent, type AgentRun, type TerminalAgent } from './agent.ts';
import { installAgent } from './installAgent.ts';

/** How a test starts an agent in the folder of its window; `isGated` as in `AgentSetup`. */
export type StartInWindow = (agent: TerminalAgent, script: readonly Turn[], isGated?: boolean) => Promise<AgentRun>;

/**
 * To be called in a `describe`: installs the agents before its tests, and stops after each test the agent that it started. An
 * agent starts as soon as Redline has written the command for agents.
 */
export function useAgents(
  host: () => Pick<Backstage, 'workspace' | 'agentLauncher'>,
  agents: readonly TerminalAgent[],
): StartInWindow {
  let run: AgentRun | undefined;
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { npm } of agents) await installAgent(npm);
  });
  afterEach('the agent', async function () {
    this.timeout(60_000);
    await run?.stop();
    run = undefined;
  });
  return async (agent, script, isGated = false) => {
    const { workspace, agentLauncher: launcher } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    run = await startAgent(agent, { folder: workspace.root, launcher, script, isGated });
    return run;
  };
}
