// Creates the errors with which the applier reports a failed call, with texts for agents and the user.

import type { Change } from '../../core/change/change.ts';
import { listPaths } from '../../core/change/summary.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';

/** The error if the journal entry was deleted, or recovered by another window, before the change was complete. */
export function entryLostError(): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      'The history lost track of the change while it was being made, or another window treated it as interrupted. It was rolled back.',
    ),
    'Read the files again, then repeat the call.',
  );
}

/** The error if the files of `unrestored` could not be rolled back, or were overwritten by another program. */
export function partlyRolledBackError(unrestored: readonly Change[], cause: unknown): ToolError {
  return failure(
    'PARTIALLY_APPLIED',
    phrase(
      'The change failed halfway, and {0} could not be restored; everything else was. Redline will try again when the window is reloaded.',
      listPaths(unrestored),
    ),
    'Do not continue with these files and do not repeat the call; tell the user.',
    cause,
  );
}

/** The error if files of the change were overwritten by another program, or if `isFormatted` by save participants. */
export function overwrittenError(overwritten: readonly Change[], cause: unknown, isFormatted: boolean): ToolError {
  const paths = listPaths(overwritten);
  return failure(
    'PARTIALLY_APPLIED',
    isFormatted
      ? phrase(
          'The change failed halfway, and the contents of {0} are different now; formatting on save or another program may be the cause. They were left alone and may contain part of the change; everything else was restored.',
          paths,
        )
      : phrase(
          'Another program wrote to {0} while the change was being made. What is there now was left alone and may contain part of the change; everything else was restored.',
          paths,
        ),
    'Do not repeat the call as it was: read what is there now, then decide again.',
    cause,
  );
}
