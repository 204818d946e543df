// Abort signals: stop work whose result is no longer needed; stop waiting for a promise that others share.

/**
 * Runs work with a signal that is aborted with the caller's `signal`, and also when the work settles, so that the parts
 * it no longer awaits stop, too.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal | undefined,
  work: (ownSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  try {
    return await work(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]));
  } finally {
    controller.abort();
  }
}

/**
 * Waits for a shared promise, but only until the caller's own signal is aborted. The work behind the promise runs on,
 * and a later failure of it is ignored.
 * @throws the reason of the signal, if it is aborted first or already was
 */
export async function untilAborted<T>(sharedPromise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return sharedPromise;
  const { promise: rejectionOnAbort, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    // Races for an aborted signal, too, since the race handles the rejection of both promises. The first settled one
    // wins.
    return await Promise.race([rejectionOnAbort, sharedPromise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
