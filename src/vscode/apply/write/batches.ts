// Groups the changes of a call that `writeChanges` can write concurrently.

import { isFileContent, type Change } from '../../../core/change/change.ts';
import { touchCounts } from '../../../core/change/summary.ts';

/** Groups adjacent changes that can be written concurrently: of one kind, each of a file that no other one touches. */
export function batchesOf(changes: readonly Change[]): Change[][] {
  const counts = touchCounts(changes);
  const batches: Change[][] = [];
  /** The kind of the changes that the last batch takes; undefined if it takes no more, since its change is alone. */
  let batchKind: Change['kind'] | undefined;
  for (const change of changes) {
    const isAlone = !isPlainFileChange(change) || counts.get(change.at.real) !== 1;
    if (!isAlone && change.kind === batchKind) batches.at(-1)?.push(change);
    else batches.push([change]);
    batchKind = isAlone ? undefined : change.kind;
  }
  return batches;
}

/** Whether a change creates, updates or deletes a file whose bytes are loaded: no link, folder or large file. */
function isPlainFileChange(change: Change): boolean {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return false;
  const content = change.kind === 'delete' ? change.before : change.after;
  return isFileContent(content);
}
