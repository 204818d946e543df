// What the doctor says of the agents that have Redline's hook.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';

const agent = z.looseObject({
  id: z.string(),
  name: z.string(),
  hookedBy: z.array(z.string()),
  trust: z.optional(z.string()),
  probe: z.optional(z.looseObject({ outcome: z.string(), milliseconds: z.number(), words: z.string() })),
});
const health = z.looseObject({ agents: z.array(agent) });

/** How one agent with a hook stands, in a line for the person. */
export interface AgentLine {
  readonly id: string;
  readonly text: string;
  /** Whether its edits are reviewed. */
  readonly isWell: boolean;
}

/** Tries the hooks of all agents in a folder. `quick` asks no agent whether it trusts the hook. */
export async function agentLines(machine: AgentMachine, folder: string, quick: boolean): Promise<AgentLine[]> {
  const { agents } = health.parse(JSON.parse(await machine.doctor(folder, quick)));
  return agents.filter(({ hookedBy }) => hookedBy.length > 0).map(lineOf);
}

function lineOf({ id, name, trust, probe }: z.infer<typeof agent>): AgentLine {
  if (trust === 'untrusted' || trust === 'modified') {
    const text = vscode.l10n.t(
      '{0}: skips the hook until you trust it. Start it here, and choose the hook in /hooks.',
      name,
    );
    return { id, text, isWell: false };
  }
  switch (probe?.outcome) {
    case undefined:
      return { id, text: vscode.l10n.t('{0}: connected by a plugin', name), isWell: true };
    case 'asked':
      return { id, text: vscode.l10n.t('{0}: asked in {1} ms', name, probe?.milliseconds ?? 0), isWell: true };
    case 'open':
      return {
        id,
        text: vscode.l10n.t('{0}: not reviewed here, the gate is off or was not reached', name),
        isWell: false,
      };
    default:
      return { id, text: vscode.l10n.t('{0}: the hook fails. {1}', name, probe?.words ?? ''), isWell: false };
  }
}
