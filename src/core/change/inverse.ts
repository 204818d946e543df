// Inverts changes, to undo a call or to roll back a failed one.
import type { Change, ModeChange } from './change.ts';
import { failure, type ToolError } from '../wording/errors.ts';
import { phrase } from '../wording/phrase.ts';

/** The change that undoes a change. @throws ToolError IO_ERROR for the deletion of a file whose bytes were not read */
export function invertChange(change: Change): Change {
  switch (change.kind) {
    case 'create':
      return { kind: 'delete', at: change.at, before: change.after };
    case 'update':
      return { kind: 'update', at: change.at, before: change.after, after: change.before, mode: inverseMode(change) };
    case 'delete':
      return inverseOfDeletion(change);
    case 'move': {
      const { at, from, before, after } = change;
      return { kind: 'move', from: at, at: from, before: after, after: before, mode: inverseMode(change) };
    }
    case 'copy':
      return { kind: 'delete', at: change.at, before: change.after };
    case 'createDirectory':
      return { kind: 'delete', at: change.at, before: { kind: 'directory' } };
  }
}

/** The changes that undo a call, in the order in which to apply them: last change first. @throws as `invertChange` */
export function invertCall(changes: readonly Change[]): Change[] {
  return changes.toReversed().map(invertChange);
}

function inverseOfDeletion({ at, before, mode }: Change & { kind: 'delete' }): Change {
  if (before.kind === 'directory') return { kind: 'createDirectory', at };
  if (before.kind === 'unread') throw irreversibleError(at.path);
  return { kind: 'create', at, after: before, ...(mode?.before === undefined ? {} : { mode: { after: mode.before } }) };
}

/** The error for a change that cannot be undone, as `isIrreversible` of storedChange.ts determines. */
export function irreversibleError(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase('{0} was too large to be kept in the history, so this cannot be undone. Nothing was changed.', path),
    'Tell the user.',
  );
}

function inverseMode({ mode }: { readonly mode?: ModeChange | undefined }): ModeChange | undefined {
  return mode?.before === undefined ? undefined : { before: mode.after, after: mode.before };
}
