// Formats labels of changes, and shortened lists of names.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';

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
