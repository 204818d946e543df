// Formats the errors for rejected changes.

import { ToolError } from '../../core/wording/errors.ts';
import { asSentence } from '../shared/common.ts';

/** The error for a change that the person rejected, with their reason. */
export function rejection(reason?: string): ToolError {
  const why = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  return rejectionResult(`The user rejected the change.${why}`);
}

/** The REJECTED error for what happened in `what`. */
export function rejectionResult(what: string): ToolError {
  return new ToolError(
    'REJECTED',
    `${what} Nothing was written. Do not repeat the call as it was; follow the user's reason, or ask what they want instead.`,
  );
}
