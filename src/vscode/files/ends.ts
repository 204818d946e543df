import type { Change, Content, Location } from '../../core/change/change.ts';
import type { LinkMeaning } from '../../core/path/judgeRealPath.ts';
import type { Operation } from '../../core/rules/rule.ts';

/** One end of a change: where, what is done there, and what that also amounts to. */
export interface End {
  readonly location: Location;
  readonly links: LinkMeaning;
  readonly operation: Operation;
  readonly implied: readonly Operation[];
  /** A link is made here. */
  readonly newLink?: boolean;
  /** True where a file or a link is put, so that a folder cannot be meant. */
  readonly file?: boolean;
}

/** Every place that a call's changes touch, and what is done there. */
export function endsOf(changes: readonly Change[]): End[] {
  const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.at.real] : [])));
  return changes.flatMap((change) => endsOfChange(change, deleted));
}

/** `deleted`: what the same call deletes; where that was a link, what is put there replaces it and does not follow it. */
function endsOfChange(change: Change, deleted: ReadonlySet<string>): End[] {
  const put = (implied: readonly Operation[], after: Content | undefined): End => ({
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
