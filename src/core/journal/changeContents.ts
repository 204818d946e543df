// Answers questions about the contents of a change: is one unread or large, and can the change be undone?
import type { Change, Content } from '../change/change.ts';
import type { StoredChange, StoredContent } from './storedChange.ts';

/** Whether a change cannot be undone, since it (or its undo) deletes bytes that were never read. */
export function isIrreversible(change: Change | StoredChange): boolean {
  if (change.kind === 'delete') return change.before.kind === 'unread';
  return change.kind === 'copy' && change.after.kind === 'unread';
}

/** Whether a call can never be undone. */
export function isIrreversibleCall({ changes }: { readonly changes: readonly StoredChange[] }): boolean {
  return changes.some(isIrreversible);
}

/** Whether a change has a file that was not read. */
export function hasUnreadSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'unread');
}

/** Whether a change has a file that is too large to load. */
export function hasLargeSide(change: Change): boolean {
  return contentsOfSides(change).some(({ kind }) => kind === 'large');
}

/** The contents of a change before and after it, in this order, as far as it has them: a creation has only one. */
export function contentsOfSides(change: Change): Content[];
export function contentsOfSides(change: StoredChange): StoredContent[];
export function contentsOfSides(change: Change | StoredChange): (Content | StoredContent)[] {
  return [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
}
