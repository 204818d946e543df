// Serializes the trees of a folder into its stored state.

import type { WatchState } from '../../core/watch/watchState.ts';
import type { Trees } from './treeFiles.ts';

export function restoreTrees({ head }: WatchState): Trees {
  return new Map(
    head.trees.map(({ below, top, name, withheld, permissions }) => [
      below,
      {
        top,
        name,
        withheld: new Map(withheld.map(({ path, ...file }) => [path, file])),
        permissions: new Map(permissions),
      },
    ]),
  );
}

export function toStoredTrees(trees: Trees): WatchState['head']['trees'] {
  return [...trees].map(([below, { top, name, withheld, permissions }]) => ({
    below,
    top,
    name,
    withheld: [...withheld].map(([path, file]) => ({ path, ...file })),
    permissions: [...permissions],
  }));
}
