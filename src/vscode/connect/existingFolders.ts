// Finds the workspace folders that exist: a workspace also lists folders that were deleted or moved since.
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';

/** A workspace folder on disk. */
export interface ExistingFolder {
  readonly name: string;
  /** Absolute path, as opened. */
  readonly folder: string;
  /** Canonical path, by which agents look for their settings of the folder. */
  readonly realFolder: string;
}

/**
 * The folders that exist, in the same order: in a missing one, nothing can be connected, held or tested.
 * @throws the system's error for a folder that cannot be resolved for another reason
 */
export async function existingFolders(
  folders: readonly { readonly name: string; readonly uri: { readonly fsPath: string } }[],
  machine: Pick<AgentMachine, 'realFolder'>,
): Promise<ExistingFolder[]> {
  const found = await Promise.all(
    folders.map(async ({ name, uri: { fsPath: folder } }) => {
      try {
        return [{ name, folder, realFolder: await machine.realFolder(folder) }];
      } catch (cause) {
        if (isMissing(cause)) return [];
        throw cause;
      }
    }),
  );
  return found.flat();
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
}
