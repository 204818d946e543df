// Ends asynchronous work by abort signals: work that its caller no longer needs, and waits for shared work.

/** Runs work with a signal that is aborted when it ends, so that parts it no longer waits for stop, too. */
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

/** Waits for a shared promise, but only until the caller's own signal is aborted. */
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
