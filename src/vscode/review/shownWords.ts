import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { withoutImpliedFolders } from '../../core/impliedFolders.ts';
import { wordsOf } from '../../core/summary.ts';
import type { ReviewRequest } from '../../tools/ports.ts';

/** What a change does, for the person: in the language of the editor, while agents read English. */
export function shownWords(change: Change): string {
  const { path } = change.at;
  switch (isEnglish() ? undefined : change.kind) {
    case 'create':
      return vscode.l10n.t('Create {0}', path);
    case 'update':
      return vscode.l10n.t('Edit {0}', path);
    case 'delete':
      return vscode.l10n.t('Delete {0}', path);
    case 'move':
      return vscode.l10n.t('Move {0} to {1}', 'from' in change ? change.from.path : '', path);
    case 'copy':
      return vscode.l10n.t('Copy {0} to {1}', 'from' in change ? change.from.path : '', path);
    case 'createDirectory':
      return vscode.l10n.t('Create folder {0}', path);
    case undefined:
      return wordsOf(change);
  }
}

/** What a call does, for the person. A tool words it in English; in another language it is said from the changes. */
export function shownTitle({ title, changes }: ReviewRequest): string {
  if (isEnglish()) return title;
  const [only, ...others] = withoutImpliedFolders(changes);
  if (only === undefined) return title;
  return others.length === 0 ? shownWords(only) : vscode.l10n.t('{0} changes', others.length + 1);
}

/** Whether there are no translations to use; then the tools' own words are the better ones. */
function isEnglish(): boolean {
  return vscode.l10n.bundle === undefined;
}
