/** Runs asynchronous work once and shares its promise; the first call after a failure runs it again. */
export function onceUntilFailure<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((cause: unknown) => {
      result = undefined;
      throw cause;
    });
    return result;
  };
}
