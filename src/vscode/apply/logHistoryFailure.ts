// Logs a failed write of the history where the files themselves are not affected, so that no call fails for it.

import { formatTrace } from '../../core/wording/errors.ts';
import type { Log } from '../shared/log.ts';

/** Returns a handler for a failed write of the history. */
export function logHistoryFailure(log: Log): (cause: unknown) => void {
  return (cause) => log.error(`The history could not be written: ${formatTrace(cause)}`);
}
