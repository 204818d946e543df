// Rejects, before the review, edits that an agent's sandbox would block afterwards anyway.
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { ToolError } from '../../core/wording/errors.ts';

/** A folder in which an agent's own tools cannot write. Canonical URIs without a final `/`. */
export interface ClosedFolder {
  readonly folder: string;
  /** Subfolders in which they can write. */
  readonly open: readonly string[];
}

/**
 * Requires that no change is in a write-protected folder.
 * @param tool the tool of Redline that makes the same change
 * @throws PERMISSION_DENIED
 */
export function requireOpen(changes: readonly Change[], { folder, open }: ClosedFolder, tool: string): void {
  const isIn = (real: string, above: string): boolean => real === above || real.startsWith(`${above}/`);
  const closed = changes
    .flatMap(locationsOf)
    .find(({ real }) => isIn(real, folder) && !open.some((each) => isIn(real, each)));
  if (closed === undefined) return;
  const name = tool.replace(/^redline_/, '');
  throw new ToolError(
    'PERMISSION_DENIED',
    `Hold is on here: your sandbox lets only Redline write ${closed.path}, so the user was not asked, and nothing was written. Call Redline's ${name} (MCP server "redline") with the same change instead.`,
  );
}
