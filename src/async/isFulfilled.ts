/** Whether a promise is fulfilled, for checks in which an error means "no", such as `access` of a file. */
export function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
