// Formats labels for people: what a change is, where it comes from, and the first names of a long list.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { agentDisplayName } from '../../core/endpoint/agents.ts';
import type { Origin, SingleOrigin } from '../../core/watch/reviewItem.ts';

/** The part of a change, planned or stored in the history, that determines its label. */
type LabelledChange =
  | { readonly kind: Exclude<Change['kind'], 'move' | 'copy'> }
  | { readonly kind: 'move' | 'copy'; readonly from: { readonly path: string } };

/** "modified", "moved from src/app.ts". */
export function changeLabel(change: LabelledChange): string {
  switch (change.kind) {
    case 'create':
      return vscode.l10n.t('new');
    case 'createDirectory':
      return vscode.l10n.t('new folder');
    case 'update':
      return vscode.l10n.t('modified');
    case 'delete':
      return vscode.l10n.t('deleted');
    case 'move':
      return vscode.l10n.t('moved from {0}', escapeForDisplay(change.from.path));
    case 'copy':
      return vscode.l10n.t('copied from {0}', escapeForDisplay(change.from.path));
  }
}

/**
 * The first names of a list (or other texts), then "and {n} more" if there are further ones.
 * @param omittedCount number of further names that the caller left out of `names`
 */
export function firstNames(names: readonly string[], limit: number, omittedCount = 0): string[] {
  const more = names.length - limit + omittedCount;
  return [...names.slice(0, limit), ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])];
}

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

/** Maximum length of a displayed command, in UTF-16 units. */
const maxCommandChars = 200;

/** The first line of a command, shortened; an ellipsis replaces the rest. */
function commandText(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const text = escapeForDisplay(line);
  return text.length > maxCommandChars || more.length > 0 ? `${text.slice(0, maxCommandChars)} …` : text;
}
