// Groups the changes of an agent's turn by file, for "Revert This Turn".

interface AnyChange {
  readonly kind: string;
  readonly at: { readonly real: string };
}

/**
 * Groups changes by file, keeping their order; a change of another kind (folder, move) is a group of its own. A move ends
 * all groups, since the file had another path before. Callers compare a group's first content with its last, so that
 * they recognize a file that was restored by hand.
 * @param newestFirst the changes of a turn, the last one first
 */
export function groupByFile<Change extends AnyChange>(newestFirst: readonly Change[]): readonly (readonly Change[])[] {
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
