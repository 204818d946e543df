import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Lease } from './lease.ts';

export const claimsFolder = 'claims';

/**
 * Who ends a step that its owner was cut off in: one window only. A claim is a file named after the step and the owner it
 * is taken over from, with the new owner in it; who is cut off in ending it has given up a claim like any other owner.
 */
export class Claims {
  readonly #storage: StorageFolder;
  readonly #lease: Lease;
  /** By step: this window's claim, and those given up before it. */
  readonly #taken = new Map<string, readonly string[]>();

  constructor(storage: StorageFolder, owner: Lease) {
    this.#storage = storage;
    this.#lease = owner;
  }

  /** Whether this window may end the step `id`, which `from` had begun. False where a window is at work on it. */
  async take(id: string, from: string | undefined): Promise<boolean> {
    const claims: string[] = [];
    let last: string | undefined = from ?? 'nobody';
    while (last !== undefined && !(await this.#lease.isAlive(last))) {
      const claim = `${claimsFolder}/${id}.${last}`;
      claims.push(claim);
      if (await this.#storage.claim(claim, new TextEncoder().encode(this.#lease.id))) {
        this.#taken.set(id, claims);
        return true;
      }
      const owner = await this.#ownerIn(claim);
      // Nobody lives by the name of a claim that the loss of power left empty; each needs one of its own.
      last = owner === '' ? `nobody-${claims.length}` : owner;
    }
    return false;
  }

  /** To be called when the step is ended, or left to others; also where it was never taken. */
  async release(id: string): Promise<void> {
    const claims = this.#taken.get(id) ?? [];
    this.#taken.delete(id);
    await eachInLanes(claims, (claim) => this.#storage.remove(claim)).catch(() => undefined);
  }

  async #ownerIn(claim: string): Promise<string | undefined> {
    const bytes = await this.#storage.read(claim);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }
}
