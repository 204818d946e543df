// Rejects edits in a folder under Hold before the review, since the agent's sandbox would block the write afterwards.
import type { Change } from '../../../core/change/change.ts';
import { locationsOf } from '../../../core/change/summary.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import * as vscode from 'vscode';
import { definesProfile, holdFiles } from '../../../core/connect/holdSettings.ts';
import { fileSystem } from '../../files/fileSystem.ts';
import type { HeldIn } from '../../gate/teamPolicy/teamPolicyFile.ts';

/** A folder in which an agent's own tools cannot write. Canonical URIs without a final `/`. */
export interface HeldFolder {
  readonly folder: string;
  /** Subfolders in which they can write. */
  readonly writableFolders: readonly string[];
}

/**
 * Requires that no change is in a write-protected folder.
 * @param redlineTool the tool of Redline that makes the same change
 * @throws PERMISSION_DENIED
 */
export function requireOutsideHeld(
  changes: readonly Change[],
  { folder, writableFolders }: HeldFolder,
  redlineTool: string,
): void {
  const isWithin = (real: string, folderUri: string): boolean => real === folderUri || real.startsWith(`${folderUri}/`);
  const heldLocation = changes
    .flatMap(locationsOf)
    .find(({ real }) => isWithin(real, folder) && !writableFolders.some((each) => isWithin(real, each)));
  if (heldLocation === undefined) return;
  const name = redlineTool.replace(/^redline_/, '');
  throw new ToolError(
    'PERMISSION_DENIED',
    `Hold is on here: your sandbox lets only Redline write ${heldLocation.path}, so the user was not asked, and nothing was written. Call Redline's ${name} (MCP server "redline") with the same change instead.`,
  );
}

/**
 * The write-protected folder of an agent that works in `cwd`, once a test in its sandbox has confirmed it. Only Codex
 * offers its own tools under Hold. Without settings of Hold at or above the folder, no test is run.
 */
export async function findHeldFolder(agent: string, cwd: string, heldIn: HeldIn): Promise<HeldFolder | undefined> {
  if (agent !== 'codex' || !(await isHoldSet(cwd))) return undefined;
  const held = (await heldIn(vscode.Uri.file(cwd))).get(agent);
  if (held === undefined) return undefined;
  const toUri = (path: string): string => vscode.Uri.file(path).toString();
  return {
    folder: toUri(held.folder),
    writableFolders: held.writable.map((below) => toUri(`${held.folder}/${below}`)),
  };
}

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
