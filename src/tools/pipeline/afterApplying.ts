// Runs a step after changes are written. Its failure does not fail the call.

import type { Phrase } from '../../core/wording/phrase.ts';
import type { Failures } from '../ports/failures.ts';
import type { Applied, Applier } from '../ports/ports.ts';

/** Wraps an applier: runs `step` after each successful call; `name` describes the step in the log if it throws. */
export function afterApplying(
  applier: Applier,
  failures: Failures,
  name: string,
  step: (applied: Applied, title: Phrase) => void,
): Applier {
  return {
    async apply(changes, title, call) {
      const applied = await applier.apply(changes, title, call);
      try {
        step(applied, title);
      } catch (cause) {
        failures.unexpected(name, cause);
      }
      return applied;
    },
  };
}
