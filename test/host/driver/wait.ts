import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a state, never for a time: asks `probe` until it answers something other than undefined, false or 0.
 * @param what completes the sentence "Waited in vain for …".
 * @throws Error naming `what`, with the probe's last failure as its cause, after `limit` milliseconds.
 */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  limit = 60_000,
): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    let cause: unknown;
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false && answer !== 0) return answer;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`, { cause });
    await delay(30);
  }
}
