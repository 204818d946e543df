// Warns of what remains after agents were released or disconnected: Hold in folders above the window's, and hooks.

import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { AgentHealth } from './agentHealth.ts';

/**
 * Describes, in a sentence each, the agents that a folder above the window's folders still holds.
 * @param healths health of all agents, in each folder of the window
 */
export function describeStillHeld(agents: readonly string[], healths: readonly AgentHealth[]): Phrase[] {
  const holds = healths.flatMap(({ id, name, hold }) =>
    agents.includes(id) && hold?.folder !== undefined ? [[name, hold.folder] as const] : [],
  );
  // Several folders of the window may be below the same held one.
  const uniqueHolds = new Map(holds.map((each) => [each.join('\0'), each]));
  return [...uniqueHolds.values()].map(([name, folder]) =>
    phrase('{0} is still held by the settings of {1}: open that folder, and release it there.', name, folder),
  );
}

/**
 * Describes, in a sentence each, the agents that still run Redline's hook, because Connect did not write it or the user
 * excluded its file from the change.
 * @param healths health of all agents, in each folder of the window
 */
export function describeStillHooked(agents: readonly string[], healths: readonly AgentHealth[]): Phrase[] {
  return agents.flatMap((agent) => {
    const hooked = healths.filter(({ id, hookedBy }) => id === agent && hookedBy.length > 0);
    const [first] = hooked;
    if (first === undefined) return [];
    const files = new Set(hooked.flatMap(({ hookedBy }) => hookedBy));
    return [phrase('{0} is still reviewed: its hook stands in {1}.', first.name, [...files].join(', '))];
  });
}
