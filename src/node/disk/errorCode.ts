// Reads the code of a system error.
/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function getErrorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
