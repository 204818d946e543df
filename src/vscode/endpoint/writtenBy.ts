// Converts an agent's write into the outcome of its call.
import type { Comparison } from '../apply/handOver.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { Applied } from '../../tools/ports/ports.ts';

/** The error for changes whose files were released before the agent wrote them. */
export function notWrittenYet(): ToolError {
  return failure(
    'STALE',
    phrase('The agent has not written yet what you approved.'),
    'Read the file again before you change it.',
  );
}

/** The outcome of a call from an agent's write. Throws STALE if nothing was written. */
export function writtenBy({ writtenChanges, differentChanges }: Comparison): Applied {
  if (writtenChanges.length === 0) {
    throw failure(
      'STALE',
      phrase('The agent did not write what you approved. Nothing was changed.'),
      'Read the file again.',
    );
  }
  const paths = differentChanges.map(displayPathOf).join(', ');
  const notes =
    differentChanges.length === 0
      ? []
      : [`What is in ${paths} now is not what the user approved. Read it before you continue.`];
  return { changes: writtenChanges, unsaved: [], notes };
}
