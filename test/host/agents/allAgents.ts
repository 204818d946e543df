// All agents that the tests run.
import type { AgentGate, TerminalAgent } from './agent.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex, searchingCodex } from './codex.ts';
import { copilot, copilotInPascalCase } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode, patchingOpencode } from './opencode.ts';
import { qwen } from './qwen.ts';

const allAgents: readonly TerminalAgent[] = [gemini, codex, opencode, claude, copilot, qwen, cline];

/** The name of the environment variable that says which agents to run: their ids, with commas between. */
export const agentsVariable = 'REDLINE_AGENTS';

/** Each agent that is driven behind the gate, in each of the ways in which its tools or its hooks speak. */
const gatedAgents: readonly TerminalAgent[] = [
  gemini,
  codex,
  searchingCodex,
  opencode,
  patchingOpencode,
  claude,
  copilot,
  copilotInPascalCase,
  qwen,
];

export const agentIds: readonly string[] = allAgents.map(({ id }) => id);

/** The one that `npm test` runs: it is small, open and quick to start. */
export const usualAgent = gemini.id;

/** The agents that the variable names; without it the usual one. */
export function chosenAgents(): readonly TerminalAgent[] {
  return allAgents.filter(isChosen);
}

/** The same behind the gate. */
export function chosenGates(): readonly GatedAgent[] {
  return gatedAgents.filter(isChosen).flatMap((agent) => {
    const isFirst = gatedAgents.find(({ id }) => id === agent.id) === agent;
    // Its events in PascalCase speak another format.
    const isFirstOfFormat = isFirst || agent === copilotInPascalCase;
    return agent.gate === undefined ? [] : { agent, gate: agent.gate, isFirstOfFormat };
  });
}

export interface GatedAgent {
  readonly agent: TerminalAgent;
  readonly gate: AgentGate;
  /** The first of the ways in which its hook speaks one format. What does not hang on its edit tool is tested in it alone. */
  readonly isFirstOfFormat: boolean;
}

function isChosen({ id }: TerminalAgent): boolean {
  return (process.env[agentsVariable]?.split(',') ?? [usualAgent]).includes(id);
}
