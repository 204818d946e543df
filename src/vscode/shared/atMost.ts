import * as vscode from 'vscode';

/**
 * The first names of a list, then "and {n} more" if it has further ones.
 *
 * @param notListed number of names beyond the list itself
 */
export function atMost(names: readonly string[], limit: number, notListed = 0): string[] {
  const more = names.length - limit + notListed;
  return [...names.slice(0, limit), ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])];
}
