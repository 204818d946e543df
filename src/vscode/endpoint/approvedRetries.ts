// Remembers approved bytes, so that an agent that sends them again is not asked about twice.
import type { Change } from '../../core/change/change.ts';
import type { Call } from '../../tools/ports/ports.ts';
import { hashesOf } from '../../tools/shared/common.ts';

/** Maximum number of changes that are remembered; the oldest are forgotten first. */
const maxRemembered = 100;

/**
 * Changes that a person amended and approved, but that the agent's hook could not pass on: some agents ignore a changed input. The
 * agent is told what to send; when it sends exactly that, the person is not asked again.
 */
export class ApprovedRetries {
  readonly #keys = new Set<string>();

  remember(call: Call, changes: readonly Change[]): void {
    this.#keys.add(retryKey(call, changes));
    for (const oldest of this.#keys) {
      if (this.#keys.size <= maxRemembered) break;
      this.#keys.delete(oldest);
    }
  }

  /** Whether the same session was approved exactly these bytes for each of its calls; each approval counts once. */
  consume(call: Call, calls: readonly (readonly Change[])[]): boolean {
    const keys = calls.map((changes) => retryKey(call, changes));
    if (!keys.every((key) => this.#keys.has(key))) return false;
    for (const key of keys) this.#keys.delete(key);
    return true;
  }
}

function retryKey({ caller }: Call, changes: readonly Change[]): string {
  const files = changes.map((change) => [change.kind, change.at.real, hashesOf(change)]);
  return JSON.stringify([caller.agent, caller.session, files]);
}
