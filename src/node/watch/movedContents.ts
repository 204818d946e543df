// Completes the known writes of a scan: finds the contents of files that a call moved with their folder, which the
// journal does not record.

import { listMovesTo } from '../../core/watch/moves.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import type { HashFile } from './repository/storedContents.ts';
import type { Sides } from './pairSides.ts';

/** Known writes, and the files that the store has of states between them. */
export interface KnownWrites extends Pick<WriteAttribution, 'writesOf' | 'bytesOf'> {
  /** The file in a state between writes of a path; undefined if the store does not have it. */
  fileOf(path: string, state: ContentState): StoredFile | undefined;
}

/**
 * Completes the attribution's writes: the removal of a moved file gets, as its `before`, the content that the scan
 * found at the file's new path. Otherwise that removal would also explain changes that an agent made before the move.
 * @param scanFrom start of the scan's interval, in milliseconds since 1970
 */
export async function completeWrites(
  attribution: WriteAttribution,
  changes: ReadonlyMap<string, Sides>,
  scanFrom: number,
  hashFile: HashFile,
): Promise<KnownWrites> {
  const contentByOldPath = await findMovedContents(attribution, changes, scanFrom, hashFile);
  return {
    writesOf(path, since) {
      const content = contentByOldPath.get(path);
      const writes = attribution.writesOf(path, since);
      if (content === undefined) return writes;
      return writes.map((write) => (isUnknownRemoval(write) ? { ...write, before: content.state } : write));
    },
    fileOf(path, state) {
      const content = contentByOldPath.get(path);
      return content?.state === state ? content.file : undefined;
    },
    bytesOf: (path, state) => attribution.bytesOf(path, state),
  };
}

/** The content of a file when it was moved; `file` is undefined if the store does not have it. */
interface MovedContent {
  readonly state: ContentState;
  readonly file: StoredFile | undefined;
}

/** Finds the contents of moved files by the paths that they had before. */
async function findMovedContents(
  attribution: WriteAttribution,
  changes: ReadonlyMap<string, Sides>,
  scanFrom: number,
  hashFile: HashFile,
): Promise<ReadonlyMap<string, MovedContent>> {
  const contentByOldPath = new Map<string, MovedContent>();
  const writesOf = (path: string): readonly Write[] => attribution.writesOf(path, scanFrom);
  await forEachConcurrently(changes, async ([path, { before, after }]) => {
    const isNewFile = before === undefined && after !== undefined;
    if (!isNewFile) return;
    const writes = writesOf(path);
    const moveIndex = writes.findLastIndex(isUnknownMove);
    if (moveIndex === -1) return;
    const content = await findMovedContent(after, writes[moveIndex + 1], hashFile);
    if (content === undefined) return;
    for (const { from } of listMovesTo(path, writesOf, isUnknownMove)) {
      // The rest of the chain was followed for another file.
      if (contentByOldPath.has(from)) break;
      contentByOldPath.set(from, content);
    }
  });
  return contentByOldPath;
}

/** The content of a file right after its move; undefined if unknown. @param nextWrite the first known one after it */
async function findMovedContent(
  scannedFile: StoredFile,
  nextWrite: Write | undefined,
  hashFile: HashFile,
): Promise<MovedContent | undefined> {
  // A later write of the file names the content that it replaced.
  if (nextWrite !== undefined) return { state: nextWrite.before, file: undefined };
  // The id of a file too large to be hashed is its stamp, which changes with the move.
  const hasUnknownHash = scannedFile.withheld !== undefined && scannedFile.sha256 === undefined;
  return hasUnknownHash ? undefined : { state: await hashFile(scannedFile), file: scannedFile };
}

/** Whether a write removed a file whose content is unknown, as a move of its folder does at the old path. */
function isUnknownRemoval({ before, after }: Write): boolean {
  return before === anyState && after === absentState;
}

/** Whether a write is a reviewed move of a file whose content is unknown. */
function isUnknownMove({ by, from, after }: Write): boolean {
  return by === 'reviewed' && from !== undefined && after === anyState;
}
