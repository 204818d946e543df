// Reads VS Code's `files.*` settings, and caches them.

import * as vscode from 'vscode';

/** The `files.*` settings of a workspace folder. */
interface FilesSettings {
  readonly encoding: string;
  readonly guessesEncoding: boolean;
  /** Ids of the languages whose files have an encoding of their own. */
  readonly languagesWithEncoding: readonly string[];
  /** Globs of read-only files, except those that `readonlyExclude` matches. */
  readonly readonlyInclude: readonly string[];
  readonly readonlyExclude: readonly string[];
}

/** Whether every file has the encoding of the settings: it is neither guessed nor chosen by the file's language. */
export function usesOneEncoding({ guessesEncoding, languagesWithEncoding }: FilesSettings): boolean {
  return !guessesEncoding && languagesWithEncoding.length === 0;
}

/** By the URI of the workspace folder, since its files share their settings; '' for files outside. */
const cache = new Map<string, FilesSettings>();
/** Whether the cache is cleared when a setting or folder changes. The listeners stay until the window closes. */
let isWatching = false;

/** The settings for a file, cached: VS Code takes longer to return them than the disk to read a small file. */
export function filesSettings(uri: vscode.Uri): FilesSettings {
  if (!isWatching) {
    isWatching = true;
    vscode.workspace.onDidChangeConfiguration(() => cache.clear());
    vscode.workspace.onDidChangeWorkspaceFolders(() => cache.clear());
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
  const settings = cache.get(folder) ?? readSettings(uri);
  cache.set(folder, settings);
  return settings;
}

function readSettings(uri: vscode.Uri): FilesSettings {
  const files = vscode.workspace.getConfiguration('files', uri);
  const patterns = (name: string): string[] =>
    Object.entries(files.get<Readonly<Record<string, unknown>>>(name) ?? {}).flatMap(([pattern, isOn]) =>
      isOn === true ? [pattern] : [],
    );
  return {
    encoding: files.get<string>('encoding', 'utf8'),
    guessesEncoding: files.get<boolean>('autoGuessEncoding', false),
    languagesWithEncoding: files.inspect('encoding')?.languageIds ?? [],
    readonlyInclude: patterns('readonlyInclude'),
    readonlyExclude: patterns('readonlyExclude'),
  };
}
