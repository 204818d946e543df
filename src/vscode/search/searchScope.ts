import * as vscode from 'vscode';
import { compileGlob } from '../../core/pattern/glob.ts';
import type { Action } from '../../core/rules/rule.ts';
import type { SearchScope, UnsavedFile } from '../../core/search/textSearch.ts';
import type { Where } from '../../tools/ports/queryPorts.ts';
import { configuredEncoding } from '../files/codec.ts';
import { diskPath } from '../files/disk.ts';
import { relativeTo, type SearchFolder } from './searchFolder.ts';

/** The scope of a search in one folder: what the settings and the rules leave out of it. */
export function scopeOf(searched: SearchFolder, where: Where, accepts: (action: Action) => boolean): SearchScope {
  const { folder, path } = searched;
  return {
    root: rootOf(folder),
    path,
    globs: where.glob === undefined ? [] : globsOf(where.glob, searched),
    excludes: excludesOf(folder.uri, where.includeIgnored),
    includeHidden: true,
    includeIgnored: where.includeIgnored,
    mayRead: (file) => accepts(searched.actionOf(file)),
  };
}

/** As the engines name a workspace folder: a path of the system on the local disk, else the URI. */
export function rootOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.scheme === 'file' ? diskPath(uri) : uri.toString();
}

/**
 * A glob with a `/` is meant from the folder that is searched, or from the workspace folder; one with the workspace
 * folder's own absolute path, which some models send, is meant from there.
 */
function globsOf(glob: string, { folder, path }: SearchFolder): string[] {
  const negation = glob.startsWith('!') ? '!' : '';
  const body = glob.slice(negation.length);
  const root = `${folder.uri.path.replace(/\/$/, '')}/`;
  if (body.startsWith(root)) return [`${negation}/${body.slice(root.length)}`];
  // Checked as it was sent, so that an error names what was sent.
  compileGlob(glob);
  if (path === '' || !body.includes('/')) return [glob];
  const quoted = path.replace(/[\\*?[\]{}!]/g, '\\$&');
  return [glob, `${negation}/${quoted}/${body.replace(/^(?:\.?\/)+/, '')}`];
}

/** Patterns that the person's settings leave out of files and searches; those with a condition are passed over. */
function excludesOf(uri: vscode.Uri, includeIgnored: boolean): string[] {
  const setting = (section: string): string[] => {
    const value = vscode.workspace.getConfiguration(section, uri).get<Record<string, unknown>>('exclude', {});
    return Object.keys(value).filter((pattern) => value[pattern] === true);
  };
  return [...setting('files'), ...(includeIgnored ? [] : setting('search'))];
}

/**
 * The text of documents in a workspace folder of which the disk does not tell the text: unsaved ones, and those that the
 * person opened in another encoding than the settings say.
 */
export function unsavedIn(folder: vscode.WorkspaceFolder): UnsavedFile[] {
  const own = folder.uri.toString();
  return vscode.workspace.textDocuments
    .filter((document) => document.isDirty || !isReadAs(document, configuredEncoding(folder.uri)))
    .filter(({ uri }) => isIn(uri, folder, own))
    .map((document) => ({ path: relativeTo(folder, document.uri), text: document.getText() }));
}

/** Whether a document is in a folder, and in no workspace folder inside that. */
function isIn(uri: vscode.Uri, folder: vscode.WorkspaceFolder, own: string): boolean {
  const nearest = vscode.workspace.getWorkspaceFolder(uri);
  if (nearest !== undefined) return nearest.uri.toString() === own;
  return folder.index < 0 && uri.toString().startsWith(`${own.replace(/\/$/, '')}/`);
}

/** Whether the engines read the same text from the disk as the document shows. */
function isReadAs({ encoding, isUntitled }: vscode.TextDocument, configured: string): boolean {
  return isUntitled || encoding === configured || (encoding === 'utf8bom' && configured === 'utf8');
}
