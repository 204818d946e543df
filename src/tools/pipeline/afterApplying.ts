// Runs a step after changes are written, such as an update of views. Its failure does not fail the call.

import type { Phrase } from '../../core/wording/phrase.ts';
import type { Failures } from '../ports/failures.ts';
import type { Applied, Applier } from '../ports/ports.ts';

/** Wraps an applier: runs `step` after each call that was applied. `stepName` is for the log, as in `Failures`. */
export function afterApplying(
  applier: Applier,
  failures: Failures,
  stepName: string,
  step: (applied: Applied, title: Phrase) => void,
): Applier {
  return {
    async apply(changes, title, call) {
      const applied = await applier.apply(changes, title, call);
      try {
        step(applied, title);
      } catch (cause) {
        failures.unexpected(stepName, cause);
      }
      return applied;
    },
  };
}
