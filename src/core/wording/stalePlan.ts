import { ToolError } from './errors.ts';
import { inEnglish, phrase } from './phrase.ts';

/** The world is no longer as the plan's `before` has it, and nothing was written: plan again. */
export class StalePlan extends ToolError {
  constructor(
    path: string,
    told = phrase('{0} was modified while the change was being reviewed or made. Nothing was written.', path),
  ) {
    super('STALE', `${inEnglish(told)} Read it again, then repeat the call.`, { told });
  }
}
