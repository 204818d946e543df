// Creates the errors of storing and reading the contents of journal entries.

import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';

/** The error for a large file that cannot be copied, since the storage is not on a local disk. */
export function tooLargeToStoreError(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

/** The error for contents that are missing from the storage. */
export function missingContentsError(): ToolError {
  const text = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}

/** The error for stored contents whose bytes do not match their hash. */
export function damagedContentsError(): ToolError {
  const text = phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}
