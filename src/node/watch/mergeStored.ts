// Merges versions of a file whose bytes are in the store.

import type { MergeFiles } from '../../core/watch/fold.ts';
import { mergeBytes } from '../../core/watch/mergeBytes.ts';
import type { PrivateRepository } from './privateRepository.ts';

/** Creates a merge that stores its result. It is undefined also if the bytes of a version are gone. */
export function createMerge(repository: PrivateRepository): MergeFiles {
  return async (base, ours, theirs) => {
    const [baseBytes, ourBytes, theirBytes] = await Promise.all(
      [base, ours, theirs].map(({ id }) => repository.contentIfStored(id)),
    );
    const merged = baseBytes && ourBytes && theirBytes && mergeBytes(baseBytes, ourBytes, theirBytes);
    return merged && { mode: ours.mode, size: merged.length, id: await repository.storeBlob(merged) };
  };
}
