import type { Change } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import { staleness } from '../core/staleness.ts';
import type { ReadMemory } from './ports.ts';

/**
 * Compares every file of a plan with what an agent last read or wrote of it.
 *
 * @returns sentences about files where other lines changed since.
 * @throws ToolError STALE where the very lines that are about to change did, with the diff since the read.
 */
export function checkStaleness(changes: readonly Change[], reads: ReadMemory): string[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') return [];
    const read = reads.lastRead(change.at);
    if (read === undefined || read.sha256 === change.before.sha256) return [];
    const found = staleness(read.text, change.before.text, change.after.text, change.edits, change.at.path);
    if (found.kind === 'stale') {
      throw staleError(change.at.path, found.diff);
    }
    return found.kind === 'moved'
      ? [`Other lines of ${change.at.path} changed since it was last read (now: ${found.ranges}).`]
      : [];
  });
}

/** `diff` is what changed since the read. */
export function staleError(path: string, diff: string): ToolError {
  return new ToolError(
    'STALE',
    `${path} changed since it was last read, in the lines this call would change. Read it again with redline_read_file, then repeat the call. Changed since:\n${diff}`,
  );
}
