/** Does work whose parts all end with it, those too that it does not wait for any more, such as after a failure. */
export async function withOwnSignal<T>(
  signal: AbortSignal | undefined,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  try {
    return await work(signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]));
  } finally {
    end.abort();
  }
}

/** Waits for what others wait for as well, but no longer than until one's own signal is aborted. */
export async function untilAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
