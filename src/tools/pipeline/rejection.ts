import { ToolError } from '../../core/wording/errors.ts';
import { asSentence } from '../shared/common.ts';

/** The person does not want a change, in their words if they gave any. */
export function rejection(reason?: string): ToolError {
  const why = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  return rejected(`The user rejected the change.${why}`);
}

/** The same, in the words of `what`. */
export function rejected(what: string): ToolError {
  return new ToolError(
    'REJECTED',
    `${what} Nothing was written. Do not repeat the call as it was; follow the user's reason, or ask what they want instead.`,
  );
}
