// Creates the error of commands on an unreviewed file that has changed since it was displayed.

import type { ReviewItem } from './reviewItem.ts';
import { failure, type ToolError } from '../wording/errors.ts';
import { phrase } from '../wording/phrase.ts';

/** Creates an error with the code `STALE`. */
export function changedMeanwhileError({ path }: Pick<ReviewItem, 'path'>): ToolError {
  return failure('STALE', phrase('{0} has changed meanwhile. Look at it again.', path), 'Tell the user.');
}
