// Answers questions about the contents of a change: is one unread or large, and can the change be undone?
import type { Change, Content } from '../change/change.ts';
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
