import * as vscode from 'vscode';

/** What the settings `files.*` say of the files of a workspace folder. */
export interface FilesSettings {
  readonly encoding: string;
  readonly guessesEncoding: boolean;
  /** The languages that have an encoding of their own. */
  readonly languagesWithEncoding: readonly string[];
  readonly readonlyInclude: readonly string[];
  readonly readonlyExclude: readonly string[];
}

/** By workspace folder; empty again when a setting or a folder changes. */
const known = new Map<string, FilesSettings>();
let isWatching = false;

/** The settings for a file. Kept, since the editor takes longer to tell them than the disk to read a small file. */
export function filesSettings(uri: vscode.Uri): FilesSettings {
  if (!isWatching) {
    isWatching = true;
    vscode.workspace.onDidChangeConfiguration(() => known.clear());
    vscode.workspace.onDidChangeWorkspaceFolders(() => known.clear());
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
  const found = known.get(folder) ?? read(uri);
  known.set(folder, found);
  return found;
}

function read(uri: vscode.Uri): FilesSettings {
  const files = vscode.workspace.getConfiguration('files', uri);
  const patterns = (name: string): string[] =>
    Object.entries(files.get<Readonly<Record<string, unknown>>>(name) ?? {}).flatMap(([pattern, on]) =>
      on === true ? [pattern] : [],
    );
  return {
    encoding: files.get<string>('encoding', 'utf8'),
    guessesEncoding: files.get<boolean>('autoGuessEncoding', false),
    languagesWithEncoding: files.inspect('encoding')?.languageIds ?? [],
    readonlyInclude: patterns('readonlyInclude'),
    readonlyExclude: patterns('readonlyExclude'),
  };
}
