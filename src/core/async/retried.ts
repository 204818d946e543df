/** Work that is done once, and again for who asks after it failed. */
export function retried<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((cause: unknown) => {
      done = undefined;
      throw cause;
    });
    return done;
  };
}
