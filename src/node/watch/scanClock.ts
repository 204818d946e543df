// Dates the start of the previous scan, also where the system's clock was set back since.

/** A moment by the system's clock, which may be set back, and by the monotonic one. */
interface Moment {
  readonly systemMs: number;
  readonly monotonicMs: number;
}

/** Maximum difference of both clocks that counts as drift. */
const maxDriftMs = 1000;

export class ScanClock {
  /** Start of the scan that was stored last. */
  #stored: Moment | undefined;
  /** Start of the last scan, which may have failed. */
  #latest: Moment | undefined;

  /**
   * Starts a scan.
   * @param lookedAt start of the previous scan, as stored
   * @returns `from`: `lookedAt` by the clock as it is now
   */
  start(lookedAt: number): { readonly from: number; readonly startedAt: number } {
    if (this.#latest?.systemMs === lookedAt) this.#stored = this.#latest;
    const now = { systemMs: Date.now(), monotonicMs: performance.now() };
    this.#latest = now;
    // Unknown for a scan of another window, or before a reload.
    const elapsedMs = this.#stored?.systemMs === lookedAt ? now.monotonicMs - this.#stored.monotonicMs : 0;
    const latestFrom = Math.floor(now.systemMs - elapsedMs);
    return { from: latestFrom < lookedAt - maxDriftMs ? latestFrom : lookedAt, startedAt: now.systemMs };
  }
}
