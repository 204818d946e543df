// Describes connected agents whose hook was not tested.
import { supportsHook } from '../../core/connect/agentSettings.ts';
import { dialectDisplayName } from '../../core/endpoint/agents.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';

/**
 * One sentence for each agent without a test result. It has no hook, or its hook was excluded in the review, or there
 * is no folder in which to test it.
 * @param tested ids of the agents whose hooks were tested
 */
export function cautionsForUntested(agents: readonly string[], tested: ReadonlySet<string>): Phrase[] {
  return agents
    .filter((agent) => !tested.has(agent))
    .map((agent) => {
      const name = dialectDisplayName(agent);
      return supportsHook(agent)
        ? phrase('{0}: its hook was not written, or cannot be tried here: its edits may NOT be reviewed', name)
        : missingHookWarning(name);
    });
}

/** Says of an agent without a hook which of its edits are reviewed. */
export function missingHookWarning(name: string): Phrase {
  return phrase('{0}: edits by its own tools are NOT reviewed, only those by the tools of Redline', name);
}
