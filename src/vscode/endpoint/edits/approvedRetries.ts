// Remembers approved changes that an agent must send once more, so that the user is not asked again.

import type { Change } from '../../../core/change/change.ts';
import { collectRealUris } from '../../../tools/hooks/combineChanges.ts';
import type { Approval, Call } from '../../../tools/ports/ports.ts';
import { getHashes } from '../../../tools/shared/appliedChanges.ts';

/** Maximum number of remembered changes; the oldest are dropped first. */
const maxRememberedChanges = 100;

/**
 * Changes that the user edited and approved, but that the hook's answer could not pass on, since some agents ignore a
 * changed input. The agent is told to send them itself; if it sends exactly these, the user is not asked again. If the
 * user chose to remember the approval, it is stored only then.
 */
export class ApprovedRetries {
  /** Functions that store each approval (undefined if the user did not choose that), by `retryKey`; oldest first. */
  readonly #storeByKey = new Map<string, Approval['remember']>();

  /** Remembers the changes of an edit. @param store stores the approval; undefined if the user did not choose that */
  remember(call: Call, changes: readonly Change[], store?: Approval['remember']): void {
    this.#storeByKey.set(retryKey(call, changes), store);
    for (const oldest of this.#storeByKey.keys()) {
      if (this.#storeByKey.size <= maxRememberedChanges) break;
      this.#storeByKey.delete(oldest);
    }
  }

  /**
   * Takes the approval of a review if exactly the changes of each of its edits were approved before; each remembered
   * approval counts once. Undefined if the user must be asked.
   */
  consume(call: Call, changesByEdit: readonly (readonly Change[])[]): Required<Pick<Approval, 'remember'>> | undefined {
    const keys = changesByEdit.map((changes) => retryKey(call, changes));
    if (!keys.every((key) => this.#storeByKey.has(key))) return undefined;
    const stores = new Set(keys.map((key) => this.#storeByKey.get(key)));
    for (const key of keys) this.#storeByKey.delete(key);
    return {
      remember: async () => {
        for (const store of stores) await store?.();
      },
    };
  }
}

/** Identifies changes of an agent's session by their paths and bytes. */
function retryKey({ caller }: Call, changes: readonly Change[]): string {
  const files = changes.map((change) => [change.kind, collectRealUris(change), getHashes(change)]);
  return JSON.stringify([caller.agent, caller.session, files]);
}
