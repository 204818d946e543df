// Sums up steps: what they changed in all, and who made them.

import { listAuthors } from './authors.ts';
import { isSameFile, type Step, type StoredFile } from './reviewItem.ts';

/** What several steps changed in one file. */
export interface SeenChange {
  /** Path from the folder, as in `Step`. */
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** Possible authors, each once. */
  readonly by: readonly string[];
  /** Ids of the steps. */
  readonly steps: readonly string[];
}

/** Sums up the steps of a folder by file. Calls of Redline's tools are no steps of others. @param steps oldest first */
export function sumUpSteps(steps: readonly Step[], isCounted: (step: Step) => boolean): readonly SeenChange[] {
  const counted = steps.filter((step) => step.origin.kind !== 'later' && isCounted(step));
  return [...Map.groupBy(counted, ({ path }) => path)].map(([path, all]) => ({
    path,
    before: all[0]?.before,
    after: all.at(-1)?.after,
    by: [...new Set(all.flatMap(({ origin }) => listAuthors(origin)))],
    steps: all.map(({ id }) => id),
  }));
}

/**
 * What a comparison of bytes misses in a change: a mode that was set, another target of a link, and files that it does not list.
 * Undefined if it misses nothing.
 * @param isKnown whether the comparison has the file
 */
export function findMissedChange(
  { before, after }: SeenChange,
  isKnown: boolean,
): 'created' | 'deleted' | 'executable' | 'notExecutable' | 'retargeted' | undefined {
  if (isSameFile(before, after)) return undefined;
  if (before !== undefined && after !== undefined) {
    if (before.mode === 'link' || after.mode === 'link') return 'retargeted';
    if (before.mode === after.mode) return undefined;
    return after.mode === 'executable' ? 'executable' : 'notExecutable';
  }
  if (isKnown) return undefined;
  return before === undefined ? 'created' : 'deleted';
}
