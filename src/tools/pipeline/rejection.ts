// Formats the errors for rejected changes.

import { ToolError } from '../../core/wording/errors.ts';
import type { Decision } from '../ports/ports.ts';
import { asSentence } from '../shared/common.ts';

/** The error for a change that the user rejected, with their reason. */
export function rejection(reason?: string): ToolError {
  const why = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  return rejectionResult(`The user rejected the change.${why}`);
}

/** `rejection` with all of the user's feedback, including comments on lines. */
export async function rejectionBy({
  reason,
  comments = [],
}: Extract<Decision, { approved: false }>): Promise<ToolError> {
  if (comments.length === 0) return rejection(reason);
  const { commentedRejection } = await import('./commented.ts');
  return commentedRejection(reason, comments);
}

/** The REJECTED error; `what` describes the event. */
export function rejectionResult(what: string): ToolError {
  return new ToolError(
    'REJECTED',
    `${what} Nothing was written. Do not repeat the call as it was; follow the user's reason, or ask what they want instead.`,
  );
}
