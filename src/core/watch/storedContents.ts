// Finds the contents that a state of Watch needs, and limits those of its history.

import type { Step, StoredFile } from './reviewItem.ts';
import type { WatchState } from './watchState.ts';

/** Ids of all contents that a state refers to. */
export function contentIdsOf(state: WatchState): Set<string> {
  const files = [...filesOfItems(state), ...stepsOf(state).flatMap(({ before, after }) => [before, after])];
  return new Set(files.flatMap((file) => (file === undefined || file.withheld !== undefined ? [] : file.id)));
}

/**
 * Withholds the contents of the oldest steps beyond a number of bytes. Those of the items themselves do not count: a
 * revert needs them.
 */
export function withholdOldContents(state: WatchState, maxBytes: number): WatchState {
  const storedIds = new Set(filesOfItems(state).map((file) => file?.id));
  let usedBytes = 0;
  const withholdBeyondLimit = (file: StoredFile | undefined): StoredFile | undefined => {
    if (file === undefined || file.withheld !== undefined || storedIds.has(file.id)) return file;
    usedBytes += file.size;
    // Once a content is withheld, all older ones are.
    if (usedBytes > maxBytes) return { ...file, withheld: 'large' };
    storedIds.add(file.id);
    return file;
  };
  const limitedSteps = new Map<string, Step>();
  for (const step of stepsOf(state).sort((one, other) => other.time - one.time)) {
    const after = withholdBeyondLimit(step.after);
    const before = withholdBeyondLimit(step.before);
    if (after !== step.after || before !== step.before) limitedSteps.set(step.id, { ...step, after, before });
  }
  if (limitedSteps.size === 0) return state;
  const limit = (steps: readonly Step[]): readonly Step[] => steps.map((step) => limitedSteps.get(step.id) ?? step);
  const items = new Map([...state.items].map(([path, item]) => [path, { ...item, steps: limit(item.steps) }]));
  return { ...state, items, steps: limit(state.steps) };
}

function filesOfItems({ items }: WatchState): readonly (StoredFile | undefined)[] {
  return [...items.values()].flatMap(({ baseline, current }) => [baseline, current]);
}

/** The steps of the history and of the items, which may be older; each once. */
function stepsOf({ items, steps }: WatchState): Step[] {
  const all = [...steps, ...[...items.values()].flatMap((item) => item.steps)];
  return [...new Map(all.map((step) => [step.id, step])).values()];
}
