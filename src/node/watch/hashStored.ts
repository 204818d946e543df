// Hashes versions of files, as the states of known writes.

import { sha256 } from '../../core/text/hash.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import { absentState, type ContentState } from '../../core/watch/writes.ts';
import type { PrivateRepository } from './privateRepository.ts';

/** Returns the SHA-256 of a file; a placeholder made of its id if that is unknown. */
export type HashFile = (file: StoredFile | undefined) => Promise<ContentState>;

/** Creates a hash function that reads each content once. */
export function createHashFile(repository: PrivateRepository): HashFile {
  const hashes = new Map<string, Promise<ContentState>>();
  const computeHash = async ({ id, withheld, sha256: known }: StoredFile): Promise<ContentState> => {
    const bytes = withheld === undefined ? await repository.contentIfStored(id) : undefined;
    return bytes === undefined ? (known ?? `unread ${id}`) : sha256(bytes);
  };
  return async (file) => {
    if (file === undefined) return absentState;
    const hash = hashes.get(file.id) ?? computeHash(file);
    hashes.set(file.id, hash);
    return hash;
  };
}
