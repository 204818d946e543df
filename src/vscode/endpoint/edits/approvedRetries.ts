// Remembers approved bytes, so that the user is not asked again when an agent sends them once more.
import type { Change } from '../../../core/change/change.ts';
import { collectRealUris } from '../../../tools/hooks/combineChanges.ts';
import type { Approval, Call } from '../../../tools/ports/ports.ts';
import { getHashes } from '../../../tools/shared/hashes.ts';

/** Maximum number of remembered changes; the oldest are dropped first. */
const maxRememberedChanges = 100;

/**
 * Changes that the user edited and approved, but that the hook's answer could not pass on, since some agents ignore a
 * changed input. The agent is told to send them itself; if it sends exactly these, the user is not asked again. Only
 * then is an approval stored that the user chose to remember.
 */
export class ApprovedRetries {
  /** How to store each approval (undefined if the user did not choose that), by `retryKey`; oldest first. */
  readonly #remembers = new Map<string, Approval['remember']>();

  remember(call: Call, changes: readonly Change[], remember?: Approval['remember']): void {
    this.#remembers.set(retryKey(call, changes), remember);
    for (const oldest of this.#remembers.keys()) {
      if (this.#remembers.size <= maxRememberedChanges) break;
      this.#remembers.delete(oldest);
    }
  }

  /** The approval if exactly these bytes were approved for each of the session's `calls`; each approval counts once. */
  consume(call: Call, calls: readonly (readonly Change[])[]): Required<Pick<Approval, 'remember'>> | undefined {
    const keys = calls.map((changes) => retryKey(call, changes));
    if (!keys.every((key) => this.#remembers.has(key))) return undefined;
    const remembers = new Set(keys.map((key) => this.#remembers.get(key)));
    for (const key of keys) this.#remembers.delete(key);
    return {
      remember: async () => {
        for (const remember of remembers) await remember?.();
      },
    };
  }
}

function retryKey({ caller }: Call, changes: readonly Change[]): string {
  const files = changes.map((change) => [change.kind, collectRealUris(change), getHashes(change)]);
  return JSON.stringify([caller.agent, caller.session, files]);
}
