// Marks the names of files under review, and resets their language, so that language services ignore them.

import * as vscode from 'vscode';
import { ToolError } from '../../../core/wording/errors.ts';
import { compileGlob } from '../../../core/pattern/glob.ts';
import { plainText } from '../../messages/notify.ts';
import { proposalScheme } from '../proposal/proposalFiles.ts';

/**
 * Suffix of each file name under review. Language services select documents by name and language, and fetch what these
 * refer to (a schema, a package, a picture). None recognizes this suffix. `review-languages.mjs` assigns it
 * languages that only have a grammar.
 */
const reviewSuffix = ' (Redline)';
/** The language of files under review without a grammar. Ids of the other review languages begin with it. */
export const reviewLanguage = 'redline-review';

/**
 * The path of a file under review. The setting `files.associations` may assign a language to some names, so this is the
 * first of three forms without one.
 *
 * @param index index of the change in its call, for the last form
 * @throws `ToolError` `PERMISSION_DENIED` if all have one
 */
export function reviewPath(file: vscode.Uri, index: number): string {
  const path = plainText(file.path);
  const slash = path.lastIndexOf('/') + 1;
  const candidates = [
    `${path}${reviewSuffix}`,
    `${path.slice(0, slash)}(${path.slice(slash)})${reviewSuffix}`,
    `/${index + 1}${reviewSuffix}`,
  ];
  const patterns = associatedPatterns();
  const unassociated = candidates.find((candidate) => !patterns.some((pattern) => mayMatch(pattern, candidate)));
  if (unassociated !== undefined) return unassociated;
  throw new ToolError(
    'PERMISSION_DENIED',
    'The setting files.associations assigns a language to every file name, so language services would read the change before the user sees it. Do not try again; ask the user to remove that entry from the setting.',
  );
}

/** Sets the language of documents under review that got another one despite their name. */
export function keepReviewLanguage(): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument((document) => {
    if (document.uri.scheme !== proposalScheme || document.languageId.startsWith(reviewLanguage)) return;
    // Rejects if the document has been closed.
    vscode.languages.setTextDocumentLanguage(document, reviewLanguage).then(undefined, () => undefined);
  });
}

function associatedPatterns(): readonly string[] {
  const value: unknown = vscode.workspace.getConfiguration('files').get('associations');
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/**
 * Whether VS Code may match a pattern: against the file name, or against the whole path if it contains a slash; ignores
 * case.
 */
function mayMatch(pattern: string, path: string): boolean {
  try {
    return compileGlob(pattern, { ignoreCase: true }).matches(path.replace(/^\/+/, ''));
  } catch {
    // An invalid glob could only match if it ends with a wildcard, or with the closing bracket of `reviewSuffix`.
    return /[^\w.]$/.test(pattern);
  }
}
