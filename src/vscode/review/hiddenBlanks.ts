// Finds a setting that would hide white space in the diffs of reviews.
import * as vscode from 'vscode';

/** The prefix of the ids of the languages that files under review have. */
const reviewLanguage = 'redline-review';

/**
 * The language of reviews for which a setting hides white space at the ends of lines in diffs, by its id: Redline's
 * default shows it, but settings of the user or the workspace for that very language win.
 */
export function languageWithHiddenBlanks(): string | undefined {
  const ids = vscode.workspace.getConfiguration('diffEditor').inspect('ignoreTrimWhitespace')?.languageIds ?? [];
  return ids.find((languageId) => {
    if (!languageId.startsWith(reviewLanguage)) return false;
    return vscode.workspace.getConfiguration('diffEditor', { languageId }).get('ignoreTrimWhitespace') === true;
  });
}
