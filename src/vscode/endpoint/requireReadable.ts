// Asks the user before an agent's own tool reads a secret.
import { compileProtectedFiles } from '../../core/rules/protected.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { toAbsolutePath } from '../../tools/hooks/chooseTool.ts';
import type { Workspace } from '../../tools/ports/ports.ts';

/**
 * A read of a secret needs the user's permission, as when Redline reads it.
 * @param kind `readChanges` if the tool shows what the files were before, too
 * @param cwd the agent's working directory
 * @throws ToolError PERMISSION_DENIED, REJECTED
 */
export async function requireReadable(
  paths: readonly string[],
  kind: 'read' | 'readChanges',
  cwd: string | undefined,
  workspace: Workspace,
): Promise<void> {
  for (const path of paths) {
    const absolutePath = toAbsolutePath(path, cwd);
    const resolved = await workspace.locate(absolutePath).catch((cause: unknown) => {
      if (cause instanceof ToolError && cause.code === 'PERMISSION_DENIED') throw cause;
      // Other paths outside the workspace, and invalid ones, are left to the agent.
      if (compileProtectedFiles().reading([path, absolutePath]) !== undefined) throw secretOutsideError(path);
      return undefined;
    });
    if (resolved === undefined || !workspace.isSecret(resolved)) continue;
    // A search of a folder reveals which files contain the text; only the agent knows which ones it opens.
    const stat = await workspace.stat(resolved);
    if ((stat?.targetType ?? stat?.type) === 'file') await workspace.read(resolved).catch(throwUnlessTooLarge);
    else if (kind === 'readChanges') throw secretDeletedError(path);
  }
}

/** Ignores TOO_LARGE: by then the user has allowed the read, and the agent's own tool may read larger files. */
function throwUnlessTooLarge(cause: unknown): void {
  if (!(cause instanceof ToolError) || cause.code !== 'TOO_LARGE') throw cause;
}

function secretOutsideError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${path} is outside of the workspace and may contain secrets, so it was not read. Continue without it. To be asked about such files, the user sets redline.externalPaths to "ask".`,
  );
}

function secretDeletedError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `The changes contain ${path}, which was deleted and may contain secrets, so they were not read. Run git diff for the other files instead.`,
  );
}
