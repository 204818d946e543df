// Creates the errors that tell a model that its change was rejected.

import { ToolError } from '../../core/wording/errors.ts';
import type { Rejection } from '../ports/ports.ts';
import { asSentence } from '../../core/wording/phrase.ts';

/** The error for a change that the user rejected, with their reason as typed, if any. */
export function createRejection(reason?: string): ToolError {
  const reasonText = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  return createNotWrittenError(`The user rejected the change.${reasonText}`);
}

/** Converts the user's rejection of a change to an error, with their reason and their comments on lines. */
export async function toRejectionError({ reason, comments = [] }: Rejection): Promise<ToolError> {
  if (comments.length === 0) return createRejection(reason);
  const { createCommentedRejection } = await import('./commented.ts');
  return createCommentedRejection(reason, comments);
}

/**
 * The error for a change that was not written, because the user or a hook decided so. Its advice is the same for all.
 * @param headline what the user or the agent's hook did, as sentences
 */
export function createNotWrittenError(headline: string): ToolError {
  return new ToolError(
    'REJECTED',
    `${headline} Nothing was written. Do not repeat the call as it was; follow the user's reason, or ask what they want instead.`,
  );
}
