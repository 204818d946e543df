// Describes connected agents whose hook was not tested, as warnings.

import { supportsHook } from '../../core/connect/agentSettings.ts';
import { dialectDisplayName } from '../../core/endpoint/agents.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';

/**
 * Warns of each agent whose hook was not tested: because the agent supports none, because the user excluded it in the
 * review, or because there is no folder in which to test it.
 * @param tested ids of the agents whose hooks were tested
 */
export function describeUntested(agents: readonly string[], tested: ReadonlySet<string>): Phrase[] {
  return agents
    .filter((agent) => !tested.has(agent))
    .map((agent) => {
      const name = dialectDisplayName(agent);
      return supportsHook(agent)
        ? phrase('{0}: its hook was not written, or cannot be tried here: its edits may NOT be reviewed', name)
        : missingHookWarning(name);
    });
}

/** The warning about an agent without a hook: only its edits by Redline's tools are reviewed. @param name display name */
export function missingHookWarning(name: string): Phrase {
  return phrase("{0}: edits by its own tools are NOT reviewed, only those by Redline's tools", name);
}
