// Refuses edits that the sandbox of an agent under Hold would refuse after the person had approved them.
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { ToolError } from '../../core/wording/errors.ts';

/** A folder in which an agent's own tools write nothing. Both are URIs with every link resolved, without `/` at the end. */
export interface ClosedFolder {
  readonly folder: string;
  /** Folders below it in which they may write. */
  readonly open: readonly string[];
}

/**
 * @param tool the tool of Redline that makes the same change.
 * @throws PERMISSION_DENIED if a change is in the closed folder.
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
