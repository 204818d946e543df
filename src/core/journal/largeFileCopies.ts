// Selects the large files of which the journal needs a copy, so that changes can be undone, and sums up their sizes.
import type { Change, LargeContent } from '../change/change.ts';
import { contentsOfSides } from './changeContents.ts';
import type { StoredChange } from './storedChange.ts';

/** A large file of which the journal needs a copy. */
export interface LargeFileCopy {
  readonly content: LargeContent;
  /** URI to copy the file from, before the change is made; undefined if the change restores it from an older copy. */
  readonly uri: string | undefined;
}

/**
 * Lists the large files that an entry must store, which are the files that a change replaces, deletes or restores.
 * Moves and copies need none, since the bytes stay on disk; nor do changes of the end alone, which is stored like other
 * contents.
 */
export function largeFileCopiesOf(change: Change): LargeFileCopy[] {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return [];
  const before = 'before' in change && change.before.kind === 'large' ? change.before : undefined;
  const after = 'after' in change && change.after.kind === 'large' ? change.after : undefined;
  // Only the end of the file differs. The journal stores it as `tail`.
  if (before?.tail !== undefined || after?.tail !== undefined) return [];
  return [
    ...(before === undefined ? [] : [{ content: before, uri: change.at.uri }]),
    ...(after === undefined ? [] : [{ content: after, uri: undefined }]),
  ];
}

/** Total size, in bytes, of the large files that must be stored for changes; equal files count once. */
export function totalCopyBytes(changes: readonly Change[]): number {
  const sizeByHash = new Map(changes.flatMap(largeFileCopiesOf).map(({ content }) => [content.sha256, content.size]));
  return [...sizeByHash.values()].reduce((sum, size) => sum + size, 0);
}

/** The SHA-256 of all large files in stored changes, including those without a copy. */
export function largeFileHashesOf(changes: readonly StoredChange[]): string[] {
  return changes.flatMap((change) =>
    contentsOfSides(change).flatMap((side) => (side.kind === 'large' ? [side.sha256] : [])),
  );
}
