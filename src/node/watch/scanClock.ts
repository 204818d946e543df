// Dates the start of the previous scan by the system's clock as it is now, even if that was set back since.

/** A moment by the system's clock, which may be set back, and by the monotonic one. */
interface Moment {
  readonly systemMs: number;
  readonly monotonicMs: number;
}

/** Maximum difference of both clocks that counts as drift, in milliseconds; a larger one means a clock set back. */
const maxDriftMs = 1000;

/** Remembers when this window's scans started. Times are in milliseconds since 1970. */
export class ScanClock {
  /** Start of this window's last scan that was stored. */
  #lastStored: Moment | undefined;
  /** Start of this window's last scan, which may have failed. */
  #latest: Moment | undefined;

  /**
   * Starts a scan.
   * @param lookedAt start of the previous scan as stored, perhaps by another window
   * @returns `from`: `lookedAt` by the clock as it is now; `startedAt`: the present
   */
  start(lookedAt: number): { readonly from: number; readonly startedAt: number } {
    if (this.#latest?.systemMs === lookedAt) this.#lastStored = this.#latest;
    const now = { systemMs: Date.now(), monotonicMs: performance.now() };
    this.#latest = now;
    // For a scan of another window, or from before a reload, only known to be at least 0.
    const elapsedMs = this.#lastStored?.systemMs === lookedAt ? now.monotonicMs - this.#lastStored.monotonicMs : 0;
    const previousStart = Math.floor(now.systemMs - elapsedMs);
    const wasSetBack = previousStart < lookedAt - maxDriftMs;
    return { from: wasSetBack ? previousStart : lookedAt, startedAt: now.systemMs };
  }
}
