// Caches the results of the last check of each folder, so that a check of one replaces no result of the others.

import type { AgentLine } from './agentHealth.ts';

/** The lines about agents by folder. A check begins with `start` and stores its results with `add`. */
export class CheckedFolders {
  readonly #resultByFolder = new Map<string, { readonly check: number; readonly lines: readonly AgentLine[] }>();
  #lastCheck = 0;

  /** Starts a check, and returns its number for `add`. */
  start(): number {
    return ++this.#lastCheck;
  }

  /** Stores the lines of a check for a folder, unless a check that started later has stored its own. */
  add(check: number, folder: string, lines: readonly AgentLine[]): void {
    const storedCheck = this.#resultByFolder.get(folder)?.check ?? 0;
    if (check > storedCheck) this.#resultByFolder.set(folder, { check, lines });
  }

  /** Returns a line for each agent in the given folders; none for folders that were not checked. */
  linesIn(folders: readonly string[]): readonly AgentLine[] {
    return mergeLines(folders.map((folder) => this.#resultByFolder.get(folder)?.lines ?? []));
  }
}

/** Merges the lines of several folders into one for each agent: the first that is not well, else the first. */
export function mergeLines(linesByFolder: readonly (readonly AgentLine[])[]): AgentLine[] {
  const merged = new Map<string, AgentLine>();
  for (const line of linesByFolder.flat()) {
    const earlier = merged.get(line.id);
    if (earlier === undefined || (earlier.isWell && !line.isWell)) merged.set(line.id, line);
  }
  return [...merged.values()];
}
