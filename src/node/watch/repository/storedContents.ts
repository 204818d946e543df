// Hashes and merges versions of files, by the bytes that the store has of them.

import { sha256 } from '../../../core/text/bytes.ts';
import type { MergeFiles } from '../../../core/watch/fold.ts';
import { mergeBytes } from '../../../core/diff/merge.ts';
import type { StoredFile } from '../../../core/watch/reviewItem.ts';
import { absentState, type ContentState } from '../../../core/watch/writes.ts';
import type { PrivateRepository } from './privateRepository.ts';

/** Returns the state of a version, to compare with those of known writes; it equals none if the hash is unknown. */
export type HashFile = (file: StoredFile | undefined) => Promise<ContentState>;

/** Creates a hash function that reads each content once. For one scan, since it keeps all hashes. */
export function createHashFile(repository: PrivateRepository): HashFile {
  const hashes = new Map<string, Promise<ContentState>>();
  const computeHash = async ({ id, withheld, sha256: knownHash }: StoredFile): Promise<ContentState> => {
    const bytes = withheld === undefined ? await repository.contentIfStored(id) : undefined;
    return bytes === undefined ? (knownHash ?? `unread ${id}`) : sha256(bytes);
  };
  return async (file) => {
    if (file === undefined) return absentState;
    const hash = hashes.get(file.id) ?? computeHash(file);
    hashes.set(file.id, hash);
    return hash;
  };
}

/** Creates a merge that stores its result, in the mode of `ours`; undefined for a conflict, or if bytes are missing. */
export function createMerge(repository: PrivateRepository): MergeFiles {
  return async (base, ours, theirs) => {
    const [baseBytes, ourBytes, theirBytes] = await Promise.all(
      [base, ours, theirs].map(({ id }) => repository.contentIfStored(id)),
    );
    const merged = baseBytes && ourBytes && theirBytes && mergeBytes(baseBytes, ourBytes, theirBytes);
    return merged && { mode: ours.mode, size: merged.length, id: await repository.storeBlob(merged) };
  };
}
