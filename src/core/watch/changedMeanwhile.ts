// Words the error of commands on a file to review that has changed meanwhile.

import type { ReviewItem } from './reviewItem.ts';
import { failure, type ToolError } from '../wording/errors.ts';
import { phrase } from '../wording/phrase.ts';

/** Creates the error `STALE`, for a command on a file that has changed since the view listed it. */
export function changedMeanwhileError({ path }: Pick<ReviewItem, 'path'>): ToolError {
  return failure('STALE', phrase('{0} has changed meanwhile. Look at it again.', path), 'Tell the user.');
}
