// Formats the origin of a change on disk: its possible authors, and the commands or turns by which they made it.

import * as vscode from 'vscode';
import { agentDisplayName } from '../../core/endpoint/agents.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Origin, SingleOrigin } from '../../core/watch/reviewItem.ts';

/** Maximum length of a displayed command, in UTF-16 units. */
const maxCommandChars = 200;

/** @param author id of an agent, or `user` or `extension` */
export function authorLabel(author: string): string {
  if (author === 'vscode') return vscode.l10n.t('Agent in the chat');
  if (author === 'extension') return vscode.l10n.t('Other extensions');
  return author === 'user' ? vscode.l10n.t('You') : escapeForDisplay(agentDisplayName(author));
}

/** Describes each possible origin of a change, equal ones once: "Codex: npm run format". Never empty. */
export function originTexts(origin: Origin): readonly string[] {
  if (origin.kind === 'outside') return [vscode.l10n.t('changed by another program')];
  return origin.kind === 'oneOf' ? [...new Set(origin.origins.map(originText))] : [originText(origin)];
}

function originText(origin: SingleOrigin): string {
  switch (origin.kind) {
    case 'command':
      return vscode.l10n.t('{0}: {1}', authorLabel(origin.agent), commandText(origin.command));
    case 'turn':
      return vscode.l10n.t('{0}: during its turn', authorLabel(origin.agent));
    case 'terminal':
      return vscode.l10n.t('Terminal: {0}', commandText(origin.command));
    case 'later':
      return vscode.l10n.t('made by a call, to be reviewed');
  }
}

/** The first line of a command, shortened; an ellipsis replaces the rest. */
function commandText(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const text = escapeForDisplay(line);
  return text.length > maxCommandChars || more.length > 0 ? `${text.slice(0, maxCommandChars)} …` : text;
}
