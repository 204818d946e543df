// Formats the possible authors of a change, and how they made it.

import * as vscode from 'vscode';
import { agentDisplayName } from '../../core/endpoint/agents.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Origin, SingleOrigin } from '../../core/watch/reviewItem.ts';

/** Maximum number of characters of a displayed command. */
const maxCommandChars = 200;

/** Display name of an agent, by its id. */
export function agentLabel(agent: string): string {
  if (agent === 'vscode') return vscode.l10n.t('Agent in the chat');
  if (agent === 'extension') return vscode.l10n.t('Other extensions');
  return agent === 'user' ? vscode.l10n.t('You') : escapeForDisplay(agentDisplayName(agent));
}

/** Possible causes of a change: "Codex: npm run format". */
export function causeTexts(origin: Origin): readonly string[] {
  if (origin.kind === 'outside') return [vscode.l10n.t('changed by another program')];
  return origin.kind === 'oneOf' ? origin.origins.map(causeOf) : [causeOf(origin)];
}

function causeOf(origin: SingleOrigin): string {
  switch (origin.kind) {
    case 'command':
      return vscode.l10n.t('{0}: {1}', agentLabel(origin.agent), commandText(origin.command));
    case 'turn':
      return vscode.l10n.t('{0}: during its turn', agentLabel(origin.agent));
    case 'terminal':
      return vscode.l10n.t('Terminal: {0}', commandText(origin.command));
    case 'later':
      return vscode.l10n.t('made at once, to be reviewed later');
  }
}

function commandText(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const text = escapeForDisplay(line);
  return text.length > maxCommandChars || more.length > 0 ? `${text.slice(0, maxCommandChars)} …` : text;
}
