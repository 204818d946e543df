// Tells what files held when they were moved with their folder by a call, of which the journal has no contents.

import { listMovesTo } from '../../core/watch/movedItem.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import type { HashFile } from './hashStored.ts';
import type { Sides } from './pairSides.ts';

/** Known writes, and the files that the store has of states between them. */
export interface KnownWrites extends Pick<WriteAttribution, 'writesOf' | 'bytesOf'> {
  /** The file in a state between writes of a path; undefined if the store does not have it. */
  fileOf(path: string, state: ContentState): StoredFile | undefined;
}

/**
 * The attribution, in which the removal of a moved file has the content that the scan found at its new path. Without
 * it, the removal would explain also what an agent changed before the move.
 * @param since as in `WriteAttribution.writesOf`
 */
export async function addMovedContents(
  attribution: WriteAttribution,
  changes: ReadonlyMap<string, Sides>,
  since: number,
  hashFile: HashFile,
): Promise<KnownWrites> {
  const contentByOldPath = new Map<string, { readonly state: ContentState; readonly file: StoredFile | undefined }>();
  const writesSince = (path: string): readonly Write[] => attribution.writesOf(path, since);
  await forEachConcurrently(changes, async ([path, { before, after }]) => {
    if (before !== undefined || after === undefined) return;
    const writes = writesSince(path);
    const moveIndex = writes.findLastIndex(isUnknownMove);
    if (moveIndex === -1) return;
    // A later save of the file tells, too.
    const next = writes[moveIndex + 1];
    // The stamp of a file too large to be hashed changes with the move.
    if (next === undefined && after.withheld !== undefined && after.sha256 === undefined) return;
    const content =
      next === undefined ? { state: await hashFile(after), file: after } : { state: next.before, file: undefined };
    for (const { from } of listMovesTo(path, writesSince, isUnknownMove)) {
      if (contentByOldPath.has(from)) break;
      contentByOldPath.set(from, content);
    }
  });
  return {
    writesOf(path, from) {
      const content = contentByOldPath.get(path);
      const writes = attribution.writesOf(path, from);
      if (content === undefined) return writes;
      return writes.map((write) =>
        write.before === anyState && write.after === absentState ? { ...write, before: content.state } : write,
      );
    },
    fileOf(path, state) {
      const content = contentByOldPath.get(path);
      return content?.state === state ? content.file : undefined;
    },
    bytesOf: (path, state) => attribution.bytesOf(path, state),
  };
}

/** Whether a write is a reviewed move of a file whose content is unknown. */
function isUnknownMove({ by, from, after }: Write): boolean {
  return by === 'reviewed' && from !== undefined && after === anyState;
}
