// Remembers approved bytes, so that the user is not asked again when an agent sends them once more.
import type { Change } from '../../core/change/change.ts';
import { collectRealUris } from '../../tools/hooks/combineChanges.ts';
import type { Call } from '../../tools/ports/ports.ts';
import { getHashes } from '../../tools/shared/common.ts';

/** Maximum number of remembered changes; the oldest are dropped first. */
const maxRememberedChanges = 100;

/**
 * Changes that a user edited and approved, but that the agent's hook could not pass on: some agents ignore a changed
 * input. The agent is told to send them; if it sends exactly these, the user is not asked again.
 */
export class ApprovedRetries {
  readonly #keys = new Set<string>();

  remember(call: Call, changes: readonly Change[]): void {
    this.#keys.add(retryKey(call, changes));
    for (const oldest of this.#keys) {
      if (this.#keys.size <= maxRememberedChanges) break;
      this.#keys.delete(oldest);
    }
  }

  /** Whether exactly these bytes were approved for each of the session's calls; each approval counts once. */
  consume(call: Call, calls: readonly (readonly Change[])[]): boolean {
    const keys = calls.map((changes) => retryKey(call, changes));
    if (!keys.every((key) => this.#keys.has(key))) return false;
    for (const key of keys) this.#keys.delete(key);
    return true;
  }
}

function retryKey({ caller }: Call, changes: readonly Change[]): string {
  const files = changes.map((change) => [change.kind, collectRealUris(change), getHashes(change)]);
  return JSON.stringify([caller.agent, caller.session, files]);
}
