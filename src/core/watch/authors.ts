// Formats the possible authors of a change that Watch saw, for answers to agents.

import { agentDisplayName } from '../endpoint/agents.ts';
import { escapeForDisplay } from '../text/unicode.ts';
import { authorsOf, type Origin, type SingleOrigin } from './reviewItem.ts';

/** Maximum number of UTF-16 units of a command in an answer. */
const maxCommandChars = 200;

/** Lists authors such as "Codex: npm run gen". Omits the user's terminal commands, which may contain secrets. */
export function listAuthors(origin: Origin): readonly string[] {
  return origin.kind === 'outside' ? ['another program'] : authorsOf(origin).map(describeAuthor);
}

function describeAuthor(origin: SingleOrigin): string {
  switch (origin.kind) {
    case 'command':
      return `${getAgentName(origin.agent)}: ${cutToFirstLine(origin.command)}`;
    case 'turn':
      return `${getAgentName(origin.agent)}, in its turn`;
    case 'terminal':
      return 'a command in the terminal';
    case 'later':
      return 'a call that the user reviews later';
  }
}

function getAgentName(agent: string): string {
  return agent === 'vscode' ? 'the agent in the chat' : escapeForDisplay(agentDisplayName(agent));
}

function cutToFirstLine(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const isCut = line.length > maxCommandChars || more.length > 0;
  return isCut ? `${escapeForDisplay(line.slice(0, maxCommandChars))} …` : escapeForDisplay(line);
}
