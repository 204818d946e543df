/** Wraps an asynchronous function of a path so that concurrent calls for one path share a single call. */
export function sharedInFlight<T>(call: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>();
  return (path) => {
    const running = inFlight.get(path);
    if (running !== undefined) return running;
    const started = call(path).finally(() => inFlight.delete(path));
    inFlight.set(path, started);
    return started;
  };
}
