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
 * Waits for a shared promise, but only until the caller's own signal is aborted. The work behind the promise runs on.
 * @throws the reason of the signal
 */
export async function untilAborted<T>(sharedPromise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return sharedPromise;
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const rejectionOnAbort = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([sharedPromise, rejectionOnAbort]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
