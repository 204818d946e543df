// Merges the health of agents in several folders.
import type { AgentLine } from './agentHealth.ts';

/** One line for each agent: the first one that is not well, or else the first. */
export function mergeLines(linesByFolder: readonly (readonly AgentLine[])[]): AgentLine[] {
  const merged = new Map<string, AgentLine>();
  for (const line of linesByFolder.flat()) {
    const earlier = merged.get(line.id);
    if (earlier === undefined || (earlier.isWell && !line.isWell)) merged.set(line.id, line);
  }
  return [...merged.values()];
}
