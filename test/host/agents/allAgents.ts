import type { TerminalAgent } from './agent.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

const allAgents: readonly TerminalAgent[] = [gemini, codex, opencode, claude, copilot, qwen, cline];

/** The name of the environment variable that says which agents to run: their ids, with commas between. */
export const agentsVariable = 'REDLINE_AGENTS';

export const agentIds: readonly string[] = allAgents.map(({ id }) => id);

/** The agents that the variable names; without it the one that is small, open and quick to start. */
export function chosenAgents(): readonly TerminalAgent[] {
  const chosen = process.env[agentsVariable]?.split(',') ?? [gemini.id];
  return allAgents.filter(({ id }) => chosen.includes(id));
}
