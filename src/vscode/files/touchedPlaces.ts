// Lists the locations that changes touch, with the operations for the rules to judge.

import type { Change, Content, Location } from '../../core/change/change.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import type { Operation } from '../../core/rules/rule.ts';

/** A place that a change reads or writes, with the operation that the rules judge. */
export interface TouchedPlace {
  readonly location: Location;
  readonly links: LinkHandling;
  readonly operation: Operation;
  /** Operations that the rules must allow as well: a move also deletes. */
  readonly implied: readonly Operation[];
  /** Whether a link is created here. */
  readonly newLink?: boolean;
  /** Whether a file or link, and no folder, is created here. */
  readonly file?: boolean;
}

/** Lists the places that a call's changes touch: a move or copy touches two. */
export function touchedPlaces(changes: readonly Change[]): TouchedPlace[] {
  const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.at.real] : [])));
  return changes.flatMap((change) => placesOf(change, deleted));
}

/** `deleted`: places that the call deletes. If a link was there, a file created there replaces it and does not follow it. */
function placesOf(change: Change, deleted: ReadonlySet<string>): TouchedPlace[] {
  const put = (implied: readonly Operation[], after: Content | undefined): TouchedPlace => ({
    location: change.at,
    links: deleted.has(change.at.real) ? 'link' : 'target',
    operation: 'create',
    implied,
    newLink: after?.kind === 'link',
    file: after !== undefined && after.kind !== 'directory',
  });
  switch (change.kind) {
    case 'create':
      return [put([], change.after)];
    case 'createDirectory':
      return [put([], undefined)];
    case 'update':
      return [{ location: change.at, links: 'target', operation: 'update', implied: [] }];
    case 'delete':
      return [{ location: change.at, links: 'link', operation: 'delete', implied: [] }];
    case 'move':
      return [
        { location: change.from, links: 'link', operation: 'move', implied: ['delete'] },
        put(['move', 'update'], change.after),
      ];
    case 'copy': {
      // A link is copied as a link; nothing behind it is read.
      const links = change.after.kind === 'link' ? 'link' : 'target';
      return [{ location: change.from, links, operation: 'read', implied: [] }, put(['update'], change.after)];
    }
  }
}
