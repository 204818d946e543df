// Lists the locations that changes touch, with the operations for the rules to judge.

import type { Change, Content, Location } from '../../../core/change/change.ts';
import type { LinkHandling } from '../../../core/path/judgeRealPath.ts';
import type { Operation } from '../../../core/rules/operation.ts';

/** A location that a change reads or writes, with the operation that the rules judge. */
export interface TouchedLocation {
  readonly location: Location;
  /** If the location is a link: whether the operation is on the link itself, or on its target. */
  readonly links: LinkHandling;
  readonly operation: Operation;
  /** What else the change does here, e.g. a move deletes its source. Rules on it only tighten the verdict. */
  readonly implied: readonly Operation[];
  /** Whether a link is created here. */
  readonly createsLink?: boolean;
  /** Whether a file or link, but not a folder, is created here. */
  readonly createsFile?: boolean;
}

/** Lists the locations that a call's changes touch: a move or copy touches two. */
export function touchedLocations(changes: readonly Change[]): TouchedLocation[] {
  const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.at.real] : [])));
  return changes.flatMap((change) => touchedBy(change, deleted));
}

/** @param deleted canonical URIs that the call deletes */
function touchedBy(change: Change, deleted: ReadonlySet<string>): TouchedLocation[] {
  const createdAt = (implied: readonly Operation[], after: Content | undefined): TouchedLocation => ({
    location: change.at,
    // If the call also deletes a link here, the new file replaces the link, and is not written to its target.
    links: deleted.has(change.at.real) ? 'link' : 'target',
    operation: 'create',
    implied,
    createsLink: after?.kind === 'link',
    createsFile: after !== undefined && after.kind !== 'directory',
  });
  switch (change.kind) {
    case 'create':
      return [createdAt([], change.after)];
    case 'createDirectory':
      return [createdAt([], undefined)];
    case 'update':
      return [{ location: change.at, links: 'target', operation: 'update', implied: [] }];
    case 'delete':
      return [{ location: change.at, links: 'link', operation: 'delete', implied: [] }];
    case 'move':
      return [
        { location: change.from, links: 'link', operation: 'move', implied: ['delete'] },
        createdAt(['move', 'update'], change.after),
      ];
    case 'copy': {
      // A link is copied as a link; its target is not read.
      const links = change.after.kind === 'link' ? 'link' : 'target';
      return [{ location: change.from, links, operation: 'read', implied: [] }, createdAt(['update'], change.after)];
    }
  }
}
