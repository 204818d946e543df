// Logs that the history could not be written, where that changes nothing about the files.

import { formatTrace } from '../../core/wording/trace.ts';
import type { Log } from '../shared/log.ts';

/** Returns a handler for a failed write of the history. */
export function logHistoryFailure(log: Log): (cause: unknown) => void {
  return (cause) => log.error(`The history could not be written: ${formatTrace(cause)}`);
}
