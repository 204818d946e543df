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
 * Returns the folders that exist, in the same order: in a missing one, nothing can be connected, held or tested.
 * @param onUnreachable called with each folder that may exist but cannot be resolved, as on a network drive that does not
 *   answer, and with the system's error; it is left out, too
 */
export async function existingFolders(
  folders: readonly { readonly name: string; readonly uri: { readonly fsPath: string } }[],
  machine: Pick<AgentMachine, 'realFolder'>,
  onUnreachable: (folder: string, cause: unknown) => void,
): Promise<ExistingFolder[]> {
  const found = await Promise.all(
    folders.map(async ({ name, uri: { fsPath: folder } }) => {
      try {
        return [{ name, folder, realFolder: await machine.realFolder(folder) }];
      } catch (cause) {
        if (!isMissing(cause)) onUnreachable(folder, cause);
        return [];
      }
    }),
  );
  return found.flat();
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
}
