import type { Change, Content, Location } from './change.ts';

/** The change that takes a change back. The inverse of a whole call is the inverse of each change, last first. */
export function inverse(change: Change): Change {
  switch (change.kind) {
    case 'create':
      return { kind: 'delete', at: change.at, before: change.after };
    case 'update':
      return { kind: 'update', at: change.at, before: change.after, after: change.before };
    case 'delete':
      return creationOf(change.at, change.before);
    case 'move':
      return { kind: 'move', from: change.at, at: change.from, before: change.after, after: change.before };
    case 'copy':
      return { kind: 'delete', at: change.at, before: change.after };
    case 'createDirectory':
      return { kind: 'delete', at: change.at, before: { kind: 'directory' } };
  }
}

/** The inverse of all changes of a call, in the order in which they must be made. */
export function inverseOf(changes: readonly Change[]): Change[] {
  return changes.toReversed().map(inverse);
}

function creationOf(at: Location, content: Content): Change {
  return content.kind === 'directory' ? { kind: 'createDirectory', at } : { kind: 'create', at, after: content };
}
