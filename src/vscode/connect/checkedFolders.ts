// Keeps the results of the last check of each folder, so that a check of one replaces no result of the others.
import type { AgentLine } from './agentHealth.ts';
import { mergeLines } from './mergeLines.ts';

/** The health of agents by folder. Of checks that overlap, the one that started last counts. */
export class CheckedFolders {
  readonly #resultByFolder = new Map<string, { readonly check: number; readonly lines: readonly AgentLine[] }>();
  #lastCheck = 0;

  /** Starts a check; its number is for `add`. */
  start(): number {
    return ++this.#lastCheck;
  }

  add(check: number, folder: string, lines: readonly AgentLine[]): void {
    const laterCheck = this.#resultByFolder.get(folder)?.check ?? 0;
    if (check > laterCheck) this.#resultByFolder.set(folder, { check, lines });
  }

  /** One line for each agent, in the given folders; folders that were not checked have none. */
  linesIn(folders: readonly string[]): readonly AgentLine[] {
    return mergeLines(folders.map((folder) => this.#resultByFolder.get(folder)?.lines ?? []));
  }
}
