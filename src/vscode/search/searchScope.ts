// Builds the inputs of the search engines: scopes from globs, settings and rules; encodings; the texts of open documents.

import * as vscode from 'vscode';
import { parseRoot } from '../../core/path/pathParts.ts';
import type { Action } from '../../core/rules/operation.ts';
import { expandSearchGlob } from '../../core/search/searchGlobs.ts';
import type { SearchScope, UnsavedFile } from '../../core/search/textSearch.ts';
import type { SearchTarget } from '../../tools/ports/queryPorts.ts';
import { encodingLabel } from '../../core/search/encodingLabel.ts';
import { filesSettings } from '../files/filesSettings.ts';
import { diskPath } from '../files/fileSystem.ts';
import { rootOf } from '../files/paths/workspaceRoots.ts';
import { relativeTo, type SearchRoot } from './searchRoots.ts';

/**
 * Builds the scope of a search in one folder, without files that the settings and the rules exclude.
 * @param isAllowed whether the search may include a file, by the rules' action for reading it
 */
export function scopeOf(root: SearchRoot, target: SearchTarget, isAllowed: (action: Action) => boolean): SearchScope {
  const { folder, path } = root;
  return {
    root: diskPathOrUri(folder),
    path,
    globs: target.glob === undefined ? [] : globsOf(target.glob, root),
    excludes: target.includeExcluded === true ? [] : excludesOf(folder.uri, target.includeIgnored),
    // Names with a leading dot.
    includeHidden: true,
    includeIgnored: target.includeIgnored,
    mayRead: (file) => isAllowed(root.readActionOf(file)),
    ...(root.separateFolders === undefined ? {} : { separateFolders: root.separateFolders }),
    ...(root.mayReport === undefined ? {} : { mayReport: root.mayReport }),
  };
}

/** A workspace folder in the form of the search engines: its path on the local disk, else its URI. */
export function diskPathOrUri({ uri }: vscode.WorkspaceFolder): string {
  return uri.scheme === 'file' ? diskPath(uri) : uri.toString();
}

/** The globs of a scope for the caller's glob, which may begin with the folder's name if there are several folders. */
function globsOf(glob: string, { folder, flavour, path }: SearchRoot): string[] {
  const folderName = hasSeveralFolders() ? folder.name : undefined;
  return expandSearchGlob(glob, { folder: parseRoot(rootOf(folder), flavour), folderName, path });
}

function hasSeveralFolders(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length > 1;
}

/**
 * The patterns of `files.exclude` and, unless ignored files are included, of `search.exclude`. Leaves out conditional
 * patterns (`when`), which the engines cannot apply.
 */
function excludesOf(uri: vscode.Uri, includeIgnored: boolean): string[] {
  const excludedIn = (section: string): string[] => {
    const value = vscode.workspace.getConfiguration(section, uri).get<Record<string, unknown>>('exclude', {});
    return Object.keys(value).filter((pattern) => value[pattern] === true);
  };
  return [...excludedIn('files'), ...(includeIgnored ? [] : excludedIn('search'))];
}

/** The encoding for searching files of a folder that have no byte order mark. */
interface SearchEncoding {
  /** Label in the Encoding Standard, as `encodingLabel` returns; undefined if ripgrep does not support the encoding. */
  readonly label: string | undefined;
  /** Sentences for the model about files that the editor may decode otherwise. */
  readonly notes: readonly string[];
}

/** Reads from the settings how to decode the files of a folder. */
export function searchEncoding(uri: vscode.Uri): SearchEncoding {
  const { encoding, guessesEncoding, languagesWithEncoding } = filesSettings(uri);
  const differing = languagesWithEncoding.filter((languageId) => {
    const languageEncoding = vscode.workspace.getConfiguration('files', { uri, languageId }).get<string>('encoding');
    return languageEncoding !== undefined && languageEncoding !== encoding;
  });
  const notes: string[] = [];
  if (differing.length > 0)
    notes.push(
      `Files in ${differing.join(', ')} were searched as ${encoding}, although the settings give them a different encoding: read those that matter with redline_read_file.`,
    );
  if (guessesEncoding)
    notes.push(
      `All files without a byte order mark were searched as ${encoding}; files.autoGuessEncoding was not applied.`,
    );
  return { label: encodingLabel(encoding), notes };
}

/**
 * Open documents in a folder, or in one nested in it, whose text a search of the disk does not see: unsaved, or opened
 * in another encoding.
 */
export function unsavedFilesIn(folder: vscode.WorkspaceFolder): UnsavedFile[] {
  const folderPrefix = `${folder.uri.toString().replace(/\/$/, '')}/`;
  return vscode.workspace.textDocuments
    .filter((document) => document.isDirty || !isDecodedAs(document, filesSettings(folder.uri).encoding))
    .filter(({ uri }) => uri.toString().startsWith(folderPrefix) || vscode.workspace.getWorkspaceFolder(uri) === folder)
    .map((document) => ({ path: relativeTo(folder, document.uri), text: document.getText() }));
}

/** Whether a document was decoded with the encoding that the search engines use. */
function isDecodedAs({ encoding, isUntitled }: vscode.TextDocument, configured: string): boolean {
  return isUntitled || encoding === configured || (encoding === 'utf8bom' && configured === 'utf8');
}
