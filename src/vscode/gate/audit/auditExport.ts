// Implements the commands that export the audit log, and copy a summary of an agent's turn. They read the logs of all
// windows, as far as VS Code has not deleted them yet.
import * as vscode from 'vscode';
import { registerCommands } from '../../shared/contributions/commands.ts';
import { exportFileName, parseLogs, type ExportedLog } from '../../../core/audit/exportedCall.ts';
import { groupByTurn, outlineTurn, summarizeTurn, type AuditTurn } from '../../../core/audit/turnSummary.ts';
import { fileSystem, isMissing } from '../../files/fileSystem.ts';
import { auditFileName, maxOlderFiles } from './auditFiles.ts';
import { notify } from '../../messages/notify.ts';
import { pick } from '../../messages/ask.ts';

/** Maximum number of turns to choose from, the newest. */
const maxTurns = 100;

/** Matches the name of the log folder of one start of VS Code: `20261123T140509`. */
const startFolderPattern = /^\d{8}T\d{6}$/;

/**
 * Registers these commands; `registerAudit` lists their ids.
 * @param ownLog resolves to the folder of this window's log, once all calls are written
 */
export function registerAuditExport(ownLog: () => Promise<vscode.Uri>): vscode.Disposable {
  const read = async (): Promise<ExportedLog> => parseLogs(await readAuditLogs(await ownLog()));
  return registerCommands({
    'redline.exportAuditLog': async () => exportCalls(await read()),
    'redline.copyTurnSummary': async () => copySummary(await read()),
  });
}

async function exportCalls({ calls, invalidLineCount }: ExportedLog): Promise<void> {
  if (calls.length === 0)
    return showMessage(vscode.l10n.t('No agent has called a Redline tool yet.'), invalidLineCount);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Audit Log'),
    filters: { 'JSON Lines': ['jsonl'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder.uri, exportFileName(new Date())) }),
  });
  if (target === undefined) return;
  const lines = calls.map((call) => `${JSON.stringify(call)}\n`).join('');
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(lines));
  const openButton = vscode.l10n.t('Open File');
  const message = vscode.l10n.t(
    '{0} calls were exported, of all windows whose logs VS Code still keeps.',
    calls.length,
  );
  const button = await notify('Information', `Redline: ${withInvalidLines(message, invalidLineCount)}`, openButton);
  if (button === openButton) await vscode.window.showTextDocument(target);
}

/** Copies a summary of an agent's turn in this workspace, as the body of a commit message. */
async function copySummary({ calls, invalidLineCount }: ExportedLog): Promise<void> {
  const folderUris = new Set((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()));
  const callsHere = calls.filter(({ folders }) => folders.some((folder) => folderUris.has(folder)));
  const turns = groupByTurn(callsHere).slice(0, maxTurns);
  if (turns.length === 0)
    return showMessage(vscode.l10n.t('No agent has changed a file in this workspace yet.'), invalidLineCount);
  const picked = await pick(turns.map(turnItem), {
    title: vscode.l10n.t('Copy Turn Summary'),
    placeHolder: vscode.l10n.t('What an agent changed in one turn, as the body of a commit message'),
  });
  if (picked === undefined) return;
  await vscode.env.clipboard.writeText(`${summarizeTurn(picked.turn)}\n`);
  showMessage(vscode.l10n.t('The summary was copied.'), invalidLineCount);
}

function turnItem(turn: AuditTurn): vscode.QuickPickItem & { readonly turn: AuditTurn } {
  const { title, files } = outlineTurn(turn);
  const [first] = turn.calls;
  const time = first === undefined ? '' : new Date(first.time).toLocaleString(vscode.env.language);
  return { turn, label: title, description: time, detail: files.slice(0, 3).join(', ') };
}

function showMessage(message: string, invalidLineCount: number): void {
  void notify('Information', `Redline: ${withInvalidLines(message, invalidLineCount)}`);
}

function withInvalidLines(message: string, invalidLineCount: number): string {
  if (invalidLineCount === 0) return message;
  return `${message} ${vscode.l10n.t('{0} lines of the log cannot be read and were left out.', invalidLineCount)}`;
}

/**
 * Texts of the audit logs of all windows, including this one, the files of each log oldest first. VS Code stores them
 * in `<logs>/<start>/<window>/…/<extension>`. The folder names between start and extension differ by window, so all
 * folders at these levels are searched.
 * @param ownFolder the folder of this window's log
 */
async function readAuditLogs(ownFolder: vscode.Uri): Promise<readonly string[]> {
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
    // Lines may have been appended to the file since.
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
