// Tells what files held when they were moved with their folder by a call, of which the journal has no contents.

import type { StoredFile } from '../../core/watch/reviewItem.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { hashFile } from './changeSegments.ts';
import type { Sides } from './pairSides.ts';
import type { PrivateRepository } from './privateRepository.ts';

/**
 * The attribution, in which the removal of a moved file has the content that the scan found at its new path. Without it,
 * the removal would explain also what an agent changed before the move.
 * @param since as in `WriteAttribution.writesOf`
 */
export async function addMovedContents(
  attribution: WriteAttribution,
  changes: ReadonlyMap<string, Sides>,
  since: number,
  repository: PrivateRepository,
): Promise<Pick<WriteAttribution, 'writesOf' | 'bytesOf'>> {
  const stateByOldPath = new Map<string, ContentState>();
  const fileByState = new Map<ContentState, StoredFile>();
  await forEachConcurrently(changes, async ([path, { before, after }]) => {
    if (before !== undefined || after === undefined) return;
    const writes = attribution.writesOf(path, since);
    let move = findMove(writes);
    if (move === undefined) return;
    // A later save of the file tells, too.
    const next = writes[writes.indexOf(move) + 1];
    const state = next?.before ?? (await hashFile(after, repository));
    if (next === undefined) fileByState.set(state, after);
    for (
      ;
      move?.from !== undefined && !stateByOldPath.has(move.from);
      move = findMove(attribution.writesOf(move.from, since))
    )
      stateByOldPath.set(move.from, state);
  });
  return {
    writesOf(path, from) {
      const state = stateByOldPath.get(path);
      const writes = attribution.writesOf(path, from);
      if (state === undefined) return writes;
      return writes.map((write) =>
        write.before === anyState && write.after === absentState ? { ...write, before: state } : write,
      );
    },
    async bytesOf(path, state) {
      const file = fileByState.get(state);
      const bytes =
        file?.withheld === undefined && file !== undefined ? await repository.contentIfStored(file.id) : undefined;
      return bytes ?? attribution.bytesOf(path, state);
    },
  };
}

/** The last reviewed move to a path whose content is unknown. */
function findMove(writes: readonly Write[]): Write | undefined {
  return writes.findLast(({ by, from, after }) => by === 'reviewed' && from !== undefined && after === anyState);
}
