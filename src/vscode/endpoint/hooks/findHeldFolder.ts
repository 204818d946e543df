// Finds the folder that Hold write-protects for an agent. `editReviews.ts` rejects edits in it, without VS Code.
import * as vscode from 'vscode';
import { definesProfile, holdFiles } from '../../../core/connect/holdSettings.ts';
import { fileSystem } from '../../files/fileSystem.ts';
import type { FindHeldAgents } from '../../gate/teamPolicy/knownPolicies.ts';
import type { HeldFolder } from '../edits/editReviews.ts';

/**
 * The write-protected folder of an agent that works in `cwd`, confirmed by a test in its sandbox. Undefined if there is
 * none, and for all agents but Codex: under Hold, the others do not offer their edit tools, so that no edit arrives
 * here. The test is slow, so it is run only if there are settings of Hold at or above `cwd`.
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

/** Whether Codex has settings of Hold in a folder, or in one above it. A file that cannot be read counts as absent. */
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
