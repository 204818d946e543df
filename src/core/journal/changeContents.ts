// Answers questions about the contents of a change: is one unread or large, can the change be undone, and which large
// files must the journal copy for that?
import type { Change, Content, LargeContent } from '../change/change.ts';
import type { StoredChange, StoredContent } from './storedChange.ts';

/** Whether a change cannot be undone: it, or the undo of a copy, deletes a file whose bytes were never read. */
export function isIrreversible(change: Change | StoredChange): boolean {
  if (change.kind === 'delete') return change.before.kind === 'unread';
  return change.kind === 'copy' && change.after.kind === 'unread';
}

/** Whether a call cannot be undone, since one of its changes cannot. */
export function isIrreversibleCall({ changes }: { readonly changes: readonly StoredChange[] }): boolean {
  return changes.some(isIrreversible);
}

/** Whether a change has an `unread` file: too large to load, on a file system that cannot read in parts. */
export function hasUnreadSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'unread');
}

/** Whether a change has a `large` file: too large to load, but hashed. */
export function hasLargeSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'large');
}

/** The contents of a change before and after it, in this order, as far as it has them: a creation has only one. */
export function contentsOfSides(change: Change): Content[];
export function contentsOfSides(change: StoredChange): StoredContent[];
export function contentsOfSides(change: Change | StoredChange): (Content | StoredContent)[] {
  return [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
}

/** A large file of which the journal needs a copy. */
interface LargeFileCopy {
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
