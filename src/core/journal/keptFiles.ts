// Selects the large files of which the journal stores a copy.
import type { Change, Content, LargeContent } from '../change/change.ts';
import type { StoredChange } from './storedChange.ts';

/** A large file of which the journal must store a copy. */
export interface LargeFileCopy {
  readonly content: LargeContent;
  /** URI of the file before the change; undefined if the change restores it. */
  readonly uri: string | undefined;
}

/**
 * The large files that an entry must store: those that a change removes or restores. Moves, copies and appended tails
 * need no copy, since the file's bytes stay on disk.
 */
export function largeFileCopiesOf(change: Change): LargeFileCopy[] {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return [];
  const before = 'before' in change && change.before.kind === 'large' ? change.before : undefined;
  const after = 'after' in change && change.after.kind === 'large' ? change.after : undefined;
  if (before?.tail !== undefined || after?.tail !== undefined) return [];
  return [
    ...(before === undefined ? [] : [{ content: before, uri: change.at.uri }]),
    ...(after === undefined ? [] : [{ content: after, uri: undefined }]),
  ];
}

/** Total size of the large files that changes must store, in bytes. */
export function totalCopyBytes(changes: readonly Change[]): number {
  const sizeByHash = new Map(changes.flatMap(largeFileCopiesOf).map(({ content }) => [content.sha256, content.size]));
  return [...sizeByHash.values()].reduce((sum, size) => sum + size, 0);
}

/** The hashes of all large files in changes. */
export function largeFileHashesOf(changes: readonly StoredChange[]): string[] {
  return changes.flatMap((change) =>
    contentsOfSides(change).flatMap((side) => (side.kind === 'large' ? [side.sha256] : [])),
  );
}

/** Whether a change cannot be undone, since it (or its undo) deletes bytes that were never read. */
export function isIrreversible(change: Change | StoredChange): boolean {
  if (change.kind === 'delete') return change.before.kind === 'unread';
  return change.kind === 'copy' && change.after.kind === 'unread';
}

/** Whether a call can never be undone. */
export function isFinal({ changes }: { readonly changes: readonly StoredChange[] }): boolean {
  return changes.some(isIrreversible);
}

/** Whether a change has a file that was not read. */
export function isOfUnreadFile(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'unread');
}

/** Whether a change has a file that is too large to load. */
export function isOfLargeFile(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'large');
}

type StoredSide = Extract<StoredChange, { readonly kind: 'move' }>['before'];

/** The contents of a change before and after it, if it has them. */
export function contentsOfSides(change: Change): Content[];
export function contentsOfSides(change: StoredChange): StoredSide[];
export function contentsOfSides(change: Change | StoredChange): (Content | StoredSide)[] {
  return [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
}
