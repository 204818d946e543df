// Logs unexpected failures.

import type * as vscode from 'vscode';
import { formatTrace } from '../../core/wording/errors.ts';
import type { Failures } from '../../tools/ports/failures.ts';

/** Redline's log: names and verdicts, never a file's content. */
export type Log = Pick<vscode.LogOutputChannel, 'info' | 'warn' | 'error'>;

export function failuresIn(log: Log): Failures {
  return { unexpected: (step, cause) => log.error(`Unexpected failure (${step}): ${formatTrace(cause)}`) };
}
