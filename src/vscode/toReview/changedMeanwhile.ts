// Creates the error of a command on a file that has changed since it was listed.

import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';

export function changedMeanwhileError({ path }: Pick<ReviewItem, 'path'>): ToolError {
  return failure('STALE', phrase('{0} has changed meanwhile. Look at it again.', path), 'Tell the user.');
}
