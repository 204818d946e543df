// Defines the error for a plan whose files have changed since it was made. The pipeline then plans the call again; the
// agent gets the error only after the last attempt.
import { ToolError } from './errors.ts';
import { inEnglish, phrase } from './phrase.ts';

/**
 * Thrown if a file changed since the call was planned, so that the plan's `before` is out of date; nothing was written.
 */
export class StalePlan extends ToolError {
  constructor(
    path: string,
    userMessage = phrase('{0} was modified while the change was being reviewed or made. Nothing was written.', path),
  ) {
    super('STALE', `${inEnglish(userMessage)} Read it again, then repeat the call.`, { userMessage });
  }
}
