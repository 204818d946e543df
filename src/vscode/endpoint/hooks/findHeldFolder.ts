// Finds the folder that Hold write-protects for an agent. Edits in it are rejected by `heldFolder.ts`, without VS Code.
import * as vscode from 'vscode';
import { definesProfile, holdFiles } from '../../../core/connect/holdSettings.ts';
import { fileSystem } from '../../files/fileSystem.ts';
import type { FindHeldAgents } from '../../gate/teamPolicy/teamPolicyFile.ts';
import type { HeldFolder } from './heldFolder.ts';

/**
 * The write-protected folder of an agent that works in `cwd`, once a test in its sandbox has confirmed it. Only Codex
 * offers its own tools under Hold. Without settings of Hold at or above the folder, no test is run.
 */
export async function findHeldFolder(
  agent: string,
  cwd: string,
  findHeld: FindHeldAgents,
): Promise<HeldFolder | undefined> {
  if (agent !== 'codex' || !(await isHoldSet(cwd))) return undefined;
  const held = (await findHeld(vscode.Uri.file(cwd))).get(agent);
  if (held === undefined) return undefined;
  const toUri = (path: string): string => vscode.Uri.file(path).toString();
  return {
    folder: toUri(held.folder),
    writableFolders: held.writable.map((relativePath) => toUri(`${held.folder}/${relativePath}`)),
  };
}

/** Whether Codex has settings of Hold in a folder, or in one above it. */
async function isHoldSet(folder: string): Promise<boolean> {
  for (const { path } of holdFiles('codex', { folder, writable: [] })) {
    const file = vscode.Uri.joinPath(vscode.Uri.file(folder), path);
    const text = await fileSystem.readFile(file).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    );
    if (definesProfile(text)) return true;
  }
  const parent = vscode.Uri.joinPath(vscode.Uri.file(folder), '..').fsPath;
  return parent !== folder && isHoldSet(parent);
}
