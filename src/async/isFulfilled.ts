// Tells whether a promise is fulfilled.

/** Whether a promise is fulfilled, for checks whose failure is an answer. */
export function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
