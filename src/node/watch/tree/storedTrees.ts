// Converts the trees of a folder to and from its stored state. In stored states, `unindexed` is named `withheld`.

import type { WatchState } from '../../../core/watch/watchState.ts';
import type { Trees } from './treeFiles.ts';

/** The trees of the last scan; none before the first. */
export function restoreTrees({ head }: WatchState): Trees {
  return new Map(
    head.trees.map(({ below, top, name, withheld, permissions }) => [
      below,
      {
        top,
        name,
        unindexed: new Map(withheld.map(({ path, ...file }) => [path, file])),
        permissions: new Map(permissions),
      },
    ]),
  );
}

export function toStoredTrees(trees: Trees): WatchState['head']['trees'] {
  return [...trees].map(([below, { top, name, unindexed, permissions }]) => ({
    below,
    top,
    name,
    withheld: [...unindexed].map(([path, file]) => ({ path, ...file })),
    permissions: [...permissions],
  }));
}

/** Whether trees are those of a stored state. A scan that finds a change in a tree gives it a new name. */
export function areSameTrees(trees: Trees, storedTrees: WatchState['head']['trees']): boolean {
  return trees.size === storedTrees.length && storedTrees.every(({ below, name }) => trees.get(below)?.name === name);
}
