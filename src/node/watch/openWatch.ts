// Opens Watch on a workspace folder, and turns its failures into messages for the user.

import { fileURLToPath } from 'node:url';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { FolderWatch, WatchedPlace } from '../../tools/ports/watchPort.ts';
import { nodeStorageFolder } from '../files/storageFolder.ts';
import { FolderReview } from './folderReview.ts';
import { GitFailed, GitProgram, GitUnusable } from './repository/gitProgram.ts';
import { WatchedFolder } from './watchedFolder.ts';

const lookingAtFolder = phrase('Looking at the folder');
const keepingChanges = phrase('Keeping the changes');

/** Implements `OpenWatch`. All methods of the result that may fail throw ToolErrors with messages for the user. */
export function openWatch({ folder, storage, isSecret }: WatchedPlace): Promise<FolderWatch> {
  return withUserMessages(lookingAtFolder, async () => {
    const storageFolder = nodeStorageFolder(storage);
    // Creates no subfolders: `WatchedFolder` creates its own.
    await storageFolder.prepare([]);
    const program = await GitProgram.find();
    const watched = await WatchedFolder.open({
      folder: fileURLToPath(folder),
      store: fileURLToPath(storage),
      program,
      isSecret,
    });
    const review = new FolderReview({ folder, watched, storage: storageFolder, storageUri: storage });
    await review.refresh();
    return createFolderWatch(review);
  });
}

/** Wraps a review, so that failures of its methods have messages for the user. */
function createFolderWatch(review: FolderReview): FolderWatch {
  return {
    get items() {
      return review.items;
    },
    get steps() {
      return review.steps;
    },
    get hasBaseline() {
      return review.hasBaseline;
    },
    refresh: () => withUserMessages(lookingAtFolder, () => review.refresh()),
    scan: (attribution) => withUserMessages(lookingAtFolder, () => review.scan(attribution)),
    contentOf: (file) => withUserMessages(lookingAtFolder, () => review.contentOf(file)),
    accept: (items) => withUserMessages(keepingChanges, () => review.accept(items)),
    acceptPart: (item, baseline) => withUserMessages(keepingChanges, () => review.acceptPart(item, baseline)),
    clearHistory: () => withUserMessages(phrase('Clearing the history'), () => review.clearHistory()),
    // `readNow` and `dispose` throw nothing.
    readNow: (path) => review.readNow(path),
    dispose: () => review.dispose(),
  };
}

/** Runs work; turns failures of git and the system into ToolErrors. @param action as in `toToolError` */
async function withUserMessages<T>(action: Phrase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof GitUnusable || cause instanceof GitFailed) throw new ToolError('IO_ERROR', cause.message);
    throw toToolError(cause, action);
  }
}
