// Joins the changes of a turn by file.

interface Changed {
  readonly kind: string;
  readonly at: { readonly real: string };
}

/**
 * Rows of changes in their order, each of one file, or a single one of another kind. What a file went through is seen as a
 * whole, so that one that was put back by hand is recognised. A move ends all rows, since the file has another name before it.
 */
export function fileRows<Change extends Changed>(changes: readonly Change[]): readonly (readonly Change[])[] {
  const rows: Change[][] = [];
  const open = new Map<string, Change[]>();
  for (const change of changes) {
    const { real } = change.at;
    const row = change.kind === 'file' ? open.get(real) : undefined;
    if (row !== undefined) {
      row.push(change);
      continue;
    }
    const next = [change];
    rows.push(next);
    if (change.kind === 'file') open.set(real, next);
    if (change.kind === 'move') open.clear();
  }
  return rows;
}
