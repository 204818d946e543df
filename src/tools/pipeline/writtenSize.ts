import type { Change } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { pathOf } from '../../core/change/summary.ts';

const mebibyte = 1024 * 1024;

/**
 * Refuses a plan that writes too much to a file. Counted are appended bytes, or the whole file if it grows otherwise.
 *
 * @throws ToolError TOO_LARGE.
 */
export function requireWritable(changes: readonly Change[], maxBytes: number): void {
  for (const change of changes) {
    const size = writtenBy(change);
    if (size <= maxBytes) continue;
    throw new ToolError(
      'TOO_LARGE',
      `${pathOf(change)} would take ${size} bytes, and a call writes at most ${maxBytes} bytes (${maxBytes / mebibyte} MiB) to a file. Nothing was changed. Write less, or write the first part and add each other part with redline_write_file and mode "append".`,
    );
  }
}

/** The bytes of a change that count. */
function writtenBy(change: Change): number {
  if (!('after' in change)) return 0;
  if (change.after.kind === 'large') return change.kind === 'update' ? (change.after.tail?.bytes.length ?? 0) : 0;
  if (!('bytes' in change.after)) return 0;
  const { length } = change.after.bytes;
  // A copy of a smaller file sends no new bytes.
  if (change.kind === 'copy') return length > wholeFileLimit ? length : 0;
  if (change.kind === 'create' || !('bytes' in change.before)) return length;
  const before = change.before.bytes.length;
  if (length <= before) return 0;
  return appends(change) ? length - before : length;
}

function appends(change: Change): boolean {
  if (change.kind !== 'update' || change.before.kind !== 'text') return false;
  const { before, edits } = change;
  return edits !== undefined && edits.every(({ start, end }) => start === before.text.length && end === start);
}
