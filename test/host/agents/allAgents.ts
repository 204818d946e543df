import type { TerminalAgent } from './agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';

const allAgents: readonly TerminalAgent[] = [gemini, codex, claude];

/** The name of the environment variable that says which agents to run: their ids, with commas between. */
export const agentsVariable = 'REDLINE_AGENTS';

export const agentIds: readonly string[] = allAgents.map(({ id }) => id);

/** The agents that the variable names; without it the one that is small, open and quick to start. */
export function chosenAgents(): readonly TerminalAgent[] {
  const chosen = process.env[agentsVariable]?.split(',') ?? [gemini.id];
  return allAgents.filter(({ id }) => chosen.includes(id));
}
