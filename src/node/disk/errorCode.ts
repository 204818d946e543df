// Reads the codes of system errors, and reduces a promise to its success.

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Whether a promise is fulfilled, for checks whose failure is an answer. */
export function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
