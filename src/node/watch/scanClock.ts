// Gives each scan the time since which files may have changed, corrected if the system clock was set back since the
// previous scan.

/** A moment by both clocks. */
interface Moment {
  /** Milliseconds since 1970. The user or a time server can set this clock back. */
  readonly systemMs: number;
  /** Milliseconds since the process started. */
  readonly monotonicMs: number;
}

/** Maximum difference of both clocks that counts as drift, in milliseconds. A larger one means a clock set back. */
const maxDriftMs = 1000;

/** Remembers the start of this window's scans by both clocks. One for each watched folder. */
export class ScanClock {
  /** Start of this window's last scan that was stored. */
  #lastStored: Moment | undefined;
  /** Start of this window's last scan, which may have failed. */
  #latest: Moment | undefined;

  /**
   * Notes the start of a scan. If the scan succeeds, the caller stores `startedAt`, and passes it to the next call. All
   * times are in milliseconds since 1970.
   * @param previousStartMs start of the previous scan as stored, perhaps by another window
   * @returns `changedSinceMs`: `previousStartMs` by the clock as it is now; `startedAt`: the present
   */
  start(previousStartMs: number): { readonly changedSinceMs: number; readonly startedAt: number } {
    // The caller has stored it, so this window's latest scan succeeded.
    if (this.#latest?.systemMs === previousStartMs) this.#lastStored = this.#latest;
    const now = { systemMs: Date.now(), monotonicMs: performance.now() };
    this.#latest = now;
    // The monotonic time of a scan of another window, or from before a reload, is unknown: assume 0, the least possible.
    const previous = this.#lastStored?.systemMs === previousStartMs ? this.#lastStored : undefined;
    const elapsedMs = previous === undefined ? 0 : now.monotonicMs - previous.monotonicMs;
    const correctedStartMs = Math.floor(now.systemMs - elapsedMs);
    const wasSetBack = correctedStartMs < previousStartMs - maxDriftMs;
    return { changedSinceMs: wasSetBack ? correctedStartMs : previousStartMs, startedAt: now.systemMs };
  }
}
