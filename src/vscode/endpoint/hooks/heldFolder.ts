// Rejects edits in a folder under Hold before the review, since the agent's sandbox would block the write afterwards.
import type { Change } from '../../../core/change/change.ts';
import { locationsOf } from '../../../core/change/summary.ts';
import { ToolError } from '../../../core/wording/errors.ts';

/** A folder in which an agent's own tools cannot write. Canonical URIs without a final `/`. */
export interface HeldFolder {
  readonly folder: string;
  /** Subfolders in which the agent's own tools can write nevertheless. */
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
    .find(({ real }) => isWithin(real, folder) && !writableFolders.some((writable) => isWithin(real, writable)));
  if (heldLocation === undefined) return;
  const name = redlineTool.replace(/^redline_/, '');
  throw new ToolError(
    'PERMISSION_DENIED',
    `Hold is on here: your sandbox lets only Redline write ${heldLocation.path}, so the user was not asked, and nothing was written. Call Redline's ${name} (MCP server "redline") with the same change instead.`,
  );
}
