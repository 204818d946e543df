// Describes the Holds that remain after a release, set by a folder above the window's.
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { AgentHealth } from './agentHealth.ts';

/**
 * One sentence for each agent and folder above the window's that holds it.
 * @param healths health of all agents, in each folder of the window
 */
export function describeStillHeld(agents: readonly string[], healths: readonly AgentHealth[]): Phrase[] {
  const folders = healths.flatMap(({ id, name, hold }) =>
    agents.includes(id) && hold?.folder !== undefined ? [[name, hold.folder] as const] : [],
  );
  const unique = new Map(folders.map((each) => [each.join('\0'), each]));
  return [...unique.values()].map(([name, folder]) =>
    phrase('{0} is still held by the settings of {1}: open that folder, and release it there.', name, folder),
  );
}
