import * as vscode from 'vscode';
import { ToolError } from '../../../core/wording/errors.ts';
import { compileGlob } from '../../../core/pattern/glob.ts';
import { plainText } from '../../files/plainText.ts';
import { proposalScheme } from './proposalFiles.ts';

/**
 * Language services fetch what a document names (a schema, a package, a picture), and choose documents by name and
 * language. This follows each name under review: no service knows such a name, and the languages that the manifest has
 * for it are colours only.
 */
const mark = ' (Redline)';
const language = 'redline-review';

/**
 * The path that a file has under review. Settings, which a workspace may bring along, can give names of any form a
 * language: then a name of another form is taken. Throws where they have one for every name.
 */
export function harmlessPath(file: vscode.Uri, index: number): string {
  const path = plainText(file.path);
  const slash = path.lastIndexOf('/') + 1;
  const candidates = [`${path}${mark}`, `${path.slice(0, slash)}(${path.slice(slash)})${mark}`, `/${index + 1}${mark}`];
  const patterns = associations();
  const free = candidates.find((candidate) => !patterns.some((pattern) => mayMatch(pattern, candidate)));
  if (free !== undefined) return free;
  throw new ToolError(
    'PERMISSION_DENIED',
    'The setting files.associations assigns a language to every file name, so language services would read the change before the user sees it. Do not try again; ask the user to remove that entry from the setting.',
  );
}

/** Gives what is under review a language of its own where it has another after all. */
export function keepHarmless(): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument((document) => {
    if (document.uri.scheme !== proposalScheme || document.languageId.startsWith(language)) return;
    // A document that is closed by now has no language.
    vscode.languages.setTextDocumentLanguage(document, language).then(undefined, () => undefined);
  });
}

function associations(): readonly string[] {
  const value: unknown = vscode.workspace.getConfiguration('files').get('associations');
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** The editor matches the last name, or with a slash in the pattern the whole path, whatever the case. */
function mayMatch(pattern: string, path: string): boolean {
  try {
    return compileGlob(pattern, { ignoreCase: true }).matches(path.replace(/^\/+/, ''));
  } catch {
    // What Redline cannot read can match this only with something open, or the mark's own bracket, at its end.
    return /[^\w.]$/.test(pattern);
  }
}
