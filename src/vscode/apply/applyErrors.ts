import type { Change } from '../../core/change/change.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf } from '../../core/change/summary.ts';

/** The journal entry was gone, or recovered by another window, before the change was complete. */
export function entryLost(): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      'The history lost track of the change while it was being made, or another window treated it as interrupted. It was rolled back.',
    ),
    'Read the files again, then repeat the call.',
  );
}

/** Some of the change could not be rolled back. */
export function partlyRolledBack(left: readonly Change[], cause: unknown): ToolError {
  return failure(
    'PARTIALLY_APPLIED',
    phrase(
      'The change failed halfway, and {0} could not be restored; everything else was. Redline will try again when the window is reloaded.',
      namesOf(left),
    ),
    'Do not continue with these files and do not repeat the call; tell the user.',
    cause,
  );
}

/** Some of the change was overwritten by another program, or by save participants if `isFormatted`. */
export function overwrittenByOthers(left: readonly Change[], cause: unknown, formats: boolean): ToolError {
  const names = namesOf(left);
  return failure(
    'PARTIALLY_APPLIED',
    formats
      ? phrase(
          'The change failed halfway, and the contents of {0} are different now; formatting on save or another program may be the cause. They were left alone and may contain part of the change; everything else was restored.',
          names,
        )
      : phrase(
          'Another program wrote to {0} while the change was being made. What is there now was left alone and may contain part of the change; everything else was restored.',
          names,
        ),
    'Do not repeat the call as it was: read what is there now, then decide again.',
    cause,
  );
}

export function namesOf(changes: readonly Change[]): string {
  return changes.map(pathOf).join(', ');
}
