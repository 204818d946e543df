// Reads the audit logs of all windows, as far as VS Code has not deleted them yet, for export and summaries.
import * as vscode from 'vscode';
import { auditFileName, maxOlderFiles } from './auditFiles.ts';
import { fileSystem, isMissing } from '../../files/fileSystem.ts';

/** Matches the name of the log folder of one start of VS Code: `20261123T140509`. */
const startFolderPattern = /^\d{8}T\d{6}$/;

/**
 * Texts of the audit logs of all windows, including this one, the files of each log oldest first. VS Code stores them
 * in `<logs>/<start>/<window>/…/<extension>`. The folder names between start and extension differ by window, so all
 * folders at these levels are searched.
 * @param ownFolder the folder of this window's log
 */
export async function readAuditLogs(ownFolder: vscode.Uri): Promise<readonly string[]> {
  const names = ownFolder.path.split('/');
  const startIndex = names.findLastIndex((name) => startFolderPattern.test(name));
  if (startIndex < 0) return readLogFiles(ownFolder);
  const logsFolder = ownFolder.with({ path: names.slice(0, startIndex).join('/') });
  let folders = (await foldersIn(logsFolder)).filter(({ path }) =>
    startFolderPattern.test(path.split('/').at(-1) ?? ''),
  );
  const [extensionName, ...namesBetween] = names.slice(startIndex + 1).toReversed();
  for (const _ of namesBetween) folders = (await Promise.all(folders.map(foldersIn))).flat();
  if (extensionName !== undefined) folders = folders.map((folder) => vscode.Uri.joinPath(folder, extensionName));
  return (await Promise.all(folders.map(readLogFiles))).flat();
}

/** The texts of one log's files, oldest first. A rotation meanwhile renames files, so one may be read twice. */
async function readLogFiles(folder: vscode.Uri): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let age = 0; age <= maxOlderFiles; age++) {
    const file = vscode.Uri.joinPath(folder, auditFileName(age));
    const text = new TextDecoder().decode(await orIfMissing(fileSystem.readFile(file), new Uint8Array()));
    const newer = texts.at(-1) ?? '';
    // Since then, lines may have been appended to it.
    const isSameFile = newer !== '' && text.startsWith(newer);
    if (isSameFile) texts.pop();
    texts.push(text);
  }
  return texts.toReversed();
}

async function foldersIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const entries = await orIfMissing(fileSystem.readDirectory(folder), []);
  return entries
    .filter(([, type]) => type === vscode.FileType.Directory)
    .map(([name]) => vscode.Uri.joinPath(folder, name));
}

/** Awaits a read; returns `fallback` if the file is missing, since VS Code deletes old logs. */
async function orIfMissing<T>(reading: Thenable<T>, fallback: T): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (isMissing(cause)) return fallback;
    throw cause;
  }
}
