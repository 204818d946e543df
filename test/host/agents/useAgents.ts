// Installs the agents of a test, and stops what it started.
import { existsSync } from 'node:fs';
import type { Backstage } from '../driver/host.ts';
import { waitFor } from '../driver/wait.ts';
import { startAgent, type AgentRun, type TerminalAgent } from './agent.ts';
import { installAgent } from './installAgent.ts';
import type { ScriptedTurn } from './model/scriptedModel.ts';

/** How a test starts an agent in the folder of its window; in `mode`, the agent is behind the gate, with hooks for its turns if they are asked for. */
export type StartInWindow = (
  agent: TerminalAgent,
  script: readonly ScriptedTurn[],
  mode?: string,
  turns?: boolean,
) => Promise<AgentRun>;

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
  return async (agent, script, mode, turns = false) => {
    const { workspace, agentLauncher: launcher } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    const command = `${launcher} hook ${agent.id} --timeout=600`;
    const hook = mode === undefined ? undefined : { command, timeout: 600, mode, turns };
    run = await startAgent(agent, { folder: workspace.root, launcher, script, hook });
    return run;
  };
}
