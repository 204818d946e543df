// Names the possible authors of a change, for agents.

import { agentDisplayName } from '../endpoint/agents.ts';
import { escapeForDisplay } from '../text/unicode.ts';
import type { Origin, SingleOrigin } from './reviewItem.ts';

/** Maximum number of UTF-16 units of a command. */
const maxCommand = 200;

/** "Codex: npm run gen". What the user ran in a terminal is not told: a command may hold secrets. */
export function authorsOf(origin: Origin): readonly string[] {
  if (origin.kind === 'outside') return ['another program'];
  return (origin.kind === 'oneOf' ? origin.origins : [origin]).map(authorOf);
}

function authorOf(origin: SingleOrigin): string {
  switch (origin.kind) {
    case 'command':
      return `${agentName(origin.agent)}: ${firstLine(origin.command)}`;
    case 'turn':
      return `${agentName(origin.agent)}, in its turn`;
    case 'terminal':
      return 'a command in the terminal';
    case 'later':
      return 'a call that the user reviews later';
  }
}

function agentName(agent: string): string {
  return agent === 'vscode' ? 'the agent in the chat' : escapeForDisplay(agentDisplayName(agent));
}

function firstLine(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const isCut = line.length > maxCommand || more.length > 0;
  return isCut ? `${escapeForDisplay(line.slice(0, maxCommand))} …` : escapeForDisplay(line);
}
