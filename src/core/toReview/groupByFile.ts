// Groups the changes of an agent's turn by file, for "Revert This Turn".

interface PathChange {
  /** `file` for a changed file, `move`, or another kind, such as the creation of a folder. */
  readonly kind: string;
  /** Location of the change; of a move, the new one. `real` is its canonical URI. */
  readonly at: { readonly real: string };
}

/**
 * Groups changes by file, keeping their order. A change of another kind (folder, move) is a group of its own. A move ends
 * all groups, since the moved file had another path in earlier changes. The caller reverts group by group: only with all
 * changes of a file at once does it recognize that the file was restored by hand.
 * @param newestFirst the changes of a turn, the last one first
 */
export function groupByFile<Change extends PathChange>(newestFirst: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  const openGroups = new Map<string, Change[]>();
  for (const change of newestFirst) {
    const { real } = change.at;
    const group = change.kind === 'file' ? openGroups.get(real) : undefined;
    if (group !== undefined) {
      group.push(change);
      continue;
    }
    const newGroup = [change];
    groups.push(newGroup);
    if (change.kind === 'file') openGroups.set(real, newGroup);
    if (change.kind === 'move') openGroups.clear();
  }
  return groups;
}
