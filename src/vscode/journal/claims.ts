import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Lease } from './lease.ts';

export const claimsFolder = 'claims';

/**
 * Takes interrupted entries over from windows whose lease has ended, each by one window only. A claim is a file, created
 * exclusively, that is named after the entry and the ended lease and holds the new one, which may end in turn.
 */
export class Claims {
  readonly #storage: StorageFolder;
  readonly #lease: Lease;
  /** By entry id: the files of this window's claim and of the ended claims before it. */
  readonly #held = new Map<string, readonly string[]>();

  constructor(storage: StorageFolder, lease: Lease) {
    this.#storage = storage;
    this.#lease = lease;
  }

  /** Claims an entry that was begun under the lease `from`. False if another window holds it. */
  async take(id: string, from: string | undefined): Promise<boolean> {
    const files: string[] = [];
    let lease: string | undefined = from ?? 'nobody';
    while (lease !== undefined && !(await this.#lease.isHeld(lease))) {
      const file = `${claimsFolder}/${id}.${lease}`;
      files.push(file);
      if (await this.#storage.claim(file, new TextEncoder().encode(this.#lease.id))) {
        this.#held.set(id, files);
        return true;
      }
      const claimant = await this.#leaseIn(file);
      // After a loss of power a claim may be empty; a made-up lease then stands for its holder.
      lease = claimant === '' ? `nobody-${files.length}` : claimant;
    }
    return false;
  }

  /** Removes the claim of an entry, if there is one. */
  async release(id: string): Promise<void> {
    const files = this.#held.get(id) ?? [];
    this.#held.delete(id);
    await eachInLanes(files, (file) => this.#storage.remove(file)).catch(() => undefined);
  }

  async #leaseIn(file: string): Promise<string | undefined> {
    const bytes = await this.#storage.read(file);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }
}
