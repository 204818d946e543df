// Decides the effect of pressing Approve or Reject, and which waiting calls to show together. An approval counts only for
// changes that have been on screen.

/** The part of a waiting call that open diffs show: nothing, one of several files, or all of it. */
export type Visibility = 'none' | 'part' | 'whole';

/** Minimum time that a diff must have been in front before an answer to it counts, in milliseconds. */
export const minViewingTimeMs = 700;

/** A press of Approve or Reject. Times are those of `performance.now()`. */
export interface Press {
  /** For each call that the press answers: how much of it is shown, and since when all of it is. */
  readonly calls: readonly { readonly visibility: Visibility; readonly fullyVisibleSinceMs: number }[];
  /**
   * Time of the last press of Approve or Reject, whether it counted or not: a held key repeats at shorter intervals.
   */
  readonly lastPressMs: number;
  readonly nowMs: number;
}

/** `open`: opens the changes that were not on screen; `wait`: too early to have been read, or a held key repeats. */
export type PressMeaning = 'approve' | 'open' | 'wait';

/**
 * Decides the effect of a press of Approve: it counts only `minViewingTimeMs` after all changes appeared, and after the
 * last press.
 */
export function interpretPress({ calls, lastPressMs, nowMs }: Press): PressMeaning {
  if (calls.some(({ visibility }) => visibility !== 'whole')) return 'open';
  return isTooEarly({ calls, lastPressMs, nowMs }) ? 'wait' : 'approve';
}

/** Whether the last press, or the appearance of a call, was less than `minViewingTimeMs` ago. */
export function isTooEarly({ calls, lastPressMs, nowMs }: Press): boolean {
  const readySinceMs = Math.max(lastPressMs, ...calls.map(({ fullyVisibleSinceMs }) => fullyVisibleSinceMs));
  return nowMs - readySinceMs < minViewingTimeMs;
}

/**
 * Whether a press of Reject counts; the calls need not be on screen. It does not count if another press, an answer, or
 * the appearance of a call was less than `minViewingTimeMs` ago: a held key may repeat, or the user may have meant what
 * was on screen before.
 *
 * @param lastAnswerMs time of the last answer to any call
 */
export function countsAsRejection({ calls, lastPressMs, nowMs }: Press, lastAnswerMs: number): boolean {
  const wholeCalls = calls.filter(({ visibility }) => visibility === 'whole');
  return !isTooEarly({ calls: wholeCalls, lastPressMs: Math.max(lastPressMs, lastAnswerMs), nowMs });
}

/** Maximum number of files opened together, unless a single call has more. */
const maxBatchFiles = 100;

/** The calls to show and answer together next: protected ones first, and as many as `maxBatchFiles` allows. */
export function nextBatch<T extends { readonly isProtected: boolean; readonly fileCount: number }>(
  calls: readonly T[],
): T[] {
  const sortedCalls = calls.toSorted((a, b) => Number(b.isProtected) - Number(a.isProtected));
  const batch: T[] = [];
  let fileCount = 0;
  for (const call of sortedCalls) {
    fileCount += call.fileCount;
    // A call with more files than `maxBatchFiles` is a batch of its own.
    if (batch.length > 0 && fileCount > maxBatchFiles) break;
    batch.push(call);
  }
  return batch;
}
