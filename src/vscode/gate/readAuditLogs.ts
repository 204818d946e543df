// Reads the audit logs of all windows that VS Code has not deleted yet.
import * as vscode from 'vscode';
import { auditFile, maxOlderFiles } from './auditFiles.ts';
import { fileSystem, isMissing } from '../files/fileSystem.ts';

/** Name of the log folder of one start of VS Code: `20261123T140509`. */
const startFolder = /^\d{8}T\d{6}$/;

/**
 * Texts of the audit logs of all windows, including this one, each file oldest first. VS Code stores them in
 * `<logs>/<start>/<window>/…/<extension>`: of other windows, the first and last folder have known names.
 * @param ownFolder the folder of this window's log
 */
export async function readAuditLogs(ownFolder: vscode.Uri): Promise<readonly string[]> {
  const names = ownFolder.path.split('/');
  const startIndex = names.findLastIndex((name) => startFolder.test(name));
  if (startIndex < 0) return readLogFiles(ownFolder);
  const logs = ownFolder.with({ path: names.slice(0, startIndex).join('/') });
  let folders = (await foldersIn(logs)).filter(({ path }) => startFolder.test(path.split('/').at(-1) ?? ''));
  const [extensionName, ...namesBetween] = names.slice(startIndex + 1).toReversed();
  for (const _ of namesBetween) folders = (await Promise.all(folders.map(foldersIn))).flat();
  if (extensionName !== undefined) folders = folders.map((folder) => vscode.Uri.joinPath(folder, extensionName));
  return (await Promise.all(folders.map(readLogFiles))).flat();
}

/** The files of one log. A file that was renamed while they were read is taken once. */
async function readLogFiles(folder: vscode.Uri): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let age = 0; age <= maxOlderFiles; age++) {
    const file = vscode.Uri.joinPath(folder, auditFile(age));
    const text = new TextDecoder().decode(await orIfMissing(fileSystem.readFile(file), new Uint8Array()));
    const newer = texts.at(-1) ?? '';
    if (newer !== '' && text.startsWith(newer)) texts.pop();
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

/** Awaits a read; returns `none` if the file is missing, since VS Code deletes old logs. */
async function orIfMissing<T>(reading: Thenable<T>, none: T): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (isMissing(cause)) return none;
    throw cause;
  }
}
